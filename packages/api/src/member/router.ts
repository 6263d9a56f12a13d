import {
  createMemberInput,
  listMembersInput,
  memberCountsInput,
  memberIdInput,
  memberTasksInput,
  updateMemberInput,
  updateSelfInput,
  wholeMembersInput,
} from '@onus/contract/member';
import { listMadeTasks } from '../manager/queries.ts';
import { addMember, linkToCopy } from '../member-link.ts';
import { countTasks } from '../tally/queries.ts';
import { managerOnly, router, signedIn } from '../trpc.ts';
import { deleteMember, updateMember, updateSelf } from './commands.ts';
import { assignablePeople, findMember, findTeammates, listMembers, wholeMembers } from './queries.ts';

export const memberRouter = router({
  list: managerOnly.input(listMembersInput).query(({ ctx, input }) => listMembers(ctx.db, ctx.scope, input)),
  whole: managerOnly
    .input(wholeMembersInput)
    .query(({ ctx, input }) => wholeMembers(ctx.db, ctx.scope, input.managerId)),
  get: signedIn.input(memberIdInput).query(({ ctx, input }) => findMember(ctx.db, ctx.scope, input.id)),
  teammates: signedIn.query(({ ctx }) => findTeammates(ctx.db, ctx.scope)),
  assignable: signedIn.query(({ ctx }) => assignablePeople(ctx.db, ctx.scope)),

  create: managerOnly.input(createMemberInput).mutation(({ ctx, input }) => addMember(ctx, input)),

  /** A link to copy for a member, made anew: earlier ones end. */
  link: signedIn.input(memberIdInput).mutation(({ ctx, input }) => linkToCopy(ctx, input.id)),

  update: signedIn
    .input(updateMemberInput)
    .mutation(({ ctx, input }) => updateMember(ctx.db, ctx.scope, input)),

  updateSelf: signedIn
    .input(updateSelfInput)
    .mutation(({ ctx, input }) => updateSelf(ctx.db, ctx.scope, input)),

  delete: signedIn
    .input(memberIdInput)
    .mutation(({ ctx, input }) => deleteMember(ctx.db, ctx.scope, input.id)),

  tasks: signedIn
    .input(memberTasksInput)
    .query(({ ctx, input }) => listMadeTasks(ctx.db, ctx.scope, { member: input.userId }, input)),

  counts: signedIn
    .input(memberCountsInput)
    .query(({ ctx, input }) => countTasks(ctx.db, ctx.scope, { member: input.userId })),
});
