import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A copy of the shipped build to which a migration can be added. */
export interface NextVersion {
  bundle: string;
  addMigration(): Promise<void>;
  remove(): Promise<void>;
}

const REPOSITORY = fileURLToPath(new URL('../../../../..', import.meta.url));
const TAG = '9999_next_version';

/** The last statement of the migration. */
export const LAST_WORD = 'next_version_is_complete';
/** It takes 1 to 2 s, and more memory than SQLite's cache of changes. */
const MIGRATION = [
  'create table next_version (number integer primary key, text text not null);',
  `insert into next_version
   with recursive row(number) as (select 1 union all select number + 1 from row where number < 250000)
   select number, hex(zeroblob(60)) || number from row;`,
  "update next_version set text = text || ' changed';",
  `create index ${LAST_WORD} on next_version (text);`,
].join('\n--> statement-breakpoint\n');

export async function nextVersion(): Promise<NextVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-next-'));
  const server = join(folder, 'apps/server');
  await mkdir(join(folder, 'apps/web'), { recursive: true });
  await cp(join(REPOSITORY, 'apps/server/dist'), join(server, 'dist'), { recursive: true });
  await cp(join(REPOSITORY, 'drizzle'), join(folder, 'drizzle'), { recursive: true });
  for (const same of ['apps/server/node_modules', 'apps/web/dist'])
    await symlink(join(REPOSITORY, same), join(folder, same), 'dir');
  await writeFile(join(server, 'package.json'), '{ "type": "module" }');
  return {
    bundle: join(server, 'dist/main.js'),
    async addMigration() {
      const journal = join(folder, 'drizzle/meta/_journal.json');
      const known = JSON.parse(await readFile(journal, 'utf8'));
      const when = Math.max(...known.entries.map((entry: { when: number }) => entry.when)) + 1;
      known.entries.push({ idx: known.entries.length, version: '6', when, tag: TAG, breakpoints: true });
      await writeFile(journal, JSON.stringify(known));
      await writeFile(join(folder, `drizzle/${TAG}.sql`), MIGRATION);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
