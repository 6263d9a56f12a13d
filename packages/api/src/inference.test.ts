import type { TaskView } from '@onus/contract/task';
import { createTRPCClient, httpLink } from '@trpc/client';
import { describe, expectTypeOf, test } from 'vitest';
import type { AppRouter } from './root.ts';

/**
 * What the compiler knows at the other end of the wire, asked of the client that the app uses. `tsc` is what
 * checks this file: the types are written out here, so renaming a procedure or a field does not compile.
 */
const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: 'http://onus.invalid/trpc' })] });
type Client = typeof client;

type Answer<Procedure extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Procedure>>;

type RecurrenceType = 'none' | 'daily' | 'weekly' | 'monthly' | 'interval' | 'weekdays' | 'yearly';
type Role = 'Admin' | 'Manager' | 'Employee' | 'User';

interface Task {
  id: string;
  title: string;
  text: string;
  dueDate: string;
  dueTime: string | null;
  completed: boolean;
  recurrenceType: RecurrenceType;
  recurrenceInterval: number;
  recurrenceEndDate: string | null;
  recurrenceDays: number[];
  recurrenceEvery: number;
  recurrenceFrom: 'due' | 'done';
  recurrenceAnchor: number | null;
  completedAt: string | null;
  completedBy: { id: string; username: string } | null;
  schedule: { firstDay: string; anchorDay: number; latestDay: string } | null;
  creatorId: string;
  managerId: string | null;
  assignees: { id: string; username: string }[];
  createdAt: string;
  updatedAt: string;
  skipTo: string | null;
  may: { edit: boolean; assign: boolean; delete: boolean; skip: boolean };
}

interface User {
  id: string;
  username: string;
  email: string;
  roles: Role[];
  active: boolean;
  managerId: string | null;
  isAdmin: boolean;
  isManager: boolean;
  status: 'Admin' | 'Manager' | 'Employee';
}

interface Member extends User {
  may: {
    edit: boolean;
    manage: boolean;
    administer: boolean;
    link: boolean;
    move: boolean;
    handOver: boolean;
  };
}

interface Person {
  id: string;
  username: string;
  email: string;
}

interface Message {
  sequence: number;
  id: string;
  conversationId: string;
  sender: Person;
  receiver: Person;
  message: string;
  timestamp: number;
  editedAt: number | null;
  deleted: boolean;
  may: { edit: boolean; delete: boolean };
}

interface GroceryItem {
  id: string;
  userId: string;
  addedBy: { id: string; username: string };
  name: string;
  count: number;
  price: number;
  purchased: boolean;
  section: string | null;
  createdAt: string;
}

describe('what arrives is typed to the last field', () => {
  test('auth.me', () => {
    expectTypeOf<Answer<Client['auth']['me']['query']>>().toEqualTypeOf<User>();
  });

  test('task.list and task.get', () => {
    expectTypeOf<Answer<Client['task']['get']['query']>>().toEqualTypeOf<Task>();
    expectTypeOf<Answer<Client['task']['list']['query']>>().toEqualTypeOf<{
      items: Task[];
      nextCursor: string | null;
    }>();
  });

  test('member.list', () => {
    expectTypeOf<Answer<Client['member']['list']['query']>>().toEqualTypeOf<{
      items: Member[];
      nextCursor: string | null;
    }>();
  });

  test('grocery.list', () => {
    expectTypeOf<Answer<Client['grocery']['list']['query']>>().toEqualTypeOf<GroceryItem[]>();
  });

  test('chat.messages', () => {
    expectTypeOf<Answer<Client['chat']['messages']['query']>>().toEqualTypeOf<{
      items: Message[];
      nextCursor: number | null;
    }>();
  });

  test('manager.chart', () => {
    expectTypeOf<Answer<Client['manager']['chart']['query']>>().toEqualTypeOf<
      { month: string; label: string; complete: number; incomplete: number }[]
    >();
  });
});

describe('what is sent is typed too', () => {
  test('task.list and task.create', () => {
    expectTypeOf<Parameters<Client['task']['list']['query']>[0]>().toEqualTypeOf<{
      view: TaskView;
      day?: string | undefined;
      order?: 'asc' | 'desc' | undefined;
      limit?: number | undefined;
      month?: string | undefined;
      find?: string | undefined;
      cursor?: string | null | undefined;
    }>();
    expectTypeOf<Parameters<Client['task']['create']['mutate']>[0]>().toEqualTypeOf<{
      title: string;
      dueDate: string;
      dueTime?: string | null | undefined;
      id?: string | undefined;
      text?: string | undefined;
      assignees?: string[] | undefined;
      recurrenceType?: RecurrenceType | undefined;
      recurrenceInterval?: number | undefined;
      recurrenceEndDate?: string | null | undefined;
      recurrenceDays?: number[] | undefined;
      recurrenceEvery?: number | undefined;
      recurrenceFrom?: 'due' | 'done' | undefined;
      recurrenceAnchor?: number | null | undefined;
    }>();
  });
});

describe('what does not exist does not compile', () => {
  test('a misspelt procedure', () => {
    // @ts-expect-error there is no procedure of that name
    expectTypeOf(client.task.lists).not.toBeAny();
    // @ts-expect-error there is no router of that name
    expectTypeOf(client.tasks).not.toBeAny();
    // @ts-expect-error a query is not to be mutated
    expectTypeOf(client.task.get.mutate).not.toBeAny();
  });

  test('a misspelt field of an answer', () => {
    type Got = Answer<Client['task']['get']['query']>;
    // @ts-expect-error an answer has no such field
    expectTypeOf<Got['titel']>().not.toBeAny();
    // @ts-expect-error nor has an assignee in it
    expectTypeOf<Got['assignees'][number]['name']>().not.toBeAny();
  });

  test('a misspelt field of an input, a value that is none', () => {
    type Sent = Parameters<Client['task']['create']['mutate']>[0];
    const right: Sent = { title: 'Bins', dueDate: '2026-03-05' };
    expectTypeOf(right).toExtend<Sent>();
    // @ts-expect-error an input has no such field
    expectTypeOf<Sent>({ ...right, titel: 'Bins' });
    // @ts-expect-error a date cannot travel as JSON
    expectTypeOf<Sent>({ ...right, dueDate: new Date(0) });
    // @ts-expect-error no list has that view
    expectTypeOf<Parameters<Client['task']['list']['query']>[0]>({ view: 'yesterday' });
  });
});
