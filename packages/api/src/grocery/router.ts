import { createItemInput, itemIdInput, updateItemInput } from '@onus/contract/grocery';
import { router, signedIn } from '../trpc.ts';
import { createItem, deleteItem, updateItem } from './commands.ts';
import { listItems } from './queries.ts';

/** The list belongs to the household: everybody in it sees and changes all of it (decision 3). */
export const groceryRouter = router({
  list: signedIn.query(({ ctx }) => listItems(ctx.db, ctx.scope)),
  create: signedIn.input(createItemInput).mutation(({ ctx, input }) => createItem(ctx.db, ctx.scope, input)),
  update: signedIn.input(updateItemInput).mutation(({ ctx, input }) => updateItem(ctx.db, ctx.scope, input)),
  delete: signedIn.input(itemIdInput).mutation(({ ctx, input }) => deleteItem(ctx.db, ctx.scope, input.id)),
});
