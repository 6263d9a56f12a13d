import type { ItemRow } from '@onus/contract/fold/item-row';
import { v7 as uuid } from 'uuid';
import { callsOf } from '../../../lib/client/trpc-client.ts';
import { pick, type Random, seededRandom } from '../../../lib/seeded-random.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { addMember, register, withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';
import { Device } from './device.ts';
import { listed, Model, type OfflineCall } from './model.ts';
import { lossyTransport, type Person, type Response } from './transport.ts';

/** `life` counts the histories between two crashes of the server, `control` those that do not name their operations. */
const EXTENT = {
  short: { histories: 12, life: 6, control: 4 },
  full: { histories: 3_000, life: 20, control: 10 },
};
const STEPS = 60;

export const offlineHistories: Proof = {
  name: 'offline-histories',
  guarantee: 'A queued write is applied exactly once, whatever is lost, sent twice or answered late',
  target:
    'thousands of random histories of three devices over a network that loses a quarter of requests and of responses, two tabs at once, failing commits, crashes: 0 differences from a model; without the ledger there are some',
  short: true,
  measure: size => withServer({ ACCESS_TOKEN_TTL: '12h' }, server => lived(server, size), { preload: true }),
};

async function lived(server: Server, size: Size): Promise<Result> {
  const { histories, life, control } = EXTENT[size];
  const people = await household(server);
  const random = seededRandom(26);
  const wrong: string[] = [];
  let operations = 0;
  for (let number = 1; number <= histories; number += 1) {
    if (number % life === 0) {
      await server.kill();
      await server.start();
    }
    const history = await live(server, people, random, true);
    operations += history.operations;
    wrong.push(...history.wrong.map(what => `history ${number}: ${what}`));
  }
  let repeated = 0;
  for (let number = 0; number < control; number += 1) {
    repeated += (await live(server, people, random, false)).wrong.length;
  }
  return {
    measured: `${exceptions(wrong, histories, `histories of ${operations.toLocaleString('en-US')} operations differed`)}; without operation ids ${repeated} differences in ${control} histories`,
    holds: wrong.length === 0 && repeated > 0,
  };
}

/** A manager and a member, and a thread between them. */
async function household(server: Server): Promise<[Person, Person]> {
  const boss = await register(server, 'Ana', 'Manager');
  const member = await addMember(server, boss, 'Ben');
  const started = await callsOf(server.url, boss.token).chat.start.mutate({
    users: [member.id],
    message: 'Hello',
  });
  const thread = started[0]?.id ?? '';
  return [boss, member].map(({ id, name, token }) => ({ id, username: name, token, thread })) as never;
}

interface Course {
  random: Random;
  model: Model;
  devices: Device[];
  /** What each device has removed and may bring back. */
  removed: Map<Device, ItemRow[]>;
  wrong: string[];
  operations: number;
}

/** One history: three devices, two of them of one person, until all of them are up to date. */
async function live(
  server: Server,
  [ana, ben]: [Person, Person],
  random: Random,
  hasLedger: boolean,
): Promise<Pick<Course, 'wrong' | 'operations'>> {
  const model = new Model();
  const verdicts = new Map<string, string>();
  const course: Course = { random, model, devices: [], removed: new Map(), wrong: [], operations: 0 };
  const heard = (call: OfflineCall & { op: string }, response: Response) => {
    if (response.verdict === 'none') return;
    const said = JSON.stringify(response);
    if (hasLedger && (verdicts.get(call.op) ?? said) !== said) course.wrong.push(`${call.path}: ${said}`);
    verdicts.set(call.op, said);
    if (response.verdict === 'done') model.apply(call.op, call);
  };
  const transport = lossyTransport(server.url, random, heard, hasLedger);
  let time = Date.now();
  course.devices = [ana, ana, ben].map(one => new Device(one, transport, () => ++time));
  await startFresh(course);
  for (let step = 0; step < STEPS; step += 1) await takeStep(course, server);
  await server.sendCommand({ failing: 'none' });
  await settleAll(course);
  return course;
}

/** The thread goes on from one history to the next, and the list begins empty. */
async function startFresh({ devices, model }: Course): Promise<void> {
  const [first] = devices;
  for (const device of devices) await readSurely(device);
  for (const [id, text] of first?.texts() ?? []) model.texts.set(id, text);
}

async function takeStep(course: Course, server: Server): Promise<void> {
  const { random, devices } = course;
  const device = pick(random, devices);
  const way = random(10);
  if (way < 5) tap(course, device);
  else if (way < 7) await device.push(1 + random(2));
  else if (way === 7) await device.ask();
  else if (way === 8) device.receive();
  else await server.sendCommand({ failing: random(3) === 0 ? 'all' : 'none' });
}

/** What a person does with a list and a thread. */
function tap(course: Course, device: Device): void {
  const { random } = course;
  const id = uuid();
  course.operations += 1;
  const name = `Item ${random(1e6)}`;
  const rows = device.items();
  const row = rows.length > 0 ? pick(random, rows) : undefined;
  const kind = row ? random(11) : random(2);
  const { thread } = device.person;
  const removed = course.removed.get(device) ?? [];
  if (kind === 10) changeMessage(course, device, name);
  else if (kind === 9 && removed.length > 0) restore(device, removed);
  else if (kind === 0)
    device.make(uuid(), { path: 'chat.send', input: { id, conversationId: thread, message: name } });
  else if (kind === 1 || !row)
    device.make(uuid(), { path: 'grocery.create', input: { id, name, count: 1 + random(3), price: 0 } });
  else if (kind === 7) device.make(uuid(), { path: 'grocery.clearCart', input: { ids: inCart(rows) } });
  else {
    device.make(uuid(), changeOf(row, kind, name, 1 + random(3)));
    if (kind === 6 || kind === 9) course.removed.set(device, [...removed, row]);
  }
}

/** Undo: what this device has removed comes back as it was there. */
function restore(device: Device, removed: ItemRow[]): void {
  const row = removed.pop();
  if (row) device.make(uuid(), { path: 'grocery.restore', input: { id: row.id }, removed: row });
}

/** One that this device has sent. */
function changeMessage({ random }: Course, device: Device, message: string): void {
  const mine = device.texts().filter(([id, text]) => text !== '' && device.hasSent(id));
  if (mine.length === 0) return;
  const [id, was] = pick(random, mine);
  if (random(3) === 0) device.make(uuid(), { path: 'chat.delete', input: { id } });
  else device.make(uuid(), { path: 'chat.edit', input: { id, message, was: { message: was } } });
}

function inCart(rows: readonly { id: string; purchased: boolean }[]): string[] {
  return rows.filter(({ purchased }) => purchased).map(({ id }) => id);
}

function changeOf(
  { id, name: was, price, purchased, section }: ItemRow,
  kind: number,
  name: string,
  by: number,
): OfflineCall {
  if (kind < 4) return { path: 'grocery.adjust', input: { id, by } };
  if (kind === 4) return { path: 'grocery.update', input: { id, name, was: { name: was } } };
  if (kind === 5) return { path: 'grocery.update', input: { id, purchased: !purchased } };
  if (kind === 8 && by < 3) return { path: 'grocery.update', input: { id, price: by / 4, was: { price } } };
  if (kind === 8) return { path: 'grocery.update', input: { id, section: name, was: { section } } };
  return { path: 'grocery.delete', input: { id } };
}

/** Sends all that waits, compares every screen with the model, and empties the list for the next history. */
async function settleAll(course: Course): Promise<void> {
  const { devices, model, wrong } = course;
  for (const device of devices) while (device.waiting > 0) await device.push(1);
  for (const [number, device] of devices.entries()) {
    await readSurely(device);
    if (listed(device.items()) !== model.shown())
      wrong.push(`device ${number}: ${differenceOf(device, model)}`);
    const texts = device.texts().slice(-SHOWN).join();
    if (texts !== [...model.texts].slice(-SHOWN).join()) wrong.push(`device ${number} shows other messages`);
  }
  const [first] = devices;
  for (const { id } of first?.items() ?? []) first?.make(uuid(), { path: 'grocery.delete', input: { id } });
  while (first && first.waiting > 0) await first.push(1);
}

/** Messages of one page of the thread. */
const SHOWN = 90;

async function readSurely(device: Device): Promise<void> {
  device.receive();
  for (let before = device.reads; device.reads === before; device.receive()) await device.ask();
}

function differenceOf(device: Device, model: Model): string {
  const [shown, wanted] = [listed(device.items()).split('\n'), model.shown().split('\n')];
  const more = shown.filter(line => !wanted.includes(line));
  const less = wanted.filter(line => !shown.includes(line));
  return `shows ${more.join(', ') || 'nothing'} instead of ${less.join(', ') || 'nothing'}`;
}
