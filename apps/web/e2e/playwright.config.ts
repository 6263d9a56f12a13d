import { chromiumPath } from '@onus/proof/chromium';
import { networkOf } from '@onus/proof/faults';
import { defineConfig } from '@playwright/test';
import type { NetworkOption } from './journey.ts';

const { ONUS_FAULTS: network } = process.env;
/** The network of the journeys; without a name they connect directly to the server. */
const faults = network ? networkOf(network) : null;

/** Journeys that a slow network can break: what shows before the response, and what happens between two of them. */
const LATENCY = /@latency/;

export default defineConfig<NetworkOption>({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that passes at the second try is listed as flaky: read that list, it names a fault of the journey or of the app.
  retries: 1,
  workers: 6,
  // Six pages at once take long on a slow machine. The expectations have their own time limits.
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'journeys', workers: 3, grepInvert: LATENCY, use: { faults } },
    // It mostly waits, so it runs beside the others.
    { name: 'latency-400', workers: 3, grep: LATENCY, use: { faults: 'latency-400' } },
    // Not in `pnpm test`: what such a journey shows at 400 ms mostly holds at 0 ms too.
    { name: 'latency-0', workers: 2, grep: LATENCY, use: { faults } },
  ],
  use: {
    browserName: 'chromium',
    // A journey about motion asks for it. In the others, frames of it would take a seventh of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    // `page.route` sees no request that a service worker answers. The journeys of the worker let it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // One process less per browser: a tenth of the processor time.
        '--in-process-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
      ],
    },
  },
});
