import { parseArgs } from 'node:util';

/** The arguments of every peer. @returns `tuned`: see store.ts. */
export function peerArguments(): { data: string; port: number; tuned: boolean } {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, port: { type: 'string' }, tuned: { type: 'boolean' } },
  });
  if (!values.data || !values.port) throw new Error('a peer needs --data and --port');
  return { data: values.data, port: Number(values.port), tuned: values.tuned ?? false };
}
