import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives all tests of a run one folder for their temporary files, so that a test need not clean up. The workers and the
 * processes that tests start inherit the variables.
 */
export function setup(): void {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'onus-tests-'));
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
}

/** Removes it. */
export function teardown(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

let folder = '';
