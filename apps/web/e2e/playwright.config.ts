import { chromiumPath } from '@onus/proof/chromium';
import { networkOf } from '@onus/proof/faults';
import { defineConfig } from '@playwright/test';
import type { NetworkOption } from './journey.ts';

/** The network of all journeys; without a name they connect directly to the server. */
const { ONUS_FAULTS: network } = process.env;

/** Journeys that a slow network can break: what shows before the response, and what happens between two of them. */
const LATENCY = /@latency/;

export default defineConfig<NetworkOption>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that passes at the second try is listed as flaky: read that list, it names a fault of the journey or of the app.
  retries: 1,
  workers: 5,
  // Five pages at once take long on a slow machine. The expectations have their own time limits.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'journeys', workers: 3, use: { faults: network ? networkOf(network) : null } },
    // It mostly waits, so it runs beside the others.
    {
      name: 'latency-400',
      workers: 2,
      grep: LATENCY,
      use: { faults: 'latency-400' },
    },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // `page.route` sees no request that a service worker answers. The journeys of the worker let it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
});
