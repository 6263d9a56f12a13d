import { fileURLToPath } from 'node:url';
import { outputOf } from '../../lab/command-output.ts';

const WEB = fileURLToPath(new URL('../../../../../web', import.meta.url));

/** What a script of `apps/web/e2e` measures in a real browser and prints as JSON. */
export async function webFigures<Figures>(script: string): Promise<Figures> {
  return JSON.parse(await outputOf([process.execPath, `e2e/${script}`], WEB));
}
