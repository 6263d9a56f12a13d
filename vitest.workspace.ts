import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { OVER_FAILING_COMMITS } from './packages/api/src/testing/failing-commits.ts';

const SERVER = [
  'packages/{db,api,structure}/src/**/*.test.ts',
  'apps/{server,proof}/{src,test}/**/*.test.ts',
];
const BROWSER = ['packages/contract/src/**/*.test.ts', 'apps/web/{src,sw}/**/*.test.ts'];
/** Closes the databases of a test. */
const CLOSE = 'packages/db/src/testing/close-after-test.ts';

export default defineConfig({
  test: {
    // Left to itself it keeps a core free; many of these tests wait for a process or a socket.
    maxWorkers: 3,
    globalSetup: 'packages/db/src/testing/temporary-folder.ts',
    // One project for all packages: a worker belongs to a project, and what it loads takes seconds. What runs in the
    // browser is apart: the server words the errors of zod in its own way, for all that is in its process.
    projects: [
      project('server', SERVER, { setupFiles: CLOSE }),
      project('browser', BROWSER),
      project('every third commit fails', OVER_FAILING_COMMITS, {
        setupFiles: CLOSE,
        env: { TZ: 'UTC', ONUS_FAIL_COMMIT_EVERY: '3' },
      }),
    ],
  },
});

function project(name: string, include: string[], more: TestProjectInlineConfiguration['test'] = {}) {
  return {
    test: {
      name,
      include,
      // A worker keeps its modules: half of the processor time went into loading them again for each file.
      isolate: false,
      // Young objects have more room: the collector took a sixth of the processor time.
      execArgv: ['--max-semi-space-size=32'],
      env: { TZ: 'UTC' },
      testTimeout: 30_000,
      hookTimeout: 60_000,
      ...more,
    },
  };
}
