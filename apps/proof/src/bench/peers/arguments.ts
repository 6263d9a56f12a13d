import { parseArgs } from 'node:util';

/** What every peer is started with. */
export function peerArguments(): { data: string; port: number } {
  const { values } = parseArgs({ options: { data: { type: 'string' }, port: { type: 'string' } } });
  if (!values.data || !values.port) throw new Error('a peer needs --data and --port');
  return { data: values.data, port: Number(values.port) };
}
