import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '../../lib/concurrency.ts';
import { type Mailbox, openMailbox } from '../../lib/mailbox.ts';
import { type Random, seededRandom } from '../../lib/seeded-random.ts';
import { integrityErrors } from '../../lib/server/database-copy.ts';
import { type Server, startServer } from '../../lib/server/server.ts';
import { createHousehold, type Household, SETTINGS } from '../../lib/users/household.ts';
import type { Proof, Result, Size } from '../proof.ts';

const EXTENT = { short: { events: 120, kills: 6 }, full: { events: 2_000, kills: 50 } };
const MEMBERS = 8;
const DAY = 86_400_000;
const MINUTE = 60_000;
/** So late the mail server says that it has an email. A kill in that time makes a second copy of it. */
const SLOW = 700;

/** Where the server's clock is after each kill, in minutes from its noon. Reminders and digests are at 13:00. */
const CLOCKS = [0, 70, -10, 5, 80, 0];

export const notifications: Proof = {
  name: 'notifications',
  guarantee: 'No notification is lost, and none is sent twice',
  target:
    '2,000 events and 50 kills while emails are queued and sent, each with another clock: 0 lost, 0 sent under two Message-IDs, each reminder and digest once',
  short: true,
  async measure(size) {
    const mailbox = await openMailbox(undefined, SLOW);
    const settings: Record<string, string> = { ...SETTINGS, TZ: 'UTC', SMTP_URL: mailbox.url };
    const noon = DAY * 1.5 - (Date.now() % DAY);
    const setClock = (minutes: number) => {
      settings.NODE_OPTIONS = shiftedClock(noon + minutes * MINUTE);
    };
    setClock(0);
    const server = await startServer(settings);
    try {
      return await measured(server, mailbox, setClock, size);
    } finally {
      await server.remove();
      await mailbox.close();
    }
  },
};

/** The server's own clock, ahead of this machine's. */
function shiftedClock(ms: number): string {
  const code = `const now=Date.now;Date.now=()=>now()+${ms}`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** What people were told of: acknowledged by the server. */
interface Told {
  markers: string[];
  unanswered: number;
}

async function measured(
  server: Server,
  mailbox: Mailbox,
  setClock: (minutes: number) => void,
  size: Size,
): Promise<Result> {
  const household = await createHousehold(server, MEMBERS + 1);
  await choose(household);
  const told: Told = { markers: await timedTasks(household), unanswered: 0 };
  const faults = await tellThroughCrashes(server, household, told, setClock, EXTENT[size]);
  await waitUntil(
    () => missing(told, mailbox).length === 0,
    'the emails of everything that was acknowledged',
  ).catch(() => {});
  const lost = missing(told, mailbox);
  const twice = [...sentTwice(mailbox), ...wrongDigests(household, mailbox)];
  const copies = mailbox.mails.length - new Set(mailbox.mails.map(messageIdOf)).size;
  const what = [...lost.map(marker => `lost ${marker}`), ...twice, ...faults]
    .slice(0, 3)
    .map(line => `; ${line}`);
  return {
    measured: `${told.markers.length} events acknowledged, ${EXTENT[size].kills} kills, ${told.unanswered} calls unanswered, ${mailbox.mails.length} emails: ${lost.length} lost, ${twice.length} sent twice, ${copies} copies of an email with its own Message-ID, ${faults.length} faults${what.join('')}`,
    holds: lost.length === 0 && twice.length === 0 && faults.length === 0,
  };
}

async function choose({ members }: Household): Promise<void> {
  const kinds = { assigned: ['mail'], message: ['mail'], due: ['mail'], digest: ['mail'] } as const;
  for (const { calls } of members) {
    await calls.notify.update.mutate({
      kinds: Object.fromEntries(Object.entries(kinds).map(([kind, channels]) => [kind, [...channels]])),
      digestAt: '13:00',
    });
  }
}

/** One task for each member that has a time. They created it themselves, so it is not assigned to them by others. */
async function timedTasks({ members }: Household): Promise<string[]> {
  const dueDate = new Date(Date.now() + DAY * 1.5 - (Date.now() % DAY)).toISOString().slice(0, 10);
  const titles = members.map((_, at) => `[due ${at}]`);
  for (const [at, { calls }] of members.entries()) {
    await calls.task.create.mutate({ title: titles[at] ?? '', dueDate, dueTime: '13:00' });
  }
  return titles;
}

async function tellThroughCrashes(
  server: Server,
  household: Household,
  told: Told,
  setClock: (minutes: number) => void,
  { events, kills }: { events: number; kills: number },
): Promise<string[]> {
  const random = seededRandom(1);
  let isUp = Promise.resolve();
  let left = kills;
  let next = 0;
  const teller = async () => {
    while (next < events || left > 0) {
      await isUp;
      await tell(household, told, next++, random);
      // The queue gets a moment, so that emails are under way at each kill.
      await wait(20 + random(80));
    }
  };
  const faults: string[] = [];
  async function killAll(): Promise<void> {
    for (; left > 0; left--) {
      const enough = told.markers.length + 1 + random((2 * events) / kills);
      await waitUntil(() => told.markers.length >= enough, 'the next acknowledged event');
      // Emails wait for a second first.
      await wait(random(2_500));
      const back = Promise.withResolvers<void>();
      isUp = back.promise;
      await server.kill();
      faults.push(...(await integrityErrors(server.file)));
      setClock(CLOCKS[left % CLOCKS.length] ?? 0);
      await server.start();
      back.resolve();
    }
  }
  await Promise.all([killAll(), teller(), teller()]);
  // After the time of the reminders.
  setClock(90);
  await server.kill();
  await server.start();
  return faults;
}

/** Assigns a task or writes a message, which says which one it is. */
async function tell(
  { manager, members }: Household,
  told: Told,
  number: number,
  random: Random,
): Promise<void> {
  const member = members[random(members.length)] ?? manager;
  const marker = `[event ${number}]`;
  try {
    if (number % 2 === 0) {
      const title = marker;
      await manager.calls.task.create.mutate({ title, dueDate: '2030-01-01', assignees: [member.id] });
    } else {
      await manager.calls.chat.start.mutate({ users: [member.id], message: marker });
    }
    told.markers.push(marker);
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    told.unanswered += 1;
  }
}

/** The server was killed before it responded. What it stored may be mailed or not. */
function isUnanswered(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && !('data' in cause && cause.data);
}

/** Reminders and digests name a task that was due, and so does the digest: only the kind tells them apart. */
function kindOf(mail: string): string {
  return /stop\?token=(\w+)\./.exec(mail)?.[1] ?? '';
}

function messageIdOf(mail: string): string {
  return /^Message-ID: (.*)$/im.exec(mail)?.[1] ?? '';
}

function missing({ markers }: Told, { mails }: Mailbox): string[] {
  const all = mails.filter(mail => kindOf(mail) !== 'digest').join('\n');
  return markers.filter(marker => !all.includes(marker));
}

/** A copy under the same Message-ID is recognized. Two emails about one event are not. */
function sentTwice({ mails }: Mailbox): string[] {
  const ids = new Map<string, Set<string>>();
  for (const mail of mails.filter(one => kindOf(one) !== 'digest')) {
    for (const marker of new Set(mail.match(/\[(?:event|due) \d+\]/g))) {
      ids.set(marker, (ids.get(marker) ?? new Set()).add(messageIdOf(mail)));
    }
  }
  return [...ids].filter(([, names]) => names.size > 1).map(([marker]) => `${marker} was sent twice`);
}

/** Each member has one digest, of the one day that all clocks show. */
function wrongDigests({ members }: Household, { mails }: Mailbox): string[] {
  return members.flatMap(({ email }) => {
    const mine = mails.filter(mail => kindOf(mail) === 'digest' && mail.includes(`To: ${email}`));
    const count = new Set(mine.map(messageIdOf)).size;
    return count === 1 ? [] : [`${email} got ${count} digests`];
  });
}
