import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives all tests of a run one folder for their temporary files, and removes it afterwards. A test need not clean up. The
 * workers and the processes that tests start inherit the variables.
 */
export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'onus-tests-'));
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
