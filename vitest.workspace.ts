import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
