import type { Cast, Reader } from './visible-teams.ts';

/** A row as a reader sees it in a list. */
export interface Row {
  what: string;
  topic: 'task' | 'member' | 'grocery' | 'chat';
  /** The request of a click on it. Rejects if it is refused. */
  open(): Promise<unknown>;
  /** Another person changes it. Rejects if that person may not change it. */
  changeBy(other: Reader): Promise<unknown>;
}

export interface List {
  name: string;
  rows(reader: Reader, cast: Cast): Promise<Row[]>;
}

const PAGE = { view: 'all', limit: 500 } as const;
let changes = 0;

/** Every list of the app whose rows open. */
export const LISTS: readonly List[] = [
  { name: 'own tasks', rows: async reader => tasks(reader, await reader.calls.task.list.query(PAGE)) },
  {
    name: 'managed tasks',
    rows: async reader =>
      (await isManager(reader)) ? tasks(reader, await reader.calls.manager.tasks.query(PAGE)) : [],
  },
  { name: 'tasks of a member', rows: memberTasks },
  {
    name: 'members',
    rows: async reader =>
      (await isManager(reader)) ? people(reader, (await reader.calls.member.list.query({})).items) : [],
  },
  { name: 'teammates', rows: async reader => names((await reader.calls.member.teammates.query({})).items) },
  { name: 'assignable people', rows: assignable },
  { name: 'groceries', rows: groceries },
  { name: 'threads', rows: threads },
  { name: 'people to write to', rows: recipients },
];

async function isManager({ calls }: Reader): Promise<boolean> {
  const { isManager: manages, isAdmin } = await calls.auth.me.query();
  return manages || isAdmin;
}

function tasks({ calls }: Reader, { items }: { items: { id: string; title: string }[] }): Row[] {
  return items.map(({ id, title }) => ({
    what: title,
    topic: 'task',
    open: () => calls.task.get.query({ id }),
    changeBy: other => other.calls.task.update.mutate({ id, text: `changed ${++changes}` }),
  }));
}

async function memberTasks(reader: Reader): Promise<Row[]> {
  const members = (await isManager(reader)) ? (await reader.calls.member.list.query({})).items : [];
  const lists = [...members.map(one => one.id), reader.id].map(async userId =>
    tasks(reader, await reader.calls.member.tasks.query({ userId, ...PAGE })),
  );
  return (await Promise.all(lists)).flat();
}

function people({ calls }: Reader, members: { id: string; username: string }[]): Row[] {
  return members.map(({ id, username }) => ({
    ...rename(id, username),
    open: () => calls.member.get.query({ id }),
  }));
}

/** Names only, which open nothing. */
function names(members: { id: string; username: string }[]): Row[] {
  return members.map(({ id, username }) => ({ ...rename(id, username), open: async () => null }));
}

function rename(id: string, username: string): Omit<Row, 'open'> {
  return {
    what: username,
    topic: 'member',
    changeBy: other => other.calls.member.update.mutate({ id, username: `renamed ${++changes}` }),
  };
}

async function assignable({ calls }: Reader): Promise<Row[]> {
  return (await calls.member.assignable.query({})).items.map(({ id, username }) => ({
    ...rename(id, username),
    open: () => calls.task.create.mutate({ title: 'x', dueDate: '2099-01-01', assignees: [id] }),
  }));
}

async function groceries({ calls }: Reader): Promise<Row[]> {
  return (await calls.grocery.list.query()).map(({ id, name }) => ({
    what: name,
    topic: 'grocery',
    open: () => calls.grocery.update.mutate({ id, count: ++changes }),
    changeBy: other => other.calls.grocery.update.mutate({ id, count: ++changes }),
  }));
}

async function threads({ calls }: Reader): Promise<Row[]> {
  return (await calls.chat.conversations.query({})).items.map(({ id }) => ({
    what: 'thread',
    topic: 'chat',
    open: () => calls.chat.messages.query({ conversationId: id }),
    changeBy: other => other.calls.chat.send.mutate({ conversationId: id, message: `changed ${++changes}` }),
  }));
}

async function recipients({ calls }: Reader): Promise<Row[]> {
  return (await calls.chat.people.query({})).items.map(({ id, username }) => ({
    ...rename(id, username),
    open: () => calls.chat.start.mutate({ users: [id], message: 'Hello' }),
  }));
}
