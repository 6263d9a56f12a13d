import { existsSync } from 'node:fs';
import { createPushAddresses } from '@onus/api/core/push/push-address';
import { examineDatabase } from '@onus/db/backup/checkup';
import type { Env } from '../../../env.ts';
import { databaseIn } from '../../../ops/data-dir.ts';
import { MIGRATIONS } from '../../install.ts';
import { type Finding, finding, reasonOf } from './finding.ts';
import { isThisMachine, knock } from './knock.ts';

/** Whether browsers can get push messages from this installation, and whether their push services respond. */
export async function checkPush(env: Env): Promise<Finding[]> {
  if (env.PUSH === 'off') return [finding('ok', 'PUSH', 'off; no push service is contacted')];
  return [setting(env), ...(await Promise.all(servicesOf(env).map(origin => service(env, origin))))];
}

/** Browsers subscribe on pages that came encrypted, and from this machine. */
function setting({ PUBLIC_URL }: Env): Finding {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'https:' || isThisMachine(hostname)) return finding('ok', 'PUSH', 'on');
  const said = `is on, but browsers get no push messages from ${PUBLIC_URL}; use https`;
  return finding('warn', 'PUSH', said);
}

/** Those that devices have named. What is wrong with the file itself the checks of the data say. */
function servicesOf({ DATA_DIR }: Env): string[] {
  try {
    const path = databaseIn(DATA_DIR);
    return existsSync(path) ? examineDatabase(path, MIGRATIONS).pushServices : [];
  } catch {
    return [];
  }
}

async function service({ PUSH_HOSTS }: Env, origin: string): Promise<Finding> {
  const url = new URL(origin);
  const lookup = createPushAddresses(PUSH_HOSTS).lookupFor(url);
  const at = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || 443 };
  try {
    if (lookup === null) throw new Error('it is not a public address');
    await knock({ ...at, ...(lookup && { lookup }) });
    return finding('ok', 'push service', `${url.host} responds`);
  } catch (error) {
    const said = `${url.host} does not respond: ${reasonOf(error)}; let this machine open connections to it, because its devices get no push messages`;
    return finding('warn', 'push service', said);
  }
}
