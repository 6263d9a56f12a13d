import { chromiumPath } from '@onus/proof/chromium';
import { networkOf } from '@onus/proof/faults';
import { defineConfig } from '@playwright/test';
import type { NetworkOption } from './journey.ts';

/** Every journey runs over this network; without a name straight to the server. */
const { ONUS_FAULTS: network } = process.env;

/** The journeys of a whole day, which `pnpm test` also runs over a slow network. */
const DISTANT_FILES = /(tasks|task-undo|quick-people|groceries|messages|live|session)\.spec\.ts$/;

/** They make a hundred rows, one after another: at this distance that alone takes their time. */
const LONG_LISTS =
  /older pages come on scroll|asks for the newest page alone|a list that changes keeps the focus/;

export default defineConfig<NetworkOption>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 5,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'journeys', workers: 3, use: { faults: network ? networkOf(network) : null } },
    // It waits more than it computes, so it shares the machine with the others.
    {
      name: 'latency-400',
      workers: 2,
      testMatch: DISTANT_FILES,
      grepInvert: LONG_LISTS,
      use: { faults: 'latency-400' },
    },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
});
