import { at, send } from '../../lib/client/http-client.ts';
import type { Server } from '../../lib/server/server.ts';
import { exceptions } from '../../lib/statistics.ts';
import { type Account, register, withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result } from '../proof.ts';

/** The short form has two, 17 hours apart. */
const SERVER_ZONES = {
  short: ['America/St_Johns', 'Pacific/Kiritimati'],
  full: ['UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'],
};
/** The readers' time zones. The last ones have days of 23 and 25 hours near the dates below. */
const VIEWER_ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Europe/Berlin'];
const DAY = 86_400_000;

export const sameDates: Proof = {
  name: 'same-dates',
  guarantee: 'Dates mean the same everywhere',
  target:
    'server zones UTC, America/St_Johns, Pacific/Kiritimati, Asia/Kathmandu, and DST days: the same lists, the same chart',
  short: true,
  async measure(size) {
    const zones = SERVER_ZONES[size];
    let [seen, today]: [Views[], string] = [[], ''];
    // Repeats if midnight passed for one of the readers.
    do {
      today = todays();
      const days = daysAround(new Date());
      seen = await Promise.all(zones.map(zone => withServer({ TZ: zone }, server => views(server, days))));
    } while (todays() !== today);
    return judged(seen, zones);
  },
};

/** Responses by request. */
type Views = Map<string, string>;

function judged(seen: readonly Views[], zones: readonly string[]): Result {
  const [first = new Map<string, string>(), ...others] = seen;
  const wrong = [...first].flatMap(([asked, response]) =>
    others.flatMap((views, place) =>
      views.get(asked) === response ? [] : [`${asked} differs in ${zones[place + 1]}`],
    ),
  );
  wrong.push(
    ...[...first]
      .filter(([, response]) => response.startsWith('!'))
      .map(([asked, response]) => `${asked}: ${response}`),
  );
  const rows = [...first.values()].join('').split('"title"').length - 1;
  const what = `responses of ${zones.length} servers differed (${rows} tasks in them)`;
  return {
    measured: exceptions(wrong, first.size * zones.length, what),
    holds: wrong.length === 0 && rows > 0,
  };
}

function todays(): string {
  return VIEWER_ZONES.map(timeZone => new Date().toLocaleDateString('en-CA', { timeZone })).join();
}

/** The days around now, the bounds of months, and the days on which clocks change. */
function daysAround(now: Date): string[] {
  const near = [-40, -2, -1, 0, 1, 2, 40].map(days => new Date(now.getTime() + days * DAY));
  const year = now.getUTCFullYear();
  const months = Array.from(
    { length: 8 },
    (_, back) => new Date(Date.UTC(year, now.getUTCMonth() - back, 1)),
  );
  const ends = months.map(first => new Date(first.getTime() - DAY));
  const changes = [`${year}-03-08`, `${year}-03-29`, `${year}-10-25`, `${year}-11-01`];
  const all = [...near, ...months, ...ends].map(date => date.toISOString().slice(0, 10));
  return [...new Set([...all, ...changes])].toSorted();
}

async function views(server: Server, days: readonly string[]): Promise<Views> {
  const boss = await register(server, 'Boss', 'Manager');
  const found: Views = new Map();
  for (const day of days) {
    // With and without an offset, at the edges of the day.
    for (const time of ['', 'T12:00:00.000Z', 'T00:00:00', 'T23:59:59.999Z', 'T23:30:00-05:00']) {
      const body = { title: `${day}${time}`, dueDate: day + time, completed: false };
      const response = await send(server.url, '/tasks', { token: boss.token, body });
      found.set(
        `due ${day}${time}`,
        response.status === 201 ? String(at(response.body, 'dueDate')) : `!${response.bytes}`,
      );
    }
  }
  for (const [name, date] of [
    ['monthly', '2026-01-31'],
    ['daily', '2026-03-28'],
    ['weekly', '2026-10-24'],
  ])
    found.set(`after ${date} ${name}`, await following(server, boss, String(name), String(date)));
  for (const zone of VIEWER_ZONES) {
    const paths = [
      '/tasks',
      '/tasks/today',
      '/tasks/incomplete',
      '/manager/tasks/today',
      `/api/goals/${days[5]}`,
    ];
    for (const path of paths) found.set(`${path} in ${zone}`, await listed(server, boss, path, zone));
    for (const path of ['manager.chart', 'task.counts', 'manager.counts'])
      found.set(`${path} in ${zone}`, await typed(server, boss, path, zone));
  }
  return found;
}

/** Completes a task that repeats and returns where its next one is due. */
async function following(
  server: Server,
  boss: Account,
  recurrenceType: string,
  dueDate: string,
): Promise<string> {
  const { token } = boss;
  const title = `${recurrenceType} from ${dueDate}`;
  const { body } = await send(server.url, '/tasks', { token, body: { title, dueDate, recurrenceType } });
  const done = { id: at(body, 'id'), completed: true };
  const headers = { 'x-timezone': 'UTC' };
  await send(server.url, '/tasks', { method: 'PATCH', token, body: done, headers });
  const all = (await send(server.url, '/tasks', { token, headers })).body;
  const due = Array.isArray(all)
    ? all.filter(one => at(one, 'title') === title).map(one => at(one, 'dueDate'))
    : [];
  return due.length === 2 ? due.join(' then ') : `!${due.length} occurrences`;
}

async function listed(server: Server, { token }: Account, path: string, zone: string): Promise<string> {
  const { status, body } = await send(server.url, path, { token, headers: { 'x-timezone': zone } });
  if (status !== 200 || !Array.isArray(body)) return `!${status}`;
  const rows = body.map(row => ({
    title: at(row, 'title'),
    dueDate: at(row, 'dueDate'),
    done: at(row, 'completed'),
  }));
  return JSON.stringify(rows);
}

async function typed(server: Server, { token }: Account, path: string, zone: string): Promise<string> {
  const { status, body } = await send(server.url, `/trpc/${path}`, {
    token,
    headers: { 'x-timezone': zone },
  });
  return status === 200 ? JSON.stringify(at(body, 'result', 'data')) : `!${status}`;
}
