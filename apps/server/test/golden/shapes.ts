import { expect } from 'vitest';
import { nameOf, type Who, type World } from './world.ts';

/** The JSON of rule 6, written out by hand: nothing here is taken from the code that answers it. */
export const NEW_ID = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
export const TOKEN = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);

export function task(world: World, id: unknown, differing: object): object {
  return {
    _id: id,
    id,
    user: world.eli.id,
    title: 'x',
    text: '',
    dueDate: 'x',
    dueTime: null,
    start: 'x',
    end: 'x',
    completed: false,
    manager: world.max.id,
    assignees: [],
    recurrenceType: 'none',
    recurrenceInterval: 1,
    recurrenceEndDate: null,
    recurrenceDays: [],
    recurrenceEvery: 1,
    recurrenceFrom: 'due',
    completedAt: null,
    completedBy: null,
    createdAt: world.now,
    updatedAt: world.now,
    ...differing,
  };
}

export function invitation(world: World, id: unknown, differing: object): object {
  const expiresAt = new Date(Date.parse(world.now) + 7 * 86_400_000).toISOString();
  return { _id: id, id, role: 'Employee', uses: 2, used: 0, createdAt: world.now, expiresAt, ...differing };
}

/** A due date, which a calendar reads as start and end. */
export function on(dueDate: string) {
  return { dueDate, start: dueDate, end: dueDate };
}

export function assignee(world: World, who: Who): object {
  return { _id: world[who].id, id: world[who].id, username: nameOf(who) };
}

export function bins(world: World): object {
  const assignees = [assignee(world, 'eli')];
  return task(world, world.bins, {
    ...on('2020-03-05T09:30:00.000Z'),
    title: 'Bins',
    user: world.max.id,
    assignees,
  });
}

export function done(world: World): object {
  const changed = { completed: true, ...completedBy(world, 'eli'), updatedAt: aMomentAfter(world.now) };
  return task(world, world.done, { ...on('2020-03-06T00:00:00.000Z'), title: 'Done', ...changed });
}

export function completedBy(world: World, who: Who): object {
  return { completedAt: world.now, completedBy: { id: world[who].id, username: nameOf(who) } };
}

export function due(world: World): object {
  return task(world, world.due, { ...on(world.now), title: 'Due' });
}

export function own(world: World): object {
  return task(world, world.own, { ...on('2999-12-30T00:00:00.000Z'), title: 'Own', user: world.max.id });
}

/** Two changes at the same moment are told apart. */
export function aMomentAfter(iso: string): string {
  return new Date(Date.parse(iso) + 1).toISOString();
}

const ROLES: Record<Who, string[]> = {
  ada: ['Admin', 'Manager'],
  max: ['Manager'],
  eli: ['Employee'],
  uma: ['User'],
};

export function user(world: World, who: Who): object {
  return {
    _id: world[who].id,
    id: world[who].id,
    username: nameOf(who),
    name: nameOf(who),
    email: `${who}@example.com`,
    roles: ROLES[who],
    active: true,
    manager: who === 'eli' ? world.max.id : null,
    isAdmin: who === 'ada',
    isManager: who === 'ada' || who === 'max',
  };
}

export function everyone(world: World): object[] {
  return [user(world, 'ada'), user(world, 'eli'), user(world, 'max'), user(world, 'uma')];
}

export function member(world: World, managerId: string | null): object {
  const names = { username: 'Nia', name: 'Nia', email: 'nia@example.com' };
  return {
    success: true,
    user: { ...user(world, 'eli'), _id: NEW_ID, id: NEW_ID, ...names, manager: managerId },
  };
}

export function session(id: unknown, name: string, roles: string[]): object {
  const email = `${name.toLowerCase()}@example.com`;
  return { _id: id, id, name, username: name, email, roles, token: TOKEN, accessToken: TOKEN };
}

export function item(world: World): object {
  const [id, userId] = [world.item, world.eli.id];
  return { _id: id, id, user: userId, name: 'Milk', count: 2, price: 1.5, purchased: false, section: null };
}

export function person(world: World, who: Who): object {
  return { id: world[who].id, email: `${who}@example.com`, username: nameOf(who) };
}

export function message(world: World, from: Who, differing: object): object {
  return {
    conversationId: world.conversation,
    sender: person(world, from),
    receiver: person(world, from === 'max' ? 'eli' : 'max'),
    ...differing,
  };
}

export function conversation(world: World, differing: object): object {
  return {
    id: world.conversation,
    participants: 'max@example.com-eli@example.com',
    users: [person(world, 'max'), person(world, 'eli')],
    message: 'Hi',
    timestamp: 2000,
    ...differing,
  };
}
