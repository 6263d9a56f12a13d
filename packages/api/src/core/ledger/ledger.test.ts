import { appliedOp } from '@onus/db/schema/operation';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { v4, v7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { createCaller } from '../../root.ts';
import { type Browser, dayFrom, idOf, member, testWorld, type World, whole } from '../../testing.ts';
import { createLedger } from './ledger.ts';
import { operationsOfHeader } from './operations.ts';

const DAY = 86_400_000;

let world: World;
let ana: Browser;
let ben: Browser;

beforeEach(async () => {
  world = testWorld();
  ana = await world.person('Ana', 'Manager');
  ben = await member(world, ana, 'Ben');
});

/** An operation made at a time of the world's clock. */
function op(ago = 0): string {
  return v7({ msecs: world.clock() - ago });
}

function milk(name = 'Milk') {
  return { id: v7(), name, count: 1 };
}

async function names(): Promise<string[]> {
  return (await ana.call.grocery.list()).map(item => item.name);
}

test('without an operation id the same call again makes another row; with one it answers what it answered', async () => {
  for (let time = 0; time < 2; time++) await ana.call.grocery.create({ name: 'Bread' });
  expect(await names()).toEqual(['Bread', 'Bread']);
  const id = op();
  const first = await ana.under(id).grocery.create({ name: 'Milk' });
  expect(await ana.under(id).grocery.create({ name: 'Milk' })).toEqual(first);
  expect(await names()).toEqual(['Bread', 'Bread', 'Milk']);
});

test('S1: a repeated create does not restore a deleted row', async () => {
  const [id, item] = [op(), milk()];
  await ana.under(id).grocery.create(item);
  await ben.call.grocery.delete({ id: item.id });
  await ana.under(id).grocery.create(item);
  expect(await names()).toEqual([]);
});

test('S2: a repeated delete is done, and so is a delete of a row that someone else has deleted', async () => {
  const [id, item] = [op(), milk()];
  await ana.call.grocery.create(item);
  for (let time = 0; time < 2; time++) {
    expect(await ana.under(id).grocery.delete({ id: item.id })).toEqual({ id: item.id });
  }
  expect(await ben.under(op()).grocery.delete({ id: item.id })).toEqual({ id: item.id });
  expect(await ben.under(op()).grocery.update({ id: item.id, purchased: true })).toEqual({ id: item.id });
  const bins = await ana.call.task.create({ title: 'Bins', dueDate: dayFrom(world, 1) });
  await ana.call.task.delete({ id: bins.id });
  expect(await ana.under(op()).task.update({ id: bins.id, completed: true })).toEqual({ id: bins.id });
  expect(await ana.under(op()).task.delete({ id: bins.id })).toEqual({ id: bins.id });
  // To edit it is refused: the person must hear that the text is not kept.
  await expect(ana.under(op()).task.update({ id: bins.id, title: 'Green bins' })).rejects.toThrow(
    'not found',
  );
  await expect(ana.call.grocery.delete({ id: item.id })).rejects.toThrow('Item not found');
});

test('to reopen a deleted task, to put a removed item back and to change nothing of either is refused', async () => {
  const item = await ana.call.grocery.create(milk());
  await ana.call.grocery.delete({ id: item.id });
  const bins = await ana.call.task.create({ title: 'Bins', dueDate: dayFrom(world, 1) });
  await ana.call.task.delete({ id: bins.id });
  for (const change of [
    () => ana.under(op()).task.update({ id: bins.id, completed: false }),
    () => ana.under(op()).task.update({ id: bins.id, was: { title: 'Bins' } }),
    () => ana.under(op()).task.update({ id: bins.id }),
    () => ana.under(op()).grocery.update({ id: item.id, purchased: false }),
    () => ana.under(op()).grocery.update({ id: item.id }),
  ]) {
    await expect(change()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('an undo of a deletion that another person has undone already is done', async () => {
  const item = await ana.call.grocery.create(milk());
  await ana.call.grocery.delete({ id: item.id });
  await ben.under(op()).grocery.restore({ id: item.id });
  const edited = await ben.call.grocery.update({ id: item.id, count: 3 });
  const id = op();
  for (let time = 0; time < 2; time++) {
    expect(await ana.under(id).grocery.restore({ id: item.id })).toEqual(edited);
  }
  const zoe = await world.person('Zoe', 'Manager');
  await expect(zoe.under(op()).grocery.restore({ id: item.id })).rejects.toThrow('Item not found');
  await expect(ana.call.grocery.restore({ id: item.id })).rejects.toThrow('Item not found');

  const bins = await ana.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, 1),
    assignees: [await idOf(ben)],
  });
  expect(await ana.under(op()).task.restore({ id: bins.id })).toEqual({ ...bins, gone: [] });
  // Ben sees it and may not restore it.
  await expect(ben.under(op()).task.restore({ id: bins.id })).rejects.toThrow('Task not found');
  await expect(ana.call.task.restore({ id: bins.id })).rejects.toThrow('Task not found');
});

test('a row that the caller may not see any more is not done, but refused', async () => {
  const bins = await ana.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, 1),
    assignees: [await idOf(ben)],
  });
  const zoe = await world.person('Zoe', 'Manager');
  const tea = await zoe.call.grocery.create({ name: 'Tea' });
  await ana.call.task.assign({ id: bins.id, add: [], remove: [await idOf(ben)] });
  const missing = { code: 'NOT_FOUND' };
  const id = op();
  for (let time = 0; time < 2; time++) {
    await expect(ben.under(id).task.update({ id: bins.id, completed: true })).rejects.toMatchObject(missing);
  }
  await expect(ben.under(op()).task.delete({ id: bins.id })).rejects.toMatchObject(missing);
  await expect(ben.under(op()).grocery.update({ id: tea.id, purchased: true })).rejects.toMatchObject(
    missing,
  );
  await expect(ben.under(op()).grocery.delete({ id: tea.id })).rejects.toMatchObject(missing);
  expect(await ana.call.task.get({ id: bins.id })).toMatchObject({ completed: false });
});

test('S3: a completion by its id is no conflict, whatever others changed', async () => {
  const bins = await ana.call.task.create({ title: 'Bins', dueDate: dayFrom(world, 1) });
  await ana.call.task.update({ id: bins.id, title: 'Green bins' });
  const done = await ana.under(op()).task.update({ id: bins.id, completed: true });
  expect(done).toMatchObject({ title: 'Green bins', completed: true });
});

test('S4: a repeated completion does not complete a task that was reopened since', async () => {
  const bins = await ana.call.task.create({ title: 'Bins', dueDate: dayFrom(world, 1) });
  const id = op();
  await ana.under(id).task.update({ id: bins.id, completed: true });
  await ana.call.task.update({ id: bins.id, completed: false });
  await ana.under(id).task.update({ id: bins.id, completed: true });
  expect(await ana.call.task.get({ id: bins.id })).toMatchObject({ completed: false });
});

test('S5: an occurrence that two people complete five times has one follow-up', async () => {
  const bins = await ana.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, 1),
    recurrenceType: 'weekly',
    assignees: [await idOf(ben)],
  });
  const id = op();
  for (const one of [ana.under(id), ben.under(op()), ana.under(id), ana.under(op()), ben.under(op())]) {
    await one.task.update({ id: bins.id, completed: true });
  }
  expect(await whole(ana.call.manager.tasks, { view: 'all' })).toHaveLength(2);
});

test('S6: two people who each add one have two more, and a repeated addition counts once', async () => {
  const item = await ana.call.grocery.create(milk());
  const id = op();
  for (const one of [ana.under(id), ben.under(op()), ana.under(id)]) {
    await one.grocery.adjust({ id: item.id, by: 1 });
  }
  expect(await ana.call.grocery.list()).toMatchObject([{ count: 3 }]);
});

test('a refusal is the verdict too: it stays when the reason is gone', async () => {
  const [id, lists] = [op(), { view: 'all' as const }];
  const input = { title: 'Bins', dueDate: dayFrom(world, 1), assignees: [await idOf(ana)] };
  const refused = 'You can only assign tasks to your own members';
  await expect(ben.under(id).task.create(input)).rejects.toThrow(refused);
  // Ben becomes the manager of Ana.
  const [anaId, benId] = [await idOf(ana), await idOf(ben)];
  world.db
    .update(user)
    .set({ roles: ['Manager'], managerId: null })
    .where(eq(user.id, benId))
    .run();
  world.db.update(user).set({ managerId: benId }).where(eq(user.id, anaId)).run();
  await expect(ben.under(id).task.create(input)).rejects.toThrow(refused);
  expect(await ben.under(op()).task.create(input)).toMatchObject({ title: 'Bins' });
  const empty = op();
  for (let time = 0; time < 2; time++) {
    await expect(ben.under(empty).task.create({ ...input, title: '' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Title is required',
    });
  }
  expect(world.db.select().from(appliedOp).all()).toHaveLength(3);
  expect(await whole(ben.call.task.list, lists)).toEqual([]);
});

test('a conflict is told again with the newest row as it was', async () => {
  const bins = await ana.call.task.create({ title: 'Bins', dueDate: dayFrom(world, 1) });
  await ana.call.task.update({ id: bins.id, title: 'Green bins' });
  const id = op();
  const clash = () => ana.under(id).task.update({ id: bins.id, title: 'Blue', basedOn: bins.updatedAt });
  const newest = await ana.call.task.get({ id: bins.id });
  await expect(clash()).rejects.toMatchObject({ code: 'CONFLICT', cause: { newest } });
  await ana.call.task.update({ id: bins.id, title: 'Paper' });
  await expect(clash()).rejects.toMatchObject({ code: 'CONFLICT', cause: { newest } });
});

test('parallel calls of one operation run once, and each is answered the same', async () => {
  const id = op();
  const all = await Promise.all(
    Array.from({ length: 10 }, () => ana.under(id).grocery.create({ name: 'Milk' })),
  );
  expect(new Set(all.map(one => one.id)).size).toBe(1);
  expect(await names()).toEqual(['Milk']);
  const [email, cleo] = ['cleo@example.com', op()];
  const made = await Promise.all(
    [1, 2, 3].map(() => ana.under(cleo).member.create({ username: 'Cleo', email, password: 'secret' })),
  );
  expect(new Set(made.map(one => one.id)).size).toBe(1);
});

test('an operation id that was used for another procedure or another input is refused, and changes nothing', async () => {
  const [id, item] = [op(), milk()];
  await ana.under(id).grocery.create(item);
  const reused = {
    message: 'This id or key was used for another request',
    cause: { code: 'OPERATION_REUSED' },
  };
  for (const other of [
    () => ana.under(id).grocery.delete({ id: item.id }),
    () => ana.under(id).grocery.create(milk('Tea')),
    () => ana.under(id).grocery.create({ ...item, count: 2 }),
    () => ana.under(id).task.create({ title: 'Bins', dueDate: dayFrom(world, 1) }),
    () => ana.under(id).grocery.clearCart(),
  ]) {
    await expect(other()).rejects.toMatchObject(reused);
  }
  expect(await ana.under(id).grocery.create(item)).toMatchObject({ name: 'Milk', count: 1 });
  expect(await names()).toEqual(['Milk']);
  expect(await whole(ana.call.task.list, { view: 'all' })).toEqual([]);
  // A refusal is a verdict on its own request alone.
  const refused = op();
  await expect(ana.under(refused).grocery.create({ name: '' })).rejects.toThrow('Name is required');
  await expect(ana.under(refused).grocery.create({ name: 'Tea' })).rejects.toMatchObject(reused);
  await expect(ana.under(refused).grocery.create({ name: '' })).rejects.toThrow('Name is required');
});

test('of two requests with one operation id at the same moment one is done', async () => {
  const id = op();
  const both = await Promise.allSettled([
    ana.under(id).grocery.create(milk()),
    ana.under(id).grocery.create(milk('Tea')),
  ]);
  expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { cause: { code: 'OPERATION_REUSED' } } }]);
  expect(await names()).toEqual(['Milk']);
});

test('a row of an older version, and one of another key file, get their verdict whatever was asked', async () => {
  const [older, moved] = [op(), op()];
  const [bread, tea] = [
    await ana.under(older).grocery.create(milk('Bread')),
    await ana.under(moved).grocery.create(milk('Tea')),
  ];
  world.db.update(appliedOp).set({ request: null }).where(eq(appliedOp.op, older)).run();
  expect(await ana.under(older).grocery.delete({ id: bread.id })).toEqual(bread);
  const caller = Object.create(ana.context.caller, { operations: { get: () => operationsOfHeader(moved) } });
  const ledger = createLedger(new Uint8Array(32).fill(9));
  const underOtherKey = createCaller({ ...ana.context, caller, ledger });
  expect(await underOtherKey.grocery.create(milk('Rice'))).toEqual(tea);
  expect(await names()).toEqual(['Bread', 'Tea']);
});

test('an operation of another person, one that is too old and one that cannot be read are refused', async () => {
  const id = op();
  await ana.under(id).grocery.create(milk());
  await expect(ben.under(id).grocery.create(milk('Tea'))).rejects.toMatchObject({
    message: 'This operation belongs to another person',
    code: 'FORBIDDEN',
  });
  await expect(ben.under(op(91 * DAY)).grocery.create(milk())).rejects.toMatchObject({
    message: expect.stringContaining('check the clock of your device'),
    cause: { code: 'OPERATION_TOO_OLD' },
  });
  await expect(ben.under(v4()).grocery.create(milk())).rejects.toMatchObject({
    message: 'The operation id must be a version 7 UUID',
    code: 'BAD_REQUEST',
  });
  await ben.under(op(89 * DAY)).grocery.create(milk('Bread'));
  expect(await names()).toEqual(['Milk', 'Bread']);
});

test('nothing is kept that is no verdict: an ended session, too many attempts', async () => {
  const [id, item] = [op(), milk()];
  const { accessToken } = ben.held;
  ben.held.accessToken = 'rubbish';
  await expect(ben.under(id).grocery.create(item)).rejects.toMatchObject({
    cause: { code: 'TOKEN_INVALID' },
  });
  ben.held.accessToken = accessToken;
  expect(await ben.under(id).grocery.create(item)).toMatchObject({ name: 'Milk' });
});

test('calls that return a secret, or that need no session, accept no operation id', async () => {
  const cleo = await member(world, ana, 'Cleo');
  const email = 'ana@example.com';
  for (const call of [
    () => ana.under(op()).auth.login({ email, password: 'Ana-secret' }),
    () => ana.under(op()).auth.refresh(),
    () => ana.under(op()).auth.logout(),
    async () => ana.under(op()).member.link({ id: await idOf(cleo) }),
    () => ana.under(op()).sheet.preview({ kind: 'groceries', table: 'name\nMilk' }),
  ]) {
    await expect(call()).rejects.toThrow('This call takes no operation id');
  }
  await ana.under(op()).auth.registration();
  await ana.under('rubbish').grocery.list();
});

test('the ledger keeps no token and no password', async () => {
  const created = { username: 'Dora', email: 'dora@example.com', password: 'hunter2' };
  await ana.under(op()).member.create(created);
  await ana.under(op()).member.updateSelf({ email: 'anna@example.com' });
  await ana.under(op()).auth.changePassword({ current: 'Ana-secret', password: 'hunter3hunter3' });
  const text = JSON.stringify(world.db.select().from(appliedOp).all());
  expect(text).toContain('dora@example.com');
  for (const secret of ['hunter2', 'hunter3', 'token', 'password_hash', 'takeBack']) {
    expect(text).not.toContain(secret);
  }
});
