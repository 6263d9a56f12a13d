import { type Named, OPERATOR } from '@onus/contract/audit/entry';
import { isHead, type Role } from '@onus/contract/auth/role';
import type { Day } from '@onus/contract/dates/calendar';
import type { Topic } from '@onus/contract/live/topic';

declare const created: unique symbol;

/** What the audit log will say of a call besides what it did. */
export interface Trail {
  /** Where the caller is; empty at the command line. */
  readonly address: string;
  /** The procedure that was called. */
  readonly procedure: string;
  /** The person that the call is about, as soon as that is known: a refusal names them. */
  subject: Named | null;
  /** True once a refusal is written down where it was decided. */
  isTold: boolean;
}

interface Created<Kind extends string> {
  /** Only this file can make one: a query without the caller's scope does not compile (architecture rule 5). */
  readonly [created]: Kind;
  /** Epoch milliseconds at which the call began. */
  readonly now: number;
  /** Says that rows of a topic changed for these users. The middleware chain sends the change event once the call has committed. */
  readonly changed: (topic: Topic, userIds: Iterable<string>) => void;
  /**
   * The same for people who are too many to be found in one turn of the event loop: they are read page by page
   * once the call committed.
   */
  readonly changedFor: (topics: readonly Topic[], pages: Iterable<readonly string[]>) => void;
  /** Says that more follows than one transaction may do. It is done in slices before the call answers. */
  readonly leavesPending: () => void;
  readonly trail: Trail;
}

/** Who asks, as the database knows them at this very call. */
export interface Scope extends Created<'user'> {
  readonly userId: string;
  readonly sessionId: string;
  readonly username: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly isAdmin: boolean;
  readonly isManager: boolean;
  readonly managerId: string | null;
  /** The head of the caller's household (rule 3). */
  readonly household: string;
  /** The caller's own calendar date (rule 4.2). */
  readonly today: Day;
}

/** A caller who has not shown who they are: sign-in, registration, links. */
export interface Visitor extends Created<'visitor'> {}

/** The operator at the command line of this install, or the server itself: needs no permission. */
export interface SystemScope extends Created<'system'> {}

export interface Account {
  id: string;
  username: string;
  email: string;
  roles: readonly Role[];
  managerId: string | null;
}

type Call = Pick<Created<string>, 'now' | 'changed'> &
  Partial<Pick<Created<string>, 'trail' | 'changedFor' | 'leavesPending'>>;

/** Where no access follows up on what a command says: the next sweep does what is pending. */
const SILENT = { changedFor() {}, leavesPending() {} };

/** The trail of a call that has just come in. */
export function trailOf(address: string, procedure: string): Trail {
  return { address, procedure, subject: null, isTold: false };
}

export function createVisitor(call: Call): Visitor {
  return { ...SILENT, trail: trailOf('', ''), ...call } as Visitor;
}

/** @param now epoch milliseconds. */
export function createSystemScope(now: number, changed: Call['changed'] = () => {}): SystemScope {
  return { ...SILENT, now, changed, trail: trailOf('', OPERATOR) } as unknown as SystemScope;
}

export function createScope(call: Call, account: Account, sessionId: string, today: Day): Scope {
  const isAdmin = account.roles.includes('Admin');
  const isManager = account.roles.includes('Manager');
  return {
    ...SILENT,
    trail: trailOf('', ''),
    ...call,
    userId: account.id,
    sessionId,
    username: account.username,
    email: account.email,
    roles: account.roles,
    isAdmin,
    isManager,
    managerId: account.managerId,
    household: householdOf(account),
    today,
  } as Scope;
}

/** Speaks for a person of an install that is being filled: only for who holds the operator's scope. */
export function createScopeFor(operator: SystemScope, account: Account, now: number, today: Day): Scope {
  return createScope({ now, changed() {}, trail: operator.trail }, account, '', today);
}

/** The head of a household: a Manager or Admin of their own, for anyone else their manager (rule 3). */
export function householdOf({ id, roles, managerId }: Pick<Account, 'id' | 'roles' | 'managerId'>): string {
  return isHead(roles) ? id : (managerId ?? id);
}
