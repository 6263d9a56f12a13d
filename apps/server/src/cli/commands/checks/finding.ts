/** What a check says of one thing: `warn` is worth a look, with `fail` the install is not safe or does not run. */
export interface Finding {
  verdict: 'ok' | 'warn' | 'fail';
  subject: string;
  /** How it is, and what to do where it should not be. One line. */
  said: string;
}

export function finding(verdict: Finding['verdict'], subject: string, said: string): Finding {
  return { verdict, subject, said: said.replaceAll('\n', ' ') };
}

/** The first line of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}
