import type { Browser, World } from '@onus/api/testing';
import { pick, type Random, seededRandom } from '../../../lib/seeded-random.ts';
import { addDays } from './calendar-model.ts';
import * as rules from './series-model.ts';
import { liveOf, type Model, type Occurrence } from './series-model.ts';
import { fieldsOf, HARD_DAYS, someRule } from './series-rule.ts';

const MINUTE = 60_000;
const LEAPS = [0, 0, 1, 1, 1, 2, 3, 7, 10, 28, 30, 31, 45, 100];
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati', 'Asia/Kathmandu'];

/** The product with an adjustable clock, and one user. */
export interface Stage {
  world: World;
  ana: Browser;
  /** Writes a time as a date where Ana is. */
  dates: Intl.DateTimeFormat;
}

/** The result of one history. */
export interface HistoryOutcome {
  steps: number;
  /** The first difference between product and model, with the steps before it. */
  difference: string | null;
}

interface History extends Stage {
  model: Model;
  random: Random;
  today: () => string;
}

type Step = (history: History, one: Occurrence) => Promise<string>;

export function zoneOf(seed: number): string {
  return ZONES[seed % ZONES.length] ?? 'UTC';
}

/** Runs one random history, and compares the product with the model after each step. */
export async function live(stage: Stage, seed: number, length: number): Promise<HistoryOutcome> {
  const random = seededRandom(seed);
  const today = () => stage.dates.format(stage.world.clock());
  const history = { ...stage, random, today, model: { all: [], now: stage.world.clock, today } };
  await setClock(stage, pick(random, HARD_DAYS), random(24));
  const log: string[] = [await create(history)];
  let difference = await compare(history);
  while (difference === null && log.length <= length) {
    const one = standing(history);
    const said = await (one ? pick(random, STEPS)(history, one) : create(history));
    log.push(said);
    difference = said.endsWith('!') ? 'the rules say otherwise' : await compare(history);
  }
  stage.world.db.$client.exec('delete from task; delete from series');
  return {
    steps: log.length,
    difference: difference === null ? null : `seed ${seed}: ${log.join('; ')}: ${difference}`,
  };
}

/** A task that is there; none when all are deleted. */
function standing({ model, random }: History): Occurrence | undefined {
  const all = liveOf(model);
  return all[random(Math.max(1, all.length))];
}

const STEPS: readonly Step[] = [
  ...[complete, complete, complete, complete, complete, complete, reopen, reopen, reopen],
  ...[move, move, skip, skip, undoSkip, undoSkip, remove, remove, restore, restore, restore],
  ...[changeRule, changeEnd, moveOverdue, moveOverdue, rename, pass, pass, pass, pass],
];

async function create({ ana, model, random, today }: History): Promise<string> {
  const due = addDays(today(), random(40) - 20);
  const rule = someRule(random, false);
  const end = random(4) === 0 ? addDays(due, random(90)) : null;
  rules.create(model, 'Chore', due, rule, end);
  await ana.call.task.create({
    title: 'Chore',
    dueDate: `${due}T07:30:00.000Z`,
    ...fieldsOf(rule),
    recurrenceEndDate: end,
  });
  return `create ${due} ${JSON.stringify(rule)} until ${end}`;
}

async function complete({ ana, model }: History, one: Occurrence): Promise<string> {
  if (!one.completed) rules.complete(model, one);
  await ana.call.task.update({ id: idOf(one), completed: true });
  return `complete ${one.due}`;
}

async function reopen({ ana, model, random }: History, one: Occurrence): Promise<string> {
  const done = liveOf(model).filter(other => other.completed);
  const chosen = done[random(done.length)] ?? one;
  if (chosen.completed) rules.reopen(model, chosen);
  await ana.call.task.update({ id: idOf(chosen), completed: false });
  return `reopen ${chosen.due}`;
}

async function rename({ ana, random }: History, one: Occurrence): Promise<string> {
  const title = `Chore ${random(1_000)}`;
  rules.rename(one, title);
  await ana.call.task.update({ id: idOf(one), title });
  return `rename ${one.due}`;
}

async function move({ ana, random }: History, one: Occurrence): Promise<string> {
  const due = addDays(one.due, random(60) - 30);
  const was = one.due;
  const isAllowed = rules.move(one, due);
  const call = ana.call.task.update({ id: idOf(one), dueDate: `${due}T07:30:00.000Z` });
  return `move ${was} to ${due}${await verdict(isAllowed, call)}`;
}

async function skip({ ana, model }: History, one: Occurrence): Promise<string> {
  const was = one.due;
  return `skip ${was}${await verdict(rules.skip(model, one), ana.call.task.skip({ id: idOf(one) }))}`;
}

/** Of a task that was skipped, or of another one, which is not moved. */
async function undoSkip({ ana, model, random }: History, one: Occurrence): Promise<string> {
  const skipped = liveOf(model).filter(({ skips }) => skips.length > 0);
  const chosen = skipped[random(skipped.length)] ?? one;
  const [was, due] = [chosen.due, chosen.skips.at(-1)?.due ?? chosen.due];
  const isAllowed = rules.undoSkip(model, chosen, due);
  const call = ana.call.task.undoSkip({ id: idOf(chosen), dueDate: `${due}T07:30:00.000Z` });
  return `undo the skip from ${due} to ${was}${await verdict(isAllowed, call)}`;
}

async function changeRule({ ana, model, random }: History, one: Occurrence): Promise<string> {
  const rule = someRule(random, true);
  const isAllowed = rules.changeRule(model, one, rule);
  const call = ana.call.task.update({ id: idOf(one), ...fieldsOf(rule) });
  return `rule of ${one.due} ${JSON.stringify(rule)}${await verdict(isAllowed, call)}`;
}

async function changeEnd({ ana, random }: History, one: Occurrence): Promise<string> {
  const end = random(3) === 0 ? null : addDays(one.due, random(80) - 5);
  const isAllowed = rules.changeEnd(one, end);
  const call = ana.call.task.update({ id: idOf(one), recurrenceEndDate: end });
  return `end of ${one.due} ${end}${await verdict(isAllowed, call)}`;
}

async function remove({ ana, model }: History, one: Occurrence): Promise<string> {
  const ends = rules.remove(model, one);
  const { endedSeries } = await ana.call.task.delete({ id: idOf(one) });
  return `delete ${one.due}${ends === endedSeries ? '' : ` ended: ${endedSeries}!`}`;
}

async function restore({ ana, model, random }: History): Promise<string> {
  const deleted = model.all.filter(one => one.deletedAt !== null);
  const one = deleted[random(deleted.length)];
  if (!one) return 'nothing to restore';
  return `restore ${one.due}${await verdict(rules.restore(model, one), ana.call.task.restore({ id: idOf(one) }))}`;
}

async function moveOverdue({ ana, model }: History): Promise<string> {
  rules.moveOverdue(model);
  await ana.call.task.moveOverdue({ of: 'mine' });
  return 'move overdue';
}

async function pass(history: History): Promise<string> {
  const { world, random, today } = history;
  const days = pick(random, LEAPS);
  world.advance(days * 24 * 60 * MINUTE + random(9) * MINUTE);
  await signInAgain(history);
  return `now ${today()}`;
}

/** Can also move the clock back, to the start of the next history. */
async function setClock(stage: Stage, day: string, hour: number): Promise<void> {
  const at = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00.000Z`);
  stage.world.advance(at - stage.world.clock());
  await signInAgain(stage);
}

/** Signs in again, because a history lasts years and a login days. */
async function signInAgain({ world, ana }: Stage): Promise<void> {
  world.db.$client.exec('update session set expires_at = 9e15, ends_at = 9e15');
  ana.held.accessToken = (await ana.call.auth.refresh()).accessToken;
}

/** Reports a difference about whether a step is allowed. */
async function verdict(isAllowed: boolean, call: Promise<unknown>): Promise<string> {
  const isDone = await call.then(
    () => true,
    () => false,
  );
  return isDone === isAllowed ? '' : isDone ? ' was allowed!' : ' was refused!';
}

/** The first difference; null for none. Links new tasks of the product to the model. */
async function compare({ ana, model }: History): Promise<string | null> {
  const { items } = await ana.call.task.list({ view: 'all', limit: 500 });
  const known = new Map(model.all.map(one => [one.id, one]));
  const unknown = liveOf(model).filter(one => one.id === null);
  for (const item of items) {
    const one = known.get(item.id) ?? unknown.shift();
    if (one) one.id = item.id;
  }
  const has = items.map(item =>
    lineOf(item, item.recurrenceType, item.recurrenceEndDate?.slice(0, 10) ?? null, item.skipTo),
  );
  const should = liveOf(model).map(one =>
    lineOf(
      { id: one.id, title: one.title, dueDate: one.due, completed: one.completed },
      one.series?.type ?? 'none',
      one.series?.end ?? null,
      rules.skipTo(model, one),
    ),
  );
  const open = liveOf(model).filter(one => !one.completed && one.scheduled !== null);
  if (new Set(open.map(one => one.series)).size < open.length) return 'a series has two open ones';
  const [first, second] = [has.toSorted().join('\n'), should.toSorted().join('\n')];
  return first === second ? null : `has\n${first}\nshould have\n${second}`;
}

function lineOf(
  one: Pick<Occurrence, 'id' | 'title' | 'completed'> & { dueDate: string },
  type: string,
  end: string | null,
  skipTo: string | null,
): string {
  const { id, title, dueDate, completed } = one;
  return [id, title, dueDate.slice(0, 10), completed ? 'done' : 'open', type, end, skipTo].join(' ');
}

function idOf(one: Occurrence): string {
  if (one.id === null) throw new Error(`the product never showed ${one.title} of ${one.due}`);
  return one.id;
}
