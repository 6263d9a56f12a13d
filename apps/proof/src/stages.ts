import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TOOLS = join(ROOT, 'node_modules/.bin');

interface Stage {
  name: string;
  /** As a shell reads it, also that of Windows. */
  command: string;
  /** Where it runs, from the root of the repository. */
  folder?: string;
}

/** What `pnpm test` runs, in this order: the later stages use the build. */
const STAGES: readonly Stage[] = [
  { name: 'lint', command: 'biome ci' },
  { name: 'unused code', command: 'knip' },
  { name: 'types and build', command: 'turbo run types build --continue --output-logs=errors-only' },
  { name: 'unit tests', command: 'vitest run --config vitest.workspace.ts' },
  { name: 'proofs', command: 'node src/trust/main.ts --short', folder: 'apps/proof' },
  {
    name: 'journeys',
    command: 'node node_modules/@playwright/test/cli.js test -c e2e/playwright.config.ts',
    folder: 'apps/web',
  },
];

await run();

/** All stages run, so that one failure does not hide another. */
async function run(): Promise<void> {
  const lines: string[] = [];
  const began = performance.now();
  for (const stage of STAGES) {
    const stageBegan = performance.now();
    const code = await exitCodeOf(stage);
    if (code !== 0) process.exitCode = 1;
    lines.push(line(stage.name, stageBegan, code === 0 ? 'passed' : 'FAILED'));
  }
  lines.push(line('all', began, process.exitCode ? 'FAILED' : 'passed'));
  process.stdout.write(`\n${lines.join('\n')}\n`);
}

function exitCodeOf({ name, command, folder = '.' }: Stage): Promise<number | null> {
  process.stdout.write(`\n--- ${name}: ${command}\n`);
  const env = withTools({ ...process.env, TURBO_TELEMETRY_DISABLED: '1' });
  const child = spawn(command, { cwd: join(ROOT, folder), env, shell: true, stdio: 'inherit' });
  return new Promise(resolve => {
    // A stage that cannot be started fails like one that ends badly.
    child.once('error', () => resolve(null)).once('exit', resolve);
  });
}

/** The tools of the repository go first. Windows writes the name of the variable in its own way. */
function withTools(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = Object.keys(env).find(key => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [TOOLS, env[name]].filter(Boolean).join(delimiter) };
}

function line(name: string, since: number, verdict: string): string {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  return `${verdict}  ${seconds.padStart(6)} s  ${name}`;
}
