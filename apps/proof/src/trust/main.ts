import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from '../machine.ts';
import { tableOf } from '../table.ts';
import type { Proof, Seen, Size } from './promise.ts';
import { PROOFS } from './proofs.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/trust.md', import.meta.url));
const HEAD = ['Promise', 'Demanded', 'Measured', 'Verdict'];

/** Shows that every promise holds, on the shipped server, through its doors. */
await run(
  parseArgs({
    options: {
      /** Only the promise of this name; may be given several times. */
      only: { type: 'string', multiple: true },
      /** The short run of the tests. */
      short: { type: 'boolean', default: false },
      /** Write the table to docs/trust.md. */
      write: { type: 'boolean', default: false },
    },
  }).values,
);

interface Options {
  only?: string[] | undefined;
  short: boolean;
  write: boolean;
}

async function run({ only, short, write }: Options): Promise<void> {
  const unknown = only?.find(name => !PROOFS.some(proof => proof.name === name));
  if (unknown) {
    process.stderr.write(
      `trust: no promise is called ${unknown}; ${PROOFS.map(p => p.name).join(', ')} are\n`,
    );
    process.exitCode = 1;
    return;
  }
  const chosen = PROOFS.filter(proof => (only ? only.includes(proof.name) : proof.short || !short));
  const rows: string[][] = [];
  let broken = 0;
  for (const proof of chosen) {
    const { measured, kept } = await seen(proof, short ? 'short' : 'full');
    if (kept === false) broken += 1;
    const verdict = kept === null ? 'not measured' : kept ? 'kept' : 'BROKEN';
    rows.push([proof.promise, proof.demanded, measured, verdict]);
    process.stdout.write(`${verdict.padEnd(6)} ${proof.name}: ${measured}\n`);
  }
  const table = tableOf(HEAD, rows);
  process.stdout.write(`\n${table}\n`);
  if (write) await writeFile(PAGE, page(table));
  process.exitCode = broken === 0 ? 0 : 1;
}

/** A proof that falls over proves nothing, and stops no other. */
async function seen(proof: Proof, size: Size): Promise<Seen> {
  try {
    return await proof.measure(size);
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

${table}
`;
}
