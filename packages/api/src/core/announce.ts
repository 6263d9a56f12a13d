import type { Scope, Visitor } from './scope.ts';

/** The topics of all that a person's name stands beside. */
export const NAMED_EVERYWHERE = ['member', 'task', 'grocery', 'chat'] as const;

/**
 * Tells everyone who may see a difference that the members, tasks, groceries and threads of a person have
 * changed: a role or a manager decides who sees which.
 * @param owners whose sessions are to look at their rights.
 * @param readers found page by page after the commit.
 */
export function announceEverywhere(
  scope: Scope | Visitor,
  owners: readonly string[],
  readers: Iterable<readonly string[]>,
): void {
  scope.changed('session', owners);
  for (const topic of NAMED_EVERYWHERE) scope.changed(topic, owners);
  scope.changedFor(NAMED_EVERYWHERE, readers);
}
