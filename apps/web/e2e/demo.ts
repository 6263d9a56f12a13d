import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Install } from './install.ts';
import type { Person } from './journey.ts';

const CLI = fileURLToPath(new URL('../../server/dist/cli/main.js', import.meta.url));

/** Runs `onus demo`, which prints its logins once, in a table. The first login is the head of the household. */
export async function fillDemo(install: Install): Promise<[Person, ...Person[]]> {
  const env = { ...process.env, DATA_DIR: install.dataDir, PUBLIC_URL: install.url };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'demo'], { env });
  const [head, ...others] = stdout
    .split('\n')
    .filter(line => line.includes('@'))
    .map(line => {
      const [name = '', email = '', password = ''] = line.split(/\s+/);
      return { name, email, password };
    });
  if (!head) throw new Error('the demo printed no logins');
  return [head, ...others];
}
