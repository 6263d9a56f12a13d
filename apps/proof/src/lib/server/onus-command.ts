import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ONUS = fileURLToPath(new URL('../../../../server/dist/cli/main.js', import.meta.url));

/** Runs an operator command in its own process. @param typed its standard input. @param settings its environment. */
export async function operatorCommand(
  dataDir: string,
  args: string[],
  typed = '',
  settings: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const command = spawn(process.execPath, [ONUS, ...args], { env: { ...settings, DATA_DIR: dataDir } });
  command.stdin.end(typed);
  const said = Promise.all([text(command.stdout), text(command.stderr)]);
  await once(command, 'close');
  const [out, err] = await said;
  return { code: command.exitCode, out, err };
}

/** The same for a command that must succeed. @returns its output. @throws its error line. */
export async function runOperatorCommand(dataDir: string, args: string[], typed = ''): Promise<string> {
  const { code, out, err } = await operatorCommand(dataDir, args, typed);
  if (code !== 0) throw new Error(`onus ${args.join(' ')} ended with ${code}: ${err.trim()}`);
  return out;
}
