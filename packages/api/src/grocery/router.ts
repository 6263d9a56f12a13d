import {
  createItemInput,
  findItemsInput,
  itemIdInput,
  listItemsInput,
  updateItemInput,
} from '@onus/contract/grocery';
import { router, signedIn } from '../trpc.ts';
import { createItem, deleteItem, updateItem } from './commands.ts';
import { allItems, findItems, listItems } from './queries.ts';

/** The list belongs to the household: everybody in it sees and changes all of it (decision 3). */
export const groceryRouter = router({
  /** All of it. */
  list: signedIn.query(({ ctx }) => ctx.read(allItems)),
  page: signedIn
    .input(listItemsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listItems(db, scope, input))),
  find: signedIn
    .input(findItemsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findItems(db, scope, input))),
  create: signedIn
    .input(createItemInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => createItem(db, scope, input))),
  update: signedIn
    .input(updateItemInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => updateItem(db, scope, input))),
  delete: signedIn
    .input(itemIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => deleteItem(db, scope, input.id))),
});
