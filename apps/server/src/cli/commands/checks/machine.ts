import { statfsSync, statSync } from 'node:fs';
import type { Env } from '../../../env.ts';
import { databaseIn } from '../../../ops/data-dir.ts';
import { type Finding, finding, megabytes, reasonOf } from './finding.ts';

const OLDEST_NODE = 22;
/** Bytes. */
const LITTLE = 1_000_000_000;
const NEXT_TO_NOTHING = 100_000_000;
/** A clock before this was never set. */
const BUILT = Date.UTC(2025, 0);

export function checkMachine({ DATA_DIR }: Env): Finding[] {
  return [node(), space(DATA_DIR), clock()];
}

function node(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= OLDEST_NODE
    ? finding('ok', 'Node.js', process.version)
    : finding('fail', 'Node.js', `${process.version} is too old; install ${OLDEST_NODE} or later`);
}

function space(folder: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    const needed = statSync(databaseIn(folder), { throwIfNoEntry: false })?.size ?? 0;
    if (free >= LITTLE && free < needed) {
      const said = `${megabytes(free)} free, and the database has ${megabytes(needed)}; free some space, because a backup or an upgrade may need as much`;
      return finding('warn', 'disk', said);
    }
    if (free >= LITTLE) return finding('ok', 'disk', `${megabytes(free)} free`);
    const said = `${megabytes(free)} free; free some space, because the server refuses writes on a full disk`;
    return finding(free < NEXT_TO_NOTHING ? 'fail' : 'warn', 'disk', said);
  } catch (error) {
    return finding('warn', 'disk', `cannot read the free space: ${reasonOf(error)}`);
  }
}

/** Sessions, links and due dates go by it. */
function clock(): Finding {
  const now = new Date();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return now.getTime() > BUILT
    ? finding('ok', 'clock', `${now.toISOString()}, zone ${timeZone}`)
    : finding('fail', 'clock', `is ${now.toISOString()}; set it, because sessions and links depend on it`);
}
