import { CALLERS, type Caller, type Rule, TARGETS } from './rule.ts';

/** The same for those only who hold a role: the others are refused before the object is looked for. */
export function restricted(rule: Rule, role: string | undefined): Rule {
  if (!role) return rule;
  const entitled = (who: Caller) => who === 'admin' || (role === 'Manager' && /manager/i.test(who));
  const others = CALLERS.filter(who => !entitled(who));
  const heard = Object.fromEntries(
    TARGETS.map(target => [target, (rule.heard[target] ?? []).filter(entitled)]),
  );
  return {
    ...rule,
    heard,
    seen: { own: [...others, ...(rule.seen?.own ?? [])], team: others, foreign: others, missing: others },
  };
}
