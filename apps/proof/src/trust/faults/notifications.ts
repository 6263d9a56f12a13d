import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPushService, type PushService } from '@onus/api/push/testing';
import { waitUntil } from '../../lib/concurrency.ts';
import { type Mailbox, openMailbox } from '../../lib/mailbox.ts';
import { type Random, seededRandom } from '../../lib/seeded-random.ts';
import { integrityErrors } from '../../lib/server/database-copy.ts';
import { type Server, startServer } from '../../lib/server/server.ts';
import { createHousehold, type Household, SETTINGS } from '../../lib/users/household.ts';
import type { Proof, Result, Size } from '../proof.ts';

const EXTENT = { short: { people: 5, events: 30, kills: 3 }, full: { people: 9, events: 2_000, kills: 50 } };
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
    '2,000 events and 50 kills while emails and push messages are queued and sent, each with another clock: 0 lost, 0 sent under two Message-IDs or tags, each reminder and digest once',
  short: true,
  isWaiting: true,
  async measure(size) {
    const mailbox = await openMailbox(undefined, SLOW);
    const phones = await openPushService(SLOW);
    const folder = await mkdtemp(join(tmpdir(), 'onus-push-'));
    const certificate = join(folder, 'root.pem');
    await writeFile(certificate, phones.certificate);
    const settings: Record<string, string> = {
      ...SETTINGS,
      TZ: 'UTC',
      SMTP_URL: mailbox.url,
      PUSH: 'on',
      PUSH_HOSTS: phones.host,
      NODE_EXTRA_CA_CERTS: certificate,
    };
    const noon = DAY * 1.5 - (Date.now() % DAY);
    const setClock = (minutes: number) => {
      settings.NODE_OPTIONS = shiftedClock(noon + minutes * MINUTE);
    };
    setClock(0);
    const server = await startServer(settings);
    try {
      return await measured(server, { mailbox, phones }, setClock, size);
    } finally {
      await server.remove();
      await mailbox.close();
      await phones.close();
      await rm(folder, { recursive: true });
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

/** Where what people are told arrives. */
interface Arrivals {
  mailbox: Mailbox;
  phones: PushService;
}

async function measured(
  server: Server,
  arrivals: Arrivals,
  setClock: (minutes: number) => void,
  size: Size,
): Promise<Result> {
  const { mailbox, phones } = arrivals;
  const household = await createHousehold(server, EXTENT[size].people);
  await choose(household, phones);
  const told: Told = { markers: await timedTasks(household), unanswered: 0 };
  const faults = await tellThroughCrashes(server, household, told, setClock, EXTENT[size]);
  await waitUntil(
    () => missing(told, arrivals).length === 0 && wrongDigests(household, mailbox).length === 0,
    'the emails and push messages of everything that was acknowledged',
    // The mail server takes an email a second.
    { patience: 5 * MINUTE },
  ).catch(() => {});
  const lost = missing(told, arrivals);
  const twice = [...sentTwice(arrivals), ...wrongDigests(household, mailbox)];
  const copies = mailbox.mails.length - new Set(mailbox.mails.map(messageIdOf)).size;
  const refused = phones.refused.map(reason => `the push service refused: ${reason}`);
  const what = [...lost, ...twice, ...refused, ...faults].slice(0, 3).map(line => `; ${line}`);
  return {
    measured: `${told.markers.length} events acknowledged, ${EXTENT[size].kills} kills, ${told.unanswered} calls unanswered, ${mailbox.mails.length} emails, ${phones.pushes.length} push messages: ${lost.length} lost, ${twice.length} sent twice, ${copies} copies of an email with its own Message-ID, ${faults.length + refused.length} faults${what.join('')}`,
    holds: lost.length + twice.length + refused.length + faults.length === 0,
  };
}

async function choose({ members }: Household, phones: PushService): Promise<void> {
  const both = ['mail', 'push'] as const;
  const kinds = { assigned: both, message: both, due: both, digest: ['mail'] } as const;
  for (const { calls } of members) {
    await calls.notify.update.mutate({
      kinds: Object.fromEntries(Object.entries(kinds).map(([kind, channels]) => [kind, [...channels]])),
      digestAt: '13:00',
    });
    const { endpoint, keys } = phones.subscribe();
    await calls.push.subscribe.mutate({ endpoint, keys, name: 'Phone' });
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

function missing({ markers }: Told, { mailbox, phones }: Arrivals): string[] {
  const mails = mailbox.mails.filter(mail => kindOf(mail) !== 'digest').join('\n');
  const pushes = phones.pushes.map(textOf).join('\n');
  return [
    ...markers.filter(marker => !mails.includes(marker)).map(marker => `${marker} was not mailed`),
    ...markers.filter(marker => !pushes.includes(marker)).map(marker => `${marker} was not pushed`),
  ];
}

function textOf({ message: { notification } }: PushService['pushes'][number]): string {
  return `${notification.title}\n${notification.body}`;
}

/**
 * A copy under the same Message-ID is recognized, and a push message replaces one with the same tag. Two emails, or two
 * notifications on a screen, about one event are not.
 */
function sentTwice({ mailbox, phones }: Arrivals): string[] {
  const ids = new Map<string, Set<string>>();
  const see = (text: string, id: string, channel: string) => {
    for (const marker of new Set(text.match(/\[(?:event|due) \d+\]/g))) {
      const event = `${marker}, ${channel},`;
      ids.set(event, (ids.get(event) ?? new Set()).add(id));
    }
  };
  for (const mail of mailbox.mails) if (kindOf(mail) !== 'digest') see(mail, messageIdOf(mail), 'mail');
  for (const push of phones.pushes) see(textOf(push), push.message.notification.tag, 'push');
  return [...ids].filter(([, names]) => names.size > 1).map(([event]) => `${event} was sent twice`);
}

/** Each member has one digest, of the one day that all clocks show. */
function wrongDigests({ members }: Household, { mails }: Mailbox): string[] {
  return members.flatMap(({ email }) => {
    const mine = mails.filter(mail => kindOf(mail) === 'digest' && mail.includes(`To: ${email}`));
    const count = new Set(mine.map(messageIdOf)).size;
    return count === 1 ? [] : [`${email} got ${count} digests`];
  });
}
