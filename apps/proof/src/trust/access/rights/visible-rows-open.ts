import { becomesTrue, type Listener, listen } from '../../../lib/client/event-listener.ts';
import { refusalOf } from '../../../lib/client/trpc-client.ts';
import type { Server } from '../../../lib/server/server.ts';
import { exceptions } from '../../../lib/statistics.ts';
import { withServer } from '../../../lib/users/accounts.ts';
import type { Proof, Result, Size } from '../../proof.ts';
import { LISTS, type Row } from './visible-lists.ts';
import { type Cast, nestedTeams, type Reader } from './visible-teams.ts';

/** The number of rows per list to open and change. A full run takes all rows. */
const ROWS = { short: 2, full: 100 };
const IN_TIME = 1_000;

export const visibleRowsOpen: Proof = {
  name: 'visible-rows-open',
  guarantee: 'Every visible row can be opened and is live',
  target: 'for every list × every role: each row opens, and changes by others arrive within 1 s',
  short: true,
  measure: size => withServer({ ACCESS_TOKEN_TTL: '1h' }, server => looked(server, size)),
};

async function looked(server: Server, size: Size): Promise<Result> {
  const cast = await nestedTeams(server);
  const wrong: string[] = [];
  let opened = 0;
  let changed = 0;
  for (const reader of Object.values(cast)) {
    const listener = listen(server.url, reader.token);
    await listener.ready;
    for (const list of LISTS) {
      const rows = await list.rows(reader, cast);
      for (const row of rows.slice(0, ROWS[size])) {
        const where = `${reader.name}, ${list.name}, ${row.what}`;
        opened += 1;
        if (!(await opens(row))) wrong.push(`${where}: does not open`);
        const arrived = await isLive(row, listener, reader, cast);
        changed += Number(arrived !== null);
        if (arrived === false) wrong.push(`${where}: a change does not arrive`);
      }
    }
    listener.close();
  }
  return {
    measured: `${exceptions(wrong, opened + changed, 'rows stayed shut or still')} (${opened} opened, ${changed} changed)`,
    holds: wrong.length === 0 && changed > 0,
  };
}

async function opens({ open }: Row): Promise<boolean> {
  return open().then(
    () => true,
    error => {
      if (refusalOf(error)) return false;
      throw error;
    },
  );
}

/** Null if no other person can change the row. */
async function isLive(row: Row, listener: Listener, reader: Reader, cast: Cast): Promise<boolean | null> {
  for (const other of Object.values(cast)) {
    if (other.id === reader.id) continue;
    const before = listener.received.length;
    const isDone = await row.changeBy(other).then(
      () => true,
      error => {
        if (refusalOf(error)) return false;
        throw error;
      },
    );
    if (isDone) return becomesTrue(IN_TIME, () => listener.received.slice(before).flat().includes(row.topic));
  }
  return null;
}
