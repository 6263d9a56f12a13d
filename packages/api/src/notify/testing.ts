import { isStorageTrouble } from '@onus/db/commits/if-writable';
import { createMailer } from '../core/mail.ts';
import {
  type Browser,
  dayFrom,
  idOf,
  type Mailbox,
  member,
  openMailbox,
  testWorld,
  type World,
  type WorldSettings,
} from '../testing.ts';
import { createRunner, type Runner } from './runner.ts';

export const MINUTE = 60_000;
/** A person gets one notification at a time. */
const TICKS = 12;

/** Ana's household with Ben, the runner, and a mail server. */
export interface NotifyWorld {
  world: World;
  ana: Browser;
  ben: Browser;
  /** Lets time pass, and everything be sent that is due then. */
  after(ms: number): Promise<void>;
  /** As if the server had been started again, with these settings. */
  restart(services?: World): void;
  /** A task of Ana's for Ben. */
  task(fields?: object): ReturnType<Browser['call']['task']['create']>;
  /** The notifications that were mailed. */
  texts(): string[];
  subjects(): string[];
  close(): Promise<void>;
}

export async function notifyWorld(settings: WorldSettings = {}): Promise<NotifyWorld> {
  const mailbox = await openMailbox();
  const world = testWorld(undefined, { ...settings, mailer: mailerOf(mailbox) });
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  let runner = runnerOf(world);
  const texts = () => mailbox.mails.map(mail => mail.text).filter(text => text.includes('List-Unsubscribe'));

  return {
    world,
    ana,
    ben,
    async after(ms) {
      world.advance(ms);
      for (const one of [ana, ben]) await refresh(one);
      await settled(runner);
    },
    restart(services = world) {
      runner = runnerOf(services);
    },
    async task(fields = {}) {
      const assignees = [await idOf(ben)];
      return ana.call.task.create({
        title: 'Feed the cat',
        dueDate: dayFrom(world, 0),
        assignees,
        ...fields,
      });
    },
    texts,
    subjects: () => texts().map(text => /^Subject: (.*)$/m.exec(text)?.[1] ?? ''),
    close: mailbox.close,
  };
}

export function mailerOf({ url }: Mailbox) {
  return createMailer({ url, from: 'onus@example.com', onFailure() {} });
}

export function runnerOf(services: World): Runner {
  return createRunner(services, error => {
    // Every third commit fails where the whole suite runs that way. The next tick goes on.
    if (!isStorageTrouble(error)) throw error;
  });
}

export async function settled(runner: Runner): Promise<void> {
  for (let ticks = 0; ticks < TICKS; ticks += 1) {
    await runner.tick();
    await runner.idle();
  }
}

/** Where time passes, a token expires. A deactivated person gets none. */
async function refresh(one: Browser): Promise<void> {
  const refreshed = await one.call.auth.refresh().catch(() => null);
  if (refreshed) one.held.accessToken = refreshed.accessToken;
}
