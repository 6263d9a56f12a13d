import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The system calls of a process, in order, recorded by strace. */
export interface Trace {
  /** Stops recording and returns the calls. */
  end(): Promise<TracedCall[]>;
}

/** A call at its start, with the position of its end. */
export interface TracedCall {
  name: string;
  /** Path of a file, or the number of a socket. */
  target: string;
  /** The rest of the line: what was written or read stands in it. */
  text: string;
  began: number;
  ended: number;
}

const CALLS = ['fsync', 'fdatasync', 'pwrite64', 'pwritev', 'read', 'recvfrom', 'write', 'writev', 'sendto'];

/** Null where strace is not installed or not permitted. */
export async function trace(pid: number): Promise<Trace | null> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-trace-'));
  const file = join(folder, 'calls');
  const options = ['-f', '-y', '-s', '4096', '-e', `trace=${CALLS.join(',')}`, '-o', file, '-p', String(pid)];
  const strace = spawn('strace', options, { stdio: ['ignore', 'ignore', 'pipe'] });
  if (!(await isAttached(strace))) {
    await rm(folder, { recursive: true });
    return null;
  }
  return {
    async end() {
      strace.kill('SIGINT');
      await once(strace, 'close');
      const lines = (await readFile(file, 'latin1')).split('\n');
      await rm(folder, { recursive: true });
      return callsIn(lines);
    },
  };
}

async function isAttached(strace: ChildProcess): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  strace.once('error', () => resolve(false));
  strace.once('close', () => resolve(false));
  strace.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes(' attached')) resolve(true);
  });
  return promise;
}

/** An interrupted call has two lines: `<unfinished ...>` and `resumed`. */
function callsIn(lines: string[]): TracedCall[] {
  const calls: TracedCall[] = [];
  const open = new Map<string, TracedCall>();
  for (const [at, line] of lines.entries()) {
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = open.get(thread);
    if (resumed && said.startsWith('<... ')) {
      resumed.ended = at;
      resumed.text += said;
      open.delete(thread);
      continue;
    }
    const [, name, target, text = ''] = /^(\w+)\(\d+<([^>]*)>(.*)$/.exec(said) ?? [];
    if (!name || !target) continue;
    const call = { name, target, text, began: at, ended: at };
    calls.push(call);
    if (text.endsWith('<unfinished ...>')) open.set(thread, call);
  }
  return calls;
}
