import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chromiumPath } from '../../../lib/chromium.ts';
import { median } from '../../../lib/statistics.ts';
import type { Row } from '../../bench.ts';
import { outputOf } from '../../lab/command-output.ts';
import type { Lab } from '../../lab/lab.ts';

/** Installed on demand, because with its dependencies it is larger than everything else together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Lighthouse slows the processor four times, so other load counts four times too. */
const ROUNDS = 5;
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100 };

/** Lighthouse scores of a visitor's first pages on a phone. */
export async function measureLighthouse(lab: Lab): Promise<Row[]> {
  const server = await lab.ours(lab.sizes.few);
  const chromium = await chromiumPath();
  if (!existsSync(chromium)) throw new Error(`there is no browser at ${chromium}`);
  const lines: Row[] = [];
  for (const path of ['/', '/login']) {
    const options = ['--output=json', '--quiet', '--chrome-flags=--headless --no-sandbox --disable-gpu'];
    const only = `--only-categories=${Object.keys(LEAST).join(',')}`;
    const command = ['npx', '--yes', LIGHTHOUSE, `${server.url}${path}`, only, ...options];
    const rounds: Record<string, { score: number }>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const response = await outputOf(['env', `CHROME_PATH=${chromium}`, ...command], tmpdir());
      rounds.push(JSON.parse(response).categories);
    }
    const scores = Object.keys(LEAST).map(name =>
      median(rounds.map(round => Math.round((round[name]?.score ?? 0) * 100))),
    );
    lines.push({
      operation: `Lighthouse of ${path}, median of ${ROUNDS}: performance, accessibility, best practices`,
      ours: scores.join(', '),
      target: `≥ ${Object.values(LEAST).join(', ')}`,
      holds: Object.values(LEAST).every((least, place) => (scores[place] ?? 0) >= least),
    });
  }
  return lines;
}
