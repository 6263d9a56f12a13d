import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import type { Install } from './install.ts';

interface Many {
  count: number;
  title: (number: number) => string;
  /** How many days before today each is due. */
  daysAgo: (number: number) => number;
  completed: boolean;
}

/** Writes tasks for Ana, whose email comes first, directly into the database, which is faster than the API. */
export function writeTasks(install: Install, { count, title, daysAgo, completed }: Many): void {
  const db = openDb(join(install.dataDir, 'onus.sqlite'));
  const client = db.$client;
  const owner = client.prepare('select id from user order by email limit 1').pluck().get();
  const insert = client.prepare(
    `insert into task (id, creator_id, title, due_date, completed, created_at, updated_at)
     values (?, ?, ?, ?, ?, 1, 1)`,
  );
  client.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const day = new Date(Date.now() - daysAgo(number) * 86_400_000).toISOString().slice(0, 10);
      const id = `${completed ? 'done' : 'open'}-${String(number).padStart(6, '0')}`;
      insert.run(id, owner, title(number), `${day}T12:00:00.000Z`, Number(completed));
    }
  })();
  closeDb(db);
}
