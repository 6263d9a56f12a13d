import { createItemInput, updateItemInput } from '@onus/contract/grocery';
import { z } from 'zod';
import { LongList } from '../paging.ts';
import { type Row, renamed, unchecked } from '../row.ts';
import { idJson, itemJson, itemShape, pageQuery } from '../shapes.ts';

/** Rule 17, Groceries: the list of the household. */
export const groceryRows: readonly Row[] = [
  {
    at: 'GET /groceries',
    does: 'The grocery list of my household',
    isKept: true,
    query: pageQuery,
    answer: z.array(itemJson),
    run: async ({ grocery }) =>
      LongList.of({ list: place => grocery.page(place), find: place => grocery.find(place) }, itemShape),
  },
  {
    at: 'POST /groceries',
    does: 'Add an item',
    status: 201,
    body: createItemInput,
    answer: itemJson,
    run: async (call, { fields }) => itemShape(await call.grocery.create(unchecked(renamed(fields)))),
  },
  {
    at: 'PATCH /groceries',
    does: 'Change an item, or tick it off',
    body: updateItemInput,
    answer: itemJson,
    run: async (call, { fields, id }) =>
      itemShape(await call.grocery.update(unchecked({ ...renamed(fields), id }))),
  },
  {
    at: 'DELETE /groceries',
    does: 'Remove an item',
    answer: idJson,
    run: (call, { id }) => call.grocery.delete({ id }),
  },
];
