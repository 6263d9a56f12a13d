import type { VisitorCall } from '../core/access.ts';

/**
 * What a browser keeps between two steps of a sign-in, sealed in a cookie: what was begun, what may be linked,
 * or who must show a code. The
 * server stores nothing for visitors.
 */
export type Step = 'begun' | 'link' | 'code';

/** Milliseconds for each step. */
const GOOD_FOR = 600_000;

export function writeKept({ caller, sealing, visitor }: VisitorCall, step: Step, value: object): void {
  const until = visitor.now + GOOD_FOR;
  const text = JSON.stringify({ ...value, until });
  caller.oidc.write(sealing.seal(Buffer.from(text), ownerOf(step)), until);
}

/** Null for none, for that of another step, for an old one, and for what this installation did not write. */
export function readKept<Value>({ caller, sealing, visitor }: VisitorCall, step: Step): Value | null {
  const opened = sealing.open(caller.oidc.read() ?? '', ownerOf(step));
  if (!opened) return null;
  const { until, ...value } = JSON.parse(Buffer.from(opened).toString()) as Value & { until: number };
  return until > visitor.now ? (value as Value) : null;
}

/** A seal of one step opens at no other. */
function ownerOf(step: Step): string {
  return `single sign-on ${step}`;
}
