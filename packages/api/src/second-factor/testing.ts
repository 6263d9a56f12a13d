import { codeOf, stepAt } from '../core/secrets/totp.ts';
import type { Browser, World } from '../testing.ts';

/** Milliseconds; the next code is valid then. */
export const STEP = 30_000;

/** An authenticator app: the code that it shows now, or some steps from now. */
export function appWith(world: Pick<World, 'clock'>, secret: string) {
  const bytes = fromBase32(secret);
  return (ahead = 0) => codeOf(bytes, stepAt(world.clock()) + ahead);
}

/** A person with an authenticator app. The code that confirmed it is used up. */
export async function enrolled(world: World, person: Browser, currentPassword: string) {
  const { secret } = await person.call.totp.start({ currentPassword });
  const app = appWith(world, secret);
  const { recoveryCodes } = await person.call.totp.confirm({ code: app() });
  return { app, recoveryCodes };
}

function fromBase32(text: string): Uint8Array {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(text, char => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], byte => Number.parseInt(byte, 2));
}
