import type { Day } from '@onus/contract/dates/calendar';
import { calendarFeed } from '@onus/db/schema/access/token';
import { audit } from '@onus/db/schema/audit';
import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Browser, dayFrom, idOf, member, testWorld, ticksOf, type World } from '../testing.ts';

function onWednesday() {
  return testWorld(undefined, { firstDay: '2031-01-01' });
}

async function events(browser: Browser) {
  const [open, done] = [
    await browser.call.feed.events({ of: 'open' }),
    await browser.call.feed.events({ of: 'done' }),
  ];
  return [...open.events, ...done.events].map(({ uid, title, day, time, repetition }) => ({
    ...{ uid, title, day, time, repetition },
  }));
}

/** Lets time pass until noon of a date. */
async function until(world: World, browser: Browser, day: Day): Promise<void> {
  world.advance(Date.parse(day) - Date.parse(dayFrom(world, 0)));
  browser.held.accessToken = (await browser.call.auth.refresh()).accessToken;
}

test('the address is shown once, and the database has only a hash of it', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const made = await ana.call.feed.create({ name: 'Phone' });
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Phone',
    createdAt: expect.any(String),
    url: expect.stringMatching(/^https:\/\/onus\.example\/ics\/[\w-]{43}\.ics$/),
  });
  const { url, ...shown } = made;
  expect(await ana.call.feed.list()).toEqual([shown]);
  const stored = JSON.stringify(world.db.select().from(calendarFeed).all());
  expect(stored).not.toContain(/[\w-]{43}/.exec(url)?.[0]);
});

test('a person has at most 20 of their own, each with a name', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  await expect(ana.call.feed.create({ name: ' ' })).rejects.toThrow('Name is required');
  for (let n = 0; n < 20; n++) await ana.call.feed.create({ name: `${n}` });
  await expect(ana.call.feed.create({ name: 'more' })).rejects.toMatchObject({ code: 'CONFLICT' });
  const id = (await ana.call.feed.list())[0]?.id ?? '';
  await expect(ben.call.feed.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await ben.call.feed.list()).toEqual([]);
  expect(await ana.call.feed.revoke({ id })).toEqual({ id });
  await ana.call.feed.create({ name: 'more' });
});

test('a series is one event with its rule, and completed occurrences are events of their own', async () => {
  const ana = await onWednesday().person('Ana');
  const first = await ana.call.task.create({
    ...{ title: 'Bins', dueDate: '2031-01-02', dueTime: '19:00', recurrenceType: 'weekly' },
  });
  const bins = { title: 'Bins', time: '19:00' };
  const [only, ...none] = await events(ana);
  expect(none).toEqual([]);
  const weekly = (day: Day) => ({
    rule: ['FREQ=WEEKLY'],
    until: `${Number(day.slice(0, 4)) + 2}${day.slice(4)}`,
  });
  expect(only).toMatchObject({ ...bins, day: '2031-01-02', repetition: weekly('2031-01-02') });
  await ana.call.task.update({ id: first.id, completed: true });
  expect(await events(ana)).toEqual([
    { ...bins, uid: only?.uid, day: '2031-01-09', repetition: weekly('2031-01-09') },
    { ...bins, uid: first.id, day: '2031-01-02', repetition: null },
  ]);
});

test('a moved occurrence is an event of its own, and the rule begins with its follow-up', async () => {
  const ana = await onWednesday().person('Ana');
  const { id } = await ana.call.task.create({
    title: 'Run',
    dueDate: '2031-01-02',
    recurrenceType: 'weekly',
  });
  const [series] = await events(ana);
  await ana.call.task.update({ id, dueDate: '2031-01-04' });
  expect(await events(ana)).toMatchObject([
    { uid: id, day: '2031-01-04', repetition: null },
    { uid: series?.uid, day: '2031-01-09', repetition: { rule: ['FREQ=WEEKLY'] } },
  ]);
});

test('an overdue series goes on with the date on which its follow-up would be', async () => {
  const world = onWednesday();
  const ana = await world.person('Ana');
  const { id } = await ana.call.task.create({ title: 'Run', dueDate: '2031-01-02', recurrenceType: 'daily' });
  await until(world, ana, '2031-01-03');
  expect(await events(ana)).toMatchObject([{ day: '2031-01-02', repetition: { rule: ['FREQ=DAILY'] } }]);
  await until(world, ana, '2031-01-08');
  expect(await events(ana)).toMatchObject([
    { uid: id, day: '2031-01-02', repetition: null },
    { day: '2031-01-08', repetition: { rule: ['FREQ=DAILY'] } },
  ]);
  await ana.call.task.update({ id, completed: true });
  expect((await events(ana))[0]).toMatchObject({ day: '2031-01-08', repetition: { rule: ['FREQ=DAILY'] } });
});

test('a first date that is not one of the rule is an event of its own', async () => {
  const ana = await onWednesday().person('Ana');
  const set = { recurrenceType: 'weekdays' as const, recurrenceDays: [1, 4] };
  const { id } = await ana.call.task.create({ title: 'Run', dueDate: '2031-01-01', ...set });
  expect(await events(ana)).toMatchObject([
    { uid: id, day: '2031-01-01', repetition: null },
    { day: '2031-01-02', repetition: { rule: ['FREQ=WEEKLY', 'WKST=MO', 'BYDAY=MO,TH'] } },
  ]);
});

test('from completion, after its end and after the last date nothing repeats', async () => {
  const ana = await onWednesday().person('Ana');
  const weekly = { dueDate: '2031-01-02', recurrenceType: 'weekly' as const };
  await ana.call.task.create({ title: 'Filter', ...weekly, recurrenceFrom: 'done' });
  const { id } = await ana.call.task.create({ title: 'Course', ...weekly, recurrenceEndDate: '2031-01-10' });
  const of = async (title: string) => (await events(ana)).filter(one => one.title === title);
  expect(await of('Filter')).toMatchObject([{ repetition: null }]);
  expect(await of('Course')).toMatchObject([{ repetition: { until: '2031-01-10' } }]);
  await ana.call.task.update({ id, recurrenceType: 'none' });
  expect(await of('Course')).toMatchObject([{ uid: id, repetition: null }]);
});

test('what was due more than 30 days ago is left out, unless its series goes on', async () => {
  const world = onWednesday();
  const ana = await world.person('Ana');
  for (const [title, offset] of [
    ['kept', -30],
    ['old', -31],
  ] as const) {
    await ana.call.task.create({ title: `${title} open`, dueDate: dayFrom(world, offset) });
    const { id } = await ana.call.task.create({ title: `${title} done`, dueDate: dayFrom(world, offset) });
    await ana.call.task.update({ id, completed: true });
  }
  const monthly = { recurrenceType: 'monthly' as const, dueDate: dayFrom(world, -40) };
  await ana.call.task.create({ title: 'Rent', ...monthly });
  expect((await events(ana)).map(({ title, day }) => `${title} ${day}`)).toEqual([
    'kept open 2030-12-02',
    'Rent 2031-01-22',
    'kept done 2030-12-02',
  ]);
});

test('it holds the own list: what is assigned to others is on theirs', async () => {
  const world = testWorld();
  const boss = await world.person('Ana', 'Manager');
  const ben = await member(world, boss, 'Ben');
  const dueDate = dayFrom(world, 1);
  await boss.call.task.create({ title: 'His', dueDate, assignees: [await idOf(ben)] });
  await boss.call.task.create({ title: 'Hers', dueDate });
  expect((await events(boss)).map(one => one.title)).toEqual(['Hers']);
  expect((await events(ben)).map(one => one.title)).toEqual(['His']);
});

test('a long list comes in pages, each task once', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (let n = 0; n < 230; n++) await ana.call.task.create({ title: `${n}`, dueDate: dayFrom(world, n % 7) });
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ana.call.feed.events>> = await ana.call.feed.events({
      of: 'open',
      cursor,
    });
    titles.push(...page.events.map(one => one.title));
    cursor = page.nextCursor;
  } while (cursor);
  expect(titles.map(Number).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 230 }, (_, n) => n),
  );
});

test('the token of a feed opens the feed alone', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { id, url } = await ana.call.feed.create({ name: 'Phone' });
  const reader = world.browser();
  reader.held.accessToken = `onus_feed_${/[\w-]{43}/.exec(url)?.[0]}`;
  expect((await reader.call.feed.events({ of: 'open' })).name).toBe('Phone');
  const refused = { cause: { code: 'FORBIDDEN' } };
  await expect(reader.call.auth.me()).rejects.toMatchObject(refused);
  await expect(reader.call.task.list({ view: 'all' })).rejects.toMatchObject(refused);
  await expect(reader.call.feed.list()).rejects.toMatchObject(refused);
  const script = world.browser();
  const scopes = ['read', 'tasks', 'groceries', 'messages'] as const;
  script.held.accessToken = (await ana.call.token.create({ name: 'x', scopes: [...scopes] })).token;
  await expect(script.call.feed.events({ of: 'open' })).rejects.toMatchObject(refused);
  await ana.call.feed.revoke({ id });
  await expect(reader.call.feed.events({ of: 'open' })).rejects.toMatchObject({
    cause: { code: 'TOKEN_INVALID' },
  });
});

test('reading ends with what was due 30 days ago, and the audit log has each feed', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (let n = 0; n < 120; n++) {
    const { id } = await ana.call.task.create({ title: `${n}`, dueDate: dayFrom(world, -40) });
    await ana.call.task.update({ id, completed: true });
  }
  expect(await ana.call.feed.events({ of: 'done' })).toMatchObject({ events: [], nextCursor: null });
  let id = '';
  const create = async () => {
    ({ id } = await ana.call.feed.create({ name: 'Phone' }));
  };
  expect(await ticksOf(world, { ana }, 'chat', create)).toEqual({ ana: ['session'] });
  const revoke = () => ana.call.feed.revoke({ id });
  expect(await ticksOf(world, { ana }, 'chat', revoke)).toEqual({ ana: ['session'] });
  const lines = world.db.select().from(audit).where(like(audit.event, 'feed.%')).all();
  expect(lines.map(({ event, detail }) => [event, detail])).toEqual([
    ['feed.created', { name: 'Phone' }],
    ['feed.revoked', { name: 'Phone' }],
  ]);
});

test('with completed tasks of the last days, reading goes on to the next page', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (let n = 0; n < 120; n++) {
    const { id } = await ana.call.task.create({ title: `${n}`, dueDate: dayFrom(world, -1) });
    await ana.call.task.update({ id, completed: true });
  }
  const first = await ana.call.feed.events({ of: 'done' });
  const rest = await ana.call.feed.events({ of: 'done', cursor: first.nextCursor });
  expect(new Set([...first.events, ...rest.events].map(({ title }) => title)).size).toBe(120);
});
