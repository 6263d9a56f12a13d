import type { Scope } from '../core/scope.ts';
import type { UserRow } from '../core/sessions/find.ts';
import { mayIssueLink } from '../link/policy.ts';
import { mayAdminister, mayChange, mayMove } from '../people/policy.ts';
import { type UserView, viewOfUser } from '../people/view.ts';
import { mayHandOver } from './policy.ts';

/** A user with what the caller may do about them, so that the app repeats no rule (architecture rule 6). */
export interface MemberView extends UserView {
  may: {
    /** Name and email. */
    edit: boolean;
    /** The boxes of the form: roles and the active flag. */
    manage: boolean;
    /** Give and take the role Admin, and delete. */
    administer: boolean;
    /** Make a link with which they set a password: none for an account that is not active. */
    link: boolean;
    /** Give them another manager. */
    move: boolean;
    /** Make them the head of the caller's household. */
    handOver: boolean;
  };
}

export function viewOfMember(scope: Scope, row: UserRow): MemberView {
  const manage = mayChange(scope, row, ['roles', 'active']);
  const administer = manage && mayAdminister(scope);
  const edit = mayChange(scope, row, ['username']);
  const link = row.active && mayIssueLink(scope, row);
  const [move, handOver] = [mayMove(scope), mayHandOver(scope, row)];
  return { ...viewOfUser(row), may: { edit, manage, administer, link, move, handOver } };
}
