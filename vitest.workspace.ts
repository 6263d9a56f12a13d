import { defineConfig } from 'vitest/config';

const SERVER = [
  'packages/{db,api,structure}/src/**/*.test.ts',
  'apps/{server,proof}/{src,test}/**/*.test.ts',
];
const BROWSER = ['packages/contract/src/**/*.test.ts', 'apps/web/{src,sw}/**/*.test.ts'];

/**
 * Suites of the API in which a commit that fails shows nothing more: they read what others write, say themselves
 * which commit fails, or need no database. Every mutation is called in a suite that is not among them.
 */
const COMMITS_DO_NOT_MATTER = [
  '**/{task-find,task-lists,task-readers,chat/find,plans,inference,search-size}.test.ts',
  '**/{manager/manager,archive/archive,install/install}.test.ts',
  '**/{commits,link/mail,feed/ics,feed/repetition}.test.ts',
  '**/{passwords,throttle,turns}.test.ts',
];

export default defineConfig({
  test: {
    // Left to itself it keeps a core free; many of these tests wait for a process or a socket.
    maxWorkers: 3,
    // One project for all packages: a worker belongs to a project, and what it loads takes seconds. What runs in the
    // browser is apart: the server words the errors of zod in its own way, for all that is in its process.
    projects: [
      project('server', SERVER),
      project('browser', BROWSER),
      // The procedures that write again, over a disk that refuses every third commit.
      project('every third commit fails', ['packages/api/src/**/*.test.ts'], COMMITS_DO_NOT_MATTER, {
        ONUS_FAIL_COMMIT_EVERY: '3',
      }),
    ],
  },
});

function project(name: string, include: string[], exclude: string[] = [], env: Record<string, string> = {}) {
  return {
    test: {
      name,
      include,
      exclude,
      // A worker keeps its modules: half of the processor time went into loading them again for each file.
      isolate: false,
      // Young objects have more room: the collector took a sixth of the processor time.
      execArgv: ['--max-semi-space-size=32'],
      setupFiles: 'packages/db/src/testing/close-after-test.ts',
      env: { TZ: 'UTC', ...env },
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  };
}
