import {
  createMemberInput,
  findMembersInput,
  findMemberTasksInput,
  handOverInput,
  listMembersInput,
  listPeopleInput,
  memberCountsInput,
  memberIdInput,
  memberTasksInput,
  moveMemberInput,
  updateMemberInput,
  updateSelfInput,
} from '@onus/contract/member';
import { managerOnly, router, signedIn } from '../core/trpc.ts';
import { findMadeTasks, listMadeTasks } from '../manager/made-tasks.ts';
import { assignablePeople, findTeammates, listManagers } from '../people/search.ts';
import { listTones } from '../people/tones.ts';
import { countTasks } from '../task/counts.ts';
import { addMember, linkToCopy } from './add.ts';
import { deleteMember } from './edit.ts';
import { changeMember, changeSelf } from './email/change.ts';
import { findMember, findMembers, listMembers } from './list.ts';
import { move, passHousehold, previewHandOver, previewMove } from './move-preview.ts';

export const memberRouter = router({
  list: managerOnly
    .input(listMembersInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listMembers(db, scope, input))),
  find: managerOnly
    .input(findMembersInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findMembers(db, scope, input))),
  get: signedIn
    .input(memberIdInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findMember(db, scope, input.id))),
  teammates: signedIn
    .input(listPeopleInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => findTeammates(db, scope, input))),
  assignable: signedIn
    .input(listPeopleInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => assignablePeople(db, scope, input))),
  /** The colors of the caller's household. */
  tones: signedIn.query(({ ctx }) => ctx.read(listTones)),

  create: managerOnly.input(createMemberInput).mutation(({ ctx, input }) => addMember(ctx, input)),

  /** A new link to copy for a member: earlier ones end. */
  link: signedIn
    .meta({ ledger: 'never' })
    .input(memberIdInput)
    .mutation(({ ctx, input }) => linkToCopy(ctx, input.id)),

  update: signedIn.input(updateMemberInput).mutation(({ ctx, input }) => changeMember(ctx, input)),

  updateSelf: signedIn.input(updateSelfInput).mutation(({ ctx, input }) => changeSelf(ctx, input)),

  delete: signedIn
    .input(memberIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => deleteMember(db, scope, input.id))),

  managers: signedIn
    .input(listPeopleInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listManagers(db, scope, input))),
  movePreview: signedIn.input(moveMemberInput).query(({ ctx, input }) => previewMove(ctx, input)),
  move: signedIn.input(moveMemberInput).mutation(({ ctx, input }) => move(ctx, input)),

  handOverPreview: managerOnly.input(handOverInput).query(({ ctx, input }) => previewHandOver(ctx, input)),
  handOver: managerOnly.input(handOverInput).mutation(({ ctx, input }) => passHousehold(ctx, input)),

  tasks: signedIn
    .input(memberTasksInput)
    .query(({ ctx, input }) =>
      ctx.read((db, scope) => listMadeTasks(db, scope, { member: input.userId }, input)),
    ),

  findTasks: signedIn
    .input(findMemberTasksInput)
    .query(({ ctx, input }) =>
      ctx.read((db, scope) => findMadeTasks(db, scope, { member: input.userId }, input)),
    ),

  counts: signedIn
    .input(memberCountsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => countTasks(db, scope, { member: input.userId }))),
});
