import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Process groups that are still running, by the id of their leader. */
const running = new Set<number>();
process.on('exit', () => {
  for (const group of running) interrupt(group);
});

/**
 * Runs a command in its own process group and returns its standard output. At the end of the command, or of the
 * whole run, it interrupts the processes that are left in the group.
 * @param until ends the command as soon as this was written, instead of waiting for its end.
 */
export async function outputOf(command: readonly string[], cwd: string, until?: string): Promise<string> {
  const [name = '', ...rest] = command;
  const child = spawn(name, rest, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const group = child.pid ?? 0;
  running.add(group);
  const written = { out: '', error: '' };
  const said = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', text => {
    written.out += text;
    if (until && written.out.includes(until)) said.resolve();
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    written.error += text;
  });
  const code = await Promise.race([ended(child), said.promise.then(() => 0)]);
  interrupt(group);
  await ended(child);
  running.delete(group);
  if (code === 0) return written.out;
  throw new Error(
    `${command.join(' ')}: ${written.error.trim() || written.out.trim() || `exit code ${code}`}`,
  );
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

function interrupt(group: number): void {
  try {
    process.kill(-group, 'SIGINT');
  } catch {
    // The process group has ended.
  }
}
