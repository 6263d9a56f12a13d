import { admin, type Browser, idOf, member, type World } from '@onus/api/testing';
import { fillTeam } from '../reference-data.ts';
import { type Block, blockingTimeOf } from './blocking-time.ts';

/** One change of a large team. */
export interface TeamChange extends Block {
  /** The procedure and its effect. */
  call: string;
}

interface Team {
  head: Browser;
  heir: Browser;
  headId: string;
  heirId: string;
  workerId: string;
}

/** Each from its own address, because registrations per address are limited. */
const NAMES = ['Odd', 'Even'];

/**
 * Every change of managers, on two teams of the same size. The shorter of two runs counts, because the first one
 * compiles. A refused call costs nothing, so it is reported.
 */
export async function changeTeams(world: World): Promise<TeamChange[]> {
  const root = await admin(world, 'Root', { address: '203.0.113.1' });
  const teams: Team[] = [];
  for (const name of NAMES) teams.push(await foundTeam(world, name));
  const [first, second] = teams;
  if (!first || !second) throw new Error('there are two teams');
  const runs: TeamChange[][] = [];
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const changes: TeamChange[] = [];
    for (const [call, run] of changesOf(root, one, other))
      changes.push({ call, ...(await blockingTimeOf(run)) });
    runs.push(changes);
  }
  // The people of a team leave last, after the other team has moved to it.
  for (const [at, team] of teams.entries()) {
    for (const [call, run] of leavesOf(root, team)) runs[at]?.push({ call, ...(await blockingTimeOf(run)) });
  }
  const [before = [], after = []] = runs;
  return before.map((one, at) => shorter(one, after[at] ?? one));
}

function shorter(one: TeamChange, other: TeamChange): TeamChange {
  return { call: one.call, ms: Math.min(one.ms, other.ms), refusal: one.refusal ?? other.refusal };
}

async function foundTeam(world: World, name: string): Promise<Team> {
  const head = await world.person(`Head${name}`, 'Manager', { address: `203.0.113.${name.length}` });
  const heir = await member(world, head, `Heir${name}`);
  const { id: workerId } = await head.call.member.create(newMember(`Worker${name}`));
  const [headId, heirId] = [await idOf(head), await idOf(heir)];
  const others = [heirId];
  for (let n = 0; n < 20; n++) {
    others.push((await head.call.member.create(newMember(`${name}${n}`))).id);
  }
  fillTeam(world.db, { head: headId, worker: workerId, others });
  return { head, heir, headId, heirId, workerId };
}

function newMember(name: string) {
  return { username: name, email: `${name.toLowerCase()}@example.com`, password: 'secret' };
}

type Call = [call: string, run: () => Promise<unknown>];

function changesOf(root: Browser, { head, heir, headId, heirId, workerId }: Team, other: Team): Call[] {
  const { headId: managerId } = other;
  const { member: admins } = root.call;
  return [
    ['member.updateSelf (renames the head)', () => head.call.member.updateSelf({ username: 'Head renamed' })],
    ['member.update (takes the role)', () => admins.update({ id: headId, roles: ['Employee'] })],
    ['member.update (gives the role)', () => admins.update({ id: headId, roles: ['Manager'] })],
    ['member.update (deactivates)', () => admins.update({ id: workerId, active: false })],
    ['member.update (activates)', () => admins.update({ id: workerId, active: true })],
    ['member.movePreview', () => admins.movePreview({ id: workerId, managerId })],
    ['member.move (to another manager)', () => admins.move({ id: workerId, managerId })],
    ['member.move (to none)', () => admins.move({ id: workerId, managerId: null })],
    ['member.move (back)', () => admins.move({ id: workerId, managerId: headId })],
    ['member.move (the head, under another)', () => admins.move({ id: headId, managerId })],
    ['member.move (the head, under none)', () => admins.move({ id: headId, managerId: null })],
    ['member.handOverPreview', () => head.call.member.handOverPreview({ to: heirId })],
    ['member.handOver', () => head.call.member.handOver({ to: heirId })],
    ['member.handOver (back)', () => heir.call.member.handOver({ to: headId })],
  ];
}

function leavesOf(root: Browser, { headId, workerId }: Team): Call[] {
  return [
    ['member.delete (the worker)', () => root.call.member.delete({ id: workerId })],
    ['member.delete (the head)', () => root.call.member.delete({ id: headId })],
  ];
}
