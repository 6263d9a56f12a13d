import { availableParallelism, cpus, release, totalmem } from 'node:os';

/** The machine of a measurement, in one line. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const cores = availableParallelism();
  return `${cpu?.model.trim() ?? 'unknown processor'}, ${cores} cores, ${memory} GB, Linux ${release()}, Node ${process.versions.node}`;
}
