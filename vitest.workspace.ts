import { defineConfig } from 'vitest/config';

const PROJECTS = [
  'packages/contract',
  'packages/db',
  'packages/api',
  'packages/laws',
  'apps/server',
  'apps/proof',
];

/**
 * Suites of the API in which a commit that fails shows nothing more: they read what others write, say themselves
 * which commit fails, or need no database. Every mutation is called in a suite that is not among them.
 */
const COMMITS_DO_NOT_MATTER = [
  '**/{task-find,task-lists,task-readers,chat-find,plans,inference}.test.ts',
  '**/{manager/manager,archive/archive,install/install}.test.ts',
  '**/{commits,link-mail}.test.ts',
  'src/{passwords,throttle,turns}.test.ts',
];

export default defineConfig({
  test: {
    // Left to itself it keeps a core free; many of these tests wait for a process or a socket.
    maxWorkers: 3,
    projects: [
      ...PROJECTS.map(root => projectOf(root, root, {})),
      // The procedures that write again, over a disk that refuses every third commit.
      projectOf(
        'packages/api',
        'every third commit fails',
        { ONUS_FAIL_COMMIT_EVERY: '3' },
        COMMITS_DO_NOT_MATTER,
      ),
    ],
  },
});

function projectOf(root: string, name: string, env: Record<string, string>, exclude: string[] = []) {
  return {
    test: {
      name,
      root,
      include: ['src/**/*.test.{ts,tsx}'],
      exclude,
      // A worker keeps its modules: half of the processor time went into loading them again for each file.
      isolate: false,
      env: { TZ: 'UTC', ...env },
      testTimeout: 30_000,
    },
  };
}
