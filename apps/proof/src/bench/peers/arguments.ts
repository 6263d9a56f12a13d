import { parseArgs } from 'node:util';

/** The arguments of every peer. @returns `once`: SQLite plans its statements once (see store.ts). */
export function peerArguments(): { data: string; port: number; once: boolean } {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, port: { type: 'string' }, once: { type: 'boolean' } },
  });
  if (!values.data || !values.port) throw new Error('a peer needs --data and --port');
  return { data: values.data, port: Number(values.port), once: values.once ?? false };
}
