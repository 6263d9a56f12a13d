import { build } from './build.ts';

build();

// In this process: a signal to `pnpm start` reaches the server itself, on every system.
await import(new URL('../dist/main.js', import.meta.url).href);
