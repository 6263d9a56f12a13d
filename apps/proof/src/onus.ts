import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ONUS = fileURLToPath(new URL('../../server/dist/cli/main.js', import.meta.url));

/** A command of the one who runs the install, in a process of its own. @param typed what is piped into it. */
export async function onus(
  dataDir: string,
  args: string[],
  typed = '',
): Promise<{ code: number | null; out: string; err: string }> {
  const command = spawn(process.execPath, [ONUS, ...args], { env: { DATA_DIR: dataDir } });
  command.stdin.end(typed);
  const said = Promise.all([text(command.stdout), text(command.stderr)]);
  await once(command, 'close');
  const [out, err] = await said;
  return { code: command.exitCode, out, err };
}

/** The same where no refusal is expected. @returns what it printed. @throws its one line. */
export async function demand(dataDir: string, args: string[], typed = ''): Promise<string> {
  const { code, out, err } = await onus(dataDir, args, typed);
  if (code !== 0) throw new Error(`onus ${args.join(' ')} ended with ${code}: ${err.trim()}`);
  return out;
}
