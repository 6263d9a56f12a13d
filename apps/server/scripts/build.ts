import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds the web app and the server bundle where they have changed. A Node file, because the shell of Windows knows
 * neither `NAME=value command` nor `exec`.
 */
export function build(): void {
  const { status } = spawnSync('turbo run build --output-logs=errors-only', {
    cwd: ROOT,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    shell: true,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (import.meta.main) build();
