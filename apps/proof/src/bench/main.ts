import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../machine.ts';
import { tableOf } from '../table.ts';
import type { Bench, Line } from './bench.ts';
import { BENCHES } from './benches.ts';
import { openLab } from './lab.ts';
import { fullSizes, SMOKE_SIZES } from './sizes.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/speed.md', import.meta.url));
const HEAD = ['Operation', 'Onus', 'Beside it', 'Ratio', 'Demanded', 'Verdict'];

// Whatever was started is ended at the exit, also when somebody does not want to wait for it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Measures Onus beside what it is compared with, on this machine, in this minute. */
await run(
  parseArgs({
    options: {
      /** Only the bench of this name; may be given several times. */
      only: { type: 'string', multiple: true },
      /** The short run of the tests: whether there are figures, not what they are. */
      smoke: { type: 'boolean', default: false },
      /** Write the table to docs/speed.md. */
      write: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '7' },
      /** How long each side is measured in a round. */
      seconds: { type: 'string', default: '2' },
      /** Tasks of the largest database. */
      most: { type: 'string', default: '1000000' },
    },
  }).values,
);

interface Options {
  only?: string[] | undefined;
  smoke: boolean;
  write: boolean;
  rounds: string;
  seconds: string;
  most: string;
}

async function run({ only, smoke, write, rounds, seconds, most }: Options): Promise<void> {
  const unknown = only?.find(name => !BENCHES.some(bench => bench.name === name));
  if (unknown) {
    const names = BENCHES.map(({ name }) => name).join(', ');
    process.stderr.write(`bench: no bench is called ${unknown}; ${names} are\n`);
    process.exitCode = 1;
    return;
  }
  const lab = smoke
    ? openLab({ smoke, sizes: SMOKE_SIZES, rounds: 1, effort: { answers: 30 } })
    : openLab({
        smoke,
        sizes: fullSizes(Number(most)),
        rounds: Number(rounds),
        effort: { seconds: Number(seconds) },
      });
  const chosen = BENCHES.filter(bench => (only ? only.includes(bench.name) : !(smoke && bench.long)));
  const lines: Line[] = [];
  for (const bench of chosen) {
    const seen = await linesOf(bench, () => bench.measure(lab));
    await lab.end();
    for (const line of seen) process.stdout.write(`${cellsOf(line, smoke).join('  ')}\n`);
    lines.push(...seen);
  }
  const table = tableOf(
    HEAD,
    lines.map(line => cellsOf(line, smoke)),
  );
  process.stdout.write(
    `\n${table}\n\nload of the machine: ${loadavg()
      .map(one => one.toFixed(1))
      .join(' ')}\n`,
  );
  if (write) await writeFile(PAGE, page(table));
  const failed = lines.some(line => (smoke ? line.ours === '' : !line.kept));
  process.exitCode = failed ? 1 : 0;
}

/** A bench that falls over has no figures, and stops no other. */
async function linesOf({ name }: Bench, measure: () => Promise<Line[]>): Promise<Line[]> {
  try {
    return await measure();
  } catch (error) {
    const beside = `could not be measured: ${error instanceof Error ? error.message : error}`;
    return [{ operation: name, ours: '', beside, demanded: '', kept: false }];
  }
}

function cellsOf({ operation, ours, beside = '', ratio, demanded, kept }: Line, smoke: boolean): string[] {
  const verdict = smoke ? 'not judged' : kept ? 'kept' : 'MISSED';
  return [operation, ours, beside, ratio?.toFixed(2) ?? '', demanded, verdict];
}

function page(table: string): string {
  return `# How fast it is

Made by \`npx --yes pnpm@12 bench --write\` on ${machine()}.

Machines differ, so what counts are ratios: both sides of a line ran in turns, round after round, on data of the
same size, and the figures are the medians of the rounds. The _floor_ is a hand-written server on \`node:http\` with
prepared statements that answers the same bytes from a copy of the same database, and checks nothing: no session,
no rights, no input. Its writes are as safe on the disk as ours. Where the time goes, and why a line falls short, is in
[where-the-time-goes.md](where-the-time-goes.md).

${table}
`;
}
