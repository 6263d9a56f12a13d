import {
  adjustItemInput,
  clearCartInput,
  createItemInput,
  findItemsInput,
  itemIdInput,
  listItemsInput,
  suggestItemsInput,
  updateItemInput,
} from '@onus/contract/grocery';
import { deletedInput, historyInput } from '@onus/contract/limits/page';
import { shoppingInput } from '@onus/contract/notify/inputs';
import { router, signedIn } from '../core/trpc.ts';
import { adjustItem, clearCart, createItem, deleteItem, updateItem } from './edit.ts';
import { allItems, findItems, listItems } from './list.ts';
import { listDeletedItems, listItemHistory, respondBack, respondRemoved, restoreItem } from './removal.ts';
import { findShopping, setShopping } from './shopping.ts';
import { suggestItems } from './suggest.ts';

/** The list belongs to the household: everyone in it sees and changes all of it (rule 3). */
export const groceryRouter = router({
  /** All of it. */
  list: signedIn.query(({ ctx }) => ctx.read(allItems)),
  page: signedIn
    .input(listItemsInput)
    .query(({ ctx, input }) =>
      ctx.read((db, scope) => ctx.presence.sawGroceries(scope, listItems(db, scope, input))),
    ),
  find: signedIn
    .input(findItemsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findItems(db, scope, input))),
  /** What the household has bought before. */
  suggestions: signedIn
    .input(suggestItemsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => suggestItems(db, scope, input))),
  /** Who changed what in the last 30 days. */
  history: signedIn
    .input(historyInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listItemHistory(db, scope, input))),
  /** What was removed in the last 30 days. */
  deleted: signedIn
    .input(deletedInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listDeletedItems(db, scope, input))),
  /** Until when the caller is shopping. */
  shoppingUntil: signedIn.query(({ ctx }) => ctx.read(findShopping)),
  shopping: signedIn
    .input(shoppingInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => setShopping(db, scope, input))),
  create: signedIn
    .input(createItemInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => createItem(db, scope, input))),
  update: signedIn
    .meta({ canBeDone: { sets: 'purchased', respondDone: respondRemoved } })
    .input(updateItemInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => updateItem(db, scope, input))),
  adjust: signedIn
    .input(adjustItemInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => adjustItem(db, scope, input))),
  delete: signedIn
    .meta({ canBeDone: { sets: null, respondDone: respondRemoved } })
    .input(itemIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => deleteItem(db, scope, input.id))),
  restore: signedIn
    .meta({ canBeDone: { sets: null, respondDone: respondBack } })
    .input(itemIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => restoreItem(db, scope, input.id))),
  clearCart: signedIn
    .input(clearCartInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => clearCart(db, scope, input))),
});
