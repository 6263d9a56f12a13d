import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { note, prompt } from '../say.ts';

/** From a terminal typed twice and not shown; from a pipe or a file its first line. */
export function readPassword(): Promise<string> {
  return process.stdin.isTTY ? typedTwice() : firstLine();
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new Error('standard input has no password');
}

async function typedTwice(): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  // Ctrl+C and Ctrl+D close the lines, and would leave a question open for ever.
  const closed = new AbortController();
  lines.once('close', () => closed.abort(new Error('no password was typed')));

  async function ask(question: string): Promise<string> {
    prompt(question);
    const typed = await lines.question('', { signal: closed.signal }).catch(() => '');
    note('');
    closed.signal.throwIfAborted();
    return typed;
  }

  try {
    const password = await ask('Password: ');
    if (password !== (await ask('Again: '))) throw new Error('the two passwords differ; try again');
    return password;
  } finally {
    lines.close();
  }
}
