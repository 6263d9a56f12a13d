import type { CreateItem } from '@onus/contract/grocery';
import type { CreateTask } from '@onus/contract/task';
import type { Access, Pausing } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import type { Scope } from '../../core/scope.ts';
import type { Person } from '../../people/view.ts';
import type { Line, Refusal } from './lines.ts';

/** What of a table can be imported, and what cannot. */
export interface Sheet {
  tasks: Line<CreateTask>[];
  items: Line<CreateItem>[];
  refused: Refusal[];
  /** What is not taken over of rows that are imported. */
  partly: Refusal[];
  /** Columns that nothing is read from. */
  ignored: string[];
  /** The people its tasks may be assigned to; empty where there are no tasks. */
  people: Person[];
}

/** With what a table is read: in pieces, and nothing is written. */
export type Reader = Pick<Access<Scope>, 'read'> & Pausing & { caller: Pick<Context['caller'], 'timeZone'> };
