import { FEED_BUDGETS } from '@onus/contract/limits/feed-budgets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { socketClient, statusOver } from '../rights/over-socket.ts';
import { place, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' });
});
afterAll(() => server.close());

interface Owner {
  token: string;
}

async function feedOf({ token }: Owner, name = 'Phone'): Promise<{ id: string; path: string }> {
  const { body } = await server.send('POST', '/trpc/feed.create', { token, body: { name } });
  const { id, url } = body.result.data;
  expect(url).toMatch(/^http:\/\/localhost:3000\/ics\/[\w-]{43}\.ics$/);
  return { id, path: new URL(url).pathname };
}

/** A day from today, in UTC. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

function add({ token }: Owner, title: string, more: object = {}) {
  return server.send('POST', '/tasks', { token, body: { title, dueDate: day(1), ...more } });
}

let calls = 0;
function get(path: string, headers: Record<string, string> = {}) {
  calls += 1;
  return server.send('GET', path, { headers: { 'x-forwarded-for': `10.2.0.${calls}`, ...headers } });
}

test('a calendar reads the tasks of the owner, without a cookie or another credential', async () => {
  const ana = await signUp(server, 'Ana');
  const { path } = await feedOf(ana, 'Ana, at home');
  await add(ana, 'Bins; and glass', { dueTime: '19:00', recurrenceType: 'weekly' });
  const { status, headers, body } = await get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('set-cookie')).toBeNull();
  const at = `${day(1).replaceAll('-', '')}T190000`;
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n/);
  expect(body).toContain('\r\nNAME:Ana\\, at home\r\n');
  expect(body).toContain('\r\nSUMMARY:Bins\\; and glass\r\n');
  expect(body).toContain(`\r\nDTSTART:${at}\r\nRRULE:FREQ=WEEKLY;UNTIL=`);
  expect(body).toMatch(/\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n$/);
  // A person who opens the address gets the file, not the app.
  expect((await get(path, { accept: 'text/html' })).headers.get('content-type')).toMatch(/^text\/calendar/);
});

test('a client that has this version gets 304, until something changes', async () => {
  const ben = await signUp(server, 'Ben');
  const { path } = await feedOf(ben);
  await add(ben, 'Bins');
  const etag = (await get(path)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get(path, { 'if-none-match': known });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
  }
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  await add(ben, 'Glass');
  const changed = await get(path, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.body).toContain('SUMMARY:Glass');
  expect(changed.headers.get('etag')).not.toBe(etag);
});

test('a revoked feed, a wrong address and a deactivated owner are the same 404', async () => {
  const boss = await signUp(server, 'Boss');
  place(server, boss.id, 'Manager');
  const cleo = await signUp(server, 'Cleo');
  place(server, cleo.id, 'Employee', boss.id);
  const [one, other] = [await feedOf(cleo), await feedOf(cleo)];
  const missing = { status: 404, body: { message: 'Calendar not found', code: 'NOT_FOUND' } };
  await server.send('POST', '/trpc/feed.revoke', { token: cleo.token, body: { id: one.id } });
  expect(await get(one.path)).toMatchObject(missing);
  expect((await get(other.path)).status).toBe(200);
  for (const path of [
    other.path.replace('.ics', ''),
    other.path.replace('.ics', '.txt'),
    `/ics/${'A'.repeat(43)}.ics`,
    '/ics/x.ics',
  ])
    expect([path, await get(path)]).toMatchObject([path, missing]);
  const off = { id: cleo.id, active: false };
  await server.send('PATCH', '/users', { token: boss.token, body: off });
  expect(await get(other.path)).toMatchObject(missing);
  await server.send('PATCH', '/users', { token: boss.token, body: { ...off, active: true } });
  expect(await get(other.path)).toMatchObject(missing);
});

test('its token is a credential nowhere else', async () => {
  const hal = await signUp(server, 'Hal');
  const { path } = await feedOf(hal);
  const token = `onus_feed_${path.slice('/ics/'.length, -'.ics'.length)}`;
  expect((await server.send('GET', '/trpc/feed.events?input={"of":"open"}', { token })).status).toBe(401);
  const { client, close } = socketClient(server.url, token);
  expect(await statusOver(client, 'feed.events', { of: 'open' })).toBe(401);
  close();
});

test('it shows what its owner may see at that moment', async () => {
  const boss = await signUp(server, 'Dora');
  place(server, boss.id, 'Manager');
  const ella = await signUp(server, 'Ella');
  place(server, ella.id, 'Employee', boss.id);
  const { path } = await feedOf(ella);
  const { body: made } = await add(boss, 'For Ella', { assignees: [ella.id] });
  expect((await get(path)).body).toContain('SUMMARY:For Ella');
  await server.send('PATCH', '/tasks', { token: boss.token, body: { id: made.id, assignees: [] } });
  expect((await get(path)).body).not.toContain('SUMMARY:For Ella');
});

test('wrong addresses are counted by address, and the reads of a feed by person', async () => {
  const fay = await signUp(server, 'Fay');
  const { path } = await feedOf(fay);
  const from = (address: string, at: string) =>
    server.send('GET', at, { headers: { 'x-forwarded-for': address } });
  const statuses = [];
  for (let n = 0; n < 31; n++) statuses.push((await from('192.0.2.50', '/ics/x.ics')).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  // A good one still works from there.
  expect((await from('192.0.2.50', path)).status).toBe(200);
  let last = await from('192.0.2.51', path);
  for (let n = 0; n < FEED_BUDGETS.feedReads.most && last.status === 200; n++)
    last = await from('192.0.2.51', path);
  expect(last.status).toBe(429);
  expect(last.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(last.body.message).toContain('At most 120 reads of one person’s calendar feeds in a minute');
});

test('a list that is too long is cut at a thousand tasks of a kind, those due last first', async () => {
  const gus = await signUp(server, 'Gus');
  const { path } = await feedOf(gus);
  const { body: one } = await add(gus, 'Template', { text: 'x'.repeat(500) });
  const { $client } = server.services.db;
  const columns = $client
    .prepare("select name from pragma_table_info('task') where name <> 'due_day'")
    .pluck()
    .all();
  const copy = columns.map(name =>
    name === 'id'
      ? "'copy-' || value"
      : name === 'due_date'
        ? "strftime('%Y-%m-%dT12:00:00.000Z', 'now', '+' || value || ' days')"
        : name === 'title'
          ? "'Task ' || value"
          : `"${name}"`,
  );
  $client.exec(
    `with recursive n(value) as (select 2 union all select value + 1 from n where value < 1500)
     insert into task (${columns.map(name => `"${name}"`)}) select ${copy} from task, n where id = '${one.id}'`,
  );
  const { body, status } = await get(path);
  expect(status).toBe(200);
  const titles = body.match(/(?<=SUMMARY:).*(?=\r)/g);
  expect(titles).toHaveLength(1000);
  expect(titles[0]).toBe('Task 1500');
  expect(titles.at(-1)).toBe('Task 501');
  $client.exec("update task set text = replace(hex(zeroblob(2000)), '0', 'y') where id like 'copy-%'");
  const long = (await get(path)).body;
  expect(long.length).toBeLessThan(FEED_BUDGETS.feedCharacters.most + 1_000);
  expect(long).toMatch(/END:VEVENT\r\nEND:VCALENDAR\r\n$/);
});
