import { setImmediate as turn } from 'node:timers/promises';
import type { HandOver, MoveMember } from '@onus/contract/member';
import type { Access } from '../core/access.ts';
import type { Scope } from '../core/scope.ts';
import {
  type Counted,
  countTasksAssigned,
  countTasksManaged,
  countTasksToPass,
  findHandOverWords,
  findHeir,
  findMove,
  findMoveWords,
} from './household.ts';
import { handOver, moveMember } from './move.ts';
import { handOverSentences, moveSentences } from './move-sentences.ts';
import type { MemberView } from './view.ts';

type Caller = Access<Scope>;

/** What a move will do. */
export interface MovePreview {
  /** How many tasks get another manager. */
  tasks: number;
  sentences: string[];
}

export interface HandOverPreview {
  sentences: string[];
}

/** Says what moving a member would do, and changes nothing. */
export async function previewMove(ctx: Caller, input: MoveMember): Promise<MovePreview> {
  const created = await counted<number>(after =>
    ctx.read((db, scope) => countTasksToPass(db, scope, findMove(db, scope, input), after)),
  );
  const assigned = await counted<string>(after =>
    ctx.read((db, scope) => countTasksAssigned(db, scope, findMove(db, scope, input), after)),
  );
  const words = ctx.read((db, scope) => findMoveWords(db, scope, findMove(db, scope, input)));
  return { tasks: created, sentences: moveSentences({ ...words, created, assigned }) };
}

/** Moves a member, and answers what was said before. */
export async function move(ctx: Caller, input: MoveMember): Promise<MemberView & MovePreview> {
  const { person } = ctx.read((db, scope) => findMove(db, scope, input));
  const isSame = person.managerId === input.managerId;
  const preview = isSame ? { tasks: 0, sentences: [] } : await previewMove(ctx, input);
  return ctx.write((db, scope) => ({ ...moveMember(db, scope, input), ...preview }));
}

/** Says what handing over the caller's household would do, and changes nothing. */
export async function previewHandOver(ctx: Caller, input: HandOver): Promise<HandOverPreview> {
  const tasks = await counted<number>(after =>
    ctx.read((db, scope) => {
      findHeir(db, scope, input);
      return countTasksManaged(db, scope, after);
    }),
  );
  const words = ctx.read((db, scope) => findHandOverWords(db, scope, findHeir(db, scope, input)));
  return { sentences: handOverSentences({ ...words, tasks }) };
}

/** Hands over the caller's household, and answers what was said before. */
export async function passHousehold(ctx: Caller, input: HandOver): Promise<HandOverPreview> {
  const preview = await previewHandOver(ctx, input);
  await ctx.write(
    (db, scope) => handOver(db, scope, input),
    () => preview,
  );
  return preview;
}

/** Counts a slice at a time, each in a turn of the event loop of its own. */
async function counted<Mark>(slice: (after: Mark | null) => Counted<Mark>): Promise<number> {
  let all = 0;
  let after: Mark | null = null;
  do {
    const { tasks, after: last }: Counted<Mark> = slice(after);
    all += tasks;
    after = last;
    if (after !== null) await turn();
  } while (after !== null);
  return all;
}
