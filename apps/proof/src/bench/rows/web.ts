import { fileURLToPath } from 'node:url';
import type { Line } from '../bench.ts';
import { outputOf } from '../child.ts';
import { ms, whole } from '../words.ts';

const WEB = fileURLToPath(new URL('../../../../web', import.meta.url));

/** KB of 1,000 bytes. */
const MOST_KB = { '/login': 130, '/dash/tasks': 180 };
const LEAST_FRAMES = 60;
/** A screen counts its frames a little short of its own rate. */
const ALMOST = 0.99;
const MOST_KEY_MS = 50;

/** The web app in a real browser: what a first visit loads, and how a list of ten thousand feels. */
export async function measureWeb(): Promise<Line[]> {
  const written = await outputOf([process.execPath, 'e2e/speed.ts'], WEB);
  const { javascript, frames, key } = JSON.parse(written);
  return [
    javascriptLine('/login', javascript.login),
    javascriptLine('/dash/tasks', javascript.tasks),
    {
      operation: 'Scrolling a list of 10,000 tasks',
      ours: `${whole(frames)} frames/s`,
      demanded: `${LEAST_FRAMES} frames/s`,
      kept: frames >= ALMOST * LEAST_FRAMES,
    },
    {
      operation: 'Key to next paint in a list of 10,000 tasks, p95',
      ours: ms(key),
      demanded: `≤ ${MOST_KEY_MS} ms`,
      kept: key <= MOST_KEY_MS,
    },
  ];
}

function javascriptLine(path: keyof typeof MOST_KB, bytes: number): Line {
  return {
    operation: `JavaScript of a first visit to ${path}, gzip`,
    ours: `${(bytes / 1_000).toFixed(1)} KB`,
    demanded: `≤ ${MOST_KB[path]} KB`,
    kept: bytes <= MOST_KB[path] * 1_000,
  };
}
