import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chromiumPath } from '../../chromium.ts';
import { median } from '../../figures.ts';
import type { Line } from '../bench.ts';
import { outputOf } from '../child.ts';
import type { Lab } from '../lab.ts';

/** Fetched when it is asked for: with all that belongs to it, it is larger than everything else together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** It slows the processor down four times: what else the machine does counts four times too. */
const ROUNDS = 5;
const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100 };

/** What Lighthouse says of the pages that a stranger sees first, as on a phone. */
export async function measureLighthouse(lab: Lab): Promise<Line[]> {
  const server = await lab.ours(lab.sizes.few);
  const chromium = await chromiumPath();
  if (!existsSync(chromium)) throw new Error(`there is no browser at ${chromium}`);
  const lines: Line[] = [];
  for (const path of ['/', '/login']) {
    const options = ['--output=json', '--quiet', '--chrome-flags=--headless --no-sandbox --disable-gpu'];
    const only = `--only-categories=${Object.keys(LEAST).join(',')}`;
    const command = ['npx', '--yes', LIGHTHOUSE, `${server.url}${path}`, only, ...options];
    const rounds: Record<string, { score: number }>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const answer = await outputOf(['env', `CHROME_PATH=${chromium}`, ...command], tmpdir());
      rounds.push(JSON.parse(answer).categories);
    }
    const scores = Object.keys(LEAST).map(name =>
      median(rounds.map(round => Math.round((round[name]?.score ?? 0) * 100))),
    );
    lines.push({
      operation: `Lighthouse of ${path}, median of ${ROUNDS}: performance, accessibility, best practices`,
      ours: scores.join(', '),
      demanded: `≥ ${Object.values(LEAST).join(', ')}`,
      kept: Object.values(LEAST).every((least, place) => (scores[place] ?? 0) >= least),
    });
  }
  return lines;
}
