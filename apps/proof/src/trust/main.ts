import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../machine.ts';
import { inParallel } from '../moments.ts';
import { tableOf } from '../table.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { PROOFS } from './proofs.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/trust.md', import.meta.url));
const HEAD = ['Promise', 'Demanded', 'Measured', 'Verdict'];
/** What a short run measures does not depend on what else runs: much of it is waiting. */
const SHORT_LANES = 3;
const BROKEN = 'BROKEN';
const NOT_MEASURED = 'not measured';

/** Shows that every promise holds, on the shipped server, through its doors. */
await run(
  parseArgs({
    options: {
      /** Only the promise of this name; may be given several times. */
      only: { type: 'string', multiple: true },
      /** The short run of the tests. */
      short: { type: 'boolean', default: false },
      /** How long the proofs last that watch the clock. */
      minutes: { type: 'string' },
      /** Write the table to docs/trust.md. */
      write: { type: 'boolean', default: false },
    },
  }).values,
);

interface Options {
  only?: string[] | undefined;
  short: boolean;
  minutes?: string | undefined;
  write: boolean;
}

async function run({ only, short, minutes, write }: Options): Promise<void> {
  const unknown = only?.find(name => !PROOFS.some(proof => proof.name === name));
  if (unknown) {
    process.stderr.write(
      `trust: no promise is called ${unknown}; ${PROOFS.map(p => p.name).join(', ')} are\n`,
    );
    process.exitCode = 1;
    return;
  }
  const chosen = PROOFS.filter(proof => (only ? only.includes(proof.name) : proof.short || !short));
  const size = short ? 'short' : 'full';
  const rows = await inParallel(short ? SHORT_LANES : 1, chosen, proof => rowOf(proof, size, minutes));
  const table = tableOf(HEAD, rows);
  const isMeasured = rows.every(row => row.at(-1) !== NOT_MEASURED);
  if (write && isMeasured) await writeFile(PAGE, page(table));
  if (write && !isMeasured) process.stderr.write(`trust: ${PAGE} stays as it is: not all was measured\n`);
  // A proof that fell over may have left something open: nobody waits for that.
  process.stdout.write(`\n${table}\n`, () => process.exit(isShown(rows, short) ? 0 : 1));
}

/**
 * A full run is there to show that all holds: what it could not measure it has not shown. The short run is one
 * of the tests, on whatever machine they run, with whatever else runs there: it must not fail for a tool that
 * is not installed, nor for neighbours. What is measured and does not hold fails either.
 */
function isShown(rows: string[][], short: boolean): boolean {
  const verdicts = rows.map(row => row.at(-1));
  return !verdicts.includes(BROKEN) && (short || !verdicts.includes(NOT_MEASURED));
}

async function rowOf(proof: Proof, size: Size, minutes?: string): Promise<string[]> {
  const { measured, kept } = await seen(proof, size, minutes);
  const verdict = kept === null ? NOT_MEASURED : kept ? 'kept' : BROKEN;
  process.stdout.write(`${verdict.padEnd(6)} ${proof.name}: ${measured}\n`);
  return [proof.promise, proof.demanded, measured, verdict];
}

/** A proof that falls over proves nothing, and stops no other. */
async function seen(proof: Proof, size: Size, minutes?: string): Promise<Seen> {
  try {
    return await proof.measure(size, minutes === undefined ? undefined : Number(minutes));
  } catch (error) {
    return {
      measured: `could not be measured: ${error instanceof Error ? error.message : error}`,
      kept: false,
    };
  }
}

function page(table: string): string {
  return `# What holds when it goes wrong

Made by \`npx --yes pnpm@12 trust --write\` on ${machine()}.
All of it was measured: where other programs blur a time or a tool is missing, the run fails and this page stays.

${table}
`;
}
