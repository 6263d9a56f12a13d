import { onOneLine } from './one-line.ts';

/** A line of what was asked for. It holds names that other people chose: none may end it or steer the terminal. */
export function say(line: string): void {
  process.stdout.write(`${onOneLine(line)}\n`);
}

/** A line beside that, for the person at the terminal: a script that reads the output does not get it. */
export function note(line: string): void {
  process.stderr.write(`${onOneLine(line)}\n`);
}

/** Asks for what is typed on the same line. */
export function prompt(question: string): void {
  process.stderr.write(onOneLine(question));
}

/** A person in a line. The name stands in quotes: it cannot read as if it were our words, or another's address. */
export function personIn({ username, email }: { username: string; email: string }): string {
  return `${JSON.stringify(username)} <${email}>`;
}

/** "1 task", "2 tasks" */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A reader that has read enough closes the pipe. The command has already done its work, so it exits. */
export function endWhenUnread(): void {
  process.stdout.once('error', () => process.exit());
  process.stderr.on('error', () => {});
}
