import { LongList } from './doors/long-list.ts';
import type { Call, Row } from './rest/row.ts';
import { CALLERS, type Caller, type Rule, TARGETS } from './rights-matrix.ts';

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

/** The procedure a row calls, and the role it demands before: the row is run once on a caller that only listens. */
export async function calledBy(row: Row): Promise<[string, string | undefined]> {
  const called: string[] = [];
  let role: string | undefined;
  const listener = new Proxy({} as Call, {
    get: (_, router: string) =>
      new Proxy(
        {},
        {
          get: (_router, name: string) => async (input?: { role?: string }) => {
            if (name === 'demandRole') role = input?.role;
            else called.push(`${router}.${name}`);
            return name === 'demandRole' ? undefined : Promise.reject(new Error('heard'));
          },
        },
      ),
  });
  const request = { fields: { message: 'x', users: [] }, params: {}, query: {}, id: '' };
  const list = await row.run(listener, request).catch(() => {});
  if (list instanceof LongList) await list.whole().catch(() => {});
  return [called[0] ?? '', role];
}
