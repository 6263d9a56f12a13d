import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Left to itself it keeps a core free; many of these tests wait for a process or a socket.
    maxWorkers: 3,
    projects: [
      'packages/contract',
      'packages/db',
      'packages/api',
      'packages/laws',
      'apps/server',
      'apps/proof',
    ].map(root => ({
      test: {
        name: root,
        root,
        include: ['src/**/*.test.{ts,tsx}'],
        env: { TZ: 'UTC' },
        testTimeout: 30_000,
      },
    })),
  },
});
