import { defineConfig } from 'vitest/config';

const PROJECTS = [
  'packages/contract',
  'packages/db',
  'packages/api',
  'packages/laws',
  'apps/server',
  'apps/proof',
];

export default defineConfig({
  test: {
    // Left to itself it keeps a core free; many of these tests wait for a process or a socket.
    maxWorkers: 3,
    projects: [
      ...PROJECTS.map(root => projectOf(root, root, {})),
      // Every procedure again, over a disk that refuses every third commit.
      projectOf('packages/api', 'every third commit fails', { ONUS_FAIL_COMMIT_EVERY: '3' }),
    ],
  },
});

function projectOf(root: string, name: string, env: Record<string, string>) {
  return {
    test: {
      name,
      root,
      include: ['src/**/*.test.{ts,tsx}'],
      env: { TZ: 'UTC', ...env },
      testTimeout: 30_000,
    },
  };
}
