import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TOOLS = join(ROOT, 'node_modules/.bin');
/** Node keeps compiled code here: the stages start the same tools and servers hundreds of times. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');

interface Stage {
  name: string;
  /** The command line for a shell, including that of Windows. */
  command: string;
  /** The working directory, relative to the root of the repository. */
  folder?: string;
  /** Decides if the command fails. */
  again?: string;
}

const JOURNEYS =
  'node node_modules/@playwright/test/cli.js test -c e2e/playwright.config.ts --project journeys --project latency-400';

const VITEST = 'vitest run --config vitest.workspace.ts';

/** What `pnpm test` runs, one after the other: the later stages use the build. */
const STAGES: readonly Stage[] = [
  { name: 'lint', command: 'biome ci' },
  { name: 'module boundaries', command: 'depcruise --metrics -c .dependency-cruiser.mjs packages apps' },
  { name: 'unused code', command: 'knip' },
  { name: 'types and build', command: 'turbo run types build --continue --output-logs=errors-only' },
  { name: 'units and procedures', command: `${VITEST} packages apps/web` },
  { name: 'transports and processes', command: `${VITEST} apps/server apps/proof` },
  { name: 'proofs', command: 'node src/trust/main.ts --short', folder: 'apps/proof' },
  // Six browsers at once can make one of them too slow. Without the others, only a fault fails.
  { name: 'journeys', command: JOURNEYS, folder: 'apps/web', again: `${JOURNEYS} --last-failed --workers 1` },
];

await run();

/** All stages run, so that one failure does not hide another. */
async function run(): Promise<void> {
  const lines: string[] = [];
  const began = performance.now();
  for (const stage of chosen()) lines.push(await runStage(stage));
  lines.push(line('all', began, process.exitCode ? 'FAILED' : 'passed'));
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

/** All stages, or those that begin with an argument: `pnpm test units`. */
function chosen(): readonly Stage[] {
  const names = process.argv.slice(2);
  if (names.length === 0) return STAGES;
  const stages = STAGES.filter(({ name }) => names.some(start => name.startsWith(start)));
  if (stages.length > 0) return stages;
  throw new Error(
    `No stage begins with “${names.join(' ')}”. There are: ${STAGES.map(({ name }) => name).join(', ')}`,
  );
}

/** Returns the line of its result. */
async function runStage(stage: Stage): Promise<string> {
  const began = performance.now();
  let code = await exitCodeOf(stage);
  if (code !== 0 && stage.again) {
    code = await exitCodeOf({ ...stage, name: `${stage.name}, failed ones again`, command: stage.again });
  }
  if (code !== 0) process.exitCode = 1;
  return line(stage.name, began, code === 0 ? 'passed' : 'FAILED');
}

function exitCodeOf({ name, command, folder = '.' }: Stage): Promise<number | null> {
  process.stdout.write(`\n--- ${name}: ${command}\n`);
  const env = withTools({ ...process.env, TURBO_TELEMETRY_DISABLED: '1', NODE_COMPILE_CACHE: COMPILED });
  const child = spawn(command, { cwd: join(ROOT, folder), env, shell: true, stdio: 'inherit' });
  return new Promise(resolve => {
    // A stage that cannot start counts as failed.
    child.once('error', () => resolve(null)).once('exit', resolve);
  });
}

/** The repository's tools come first. Windows spells the variable differently. */
function withTools(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = Object.keys(env).find(key => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [TOOLS, env[name]].filter(Boolean).join(delimiter) };
}

function line(name: string, since: number, verdict: string): string {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  return `${verdict}  ${seconds.padStart(6)} s  ${name}`;
}
