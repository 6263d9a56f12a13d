import type { Scope, Visitor } from './scope.ts';

/**
 * Tells everybody who may see a difference that the members, tasks, groceries and threads of a person have
 * changed: a name stands beside all of them, and a role or a manager decides who sees which.
 * @param owners whose sessions are to look at their rights.
 */
export function announceEverywhere(scope: Scope | Visitor, owners: string[], readers: string[]): void {
  scope.changed('session', owners);
  for (const topic of ['member', 'task', 'grocery', 'chat'] as const) scope.changed(topic, readers);
}
