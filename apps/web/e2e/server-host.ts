import { fileURLToPath } from 'node:url';

/** The part of the built server that is used here. */
interface BuiltServer {
  startServer(settings: NodeJS.ProcessEnv): Promise<{ stop(): Promise<void> }>;
}

type Request = { start: Record<string, string> } | { stop: true };

// A process started by server-process.ts. Its output is read there: a line that is no answer fails the test.
const BUNDLE = new URL('../../server/dist/server.js', import.meta.url);
const { startServer }: BuiltServer = await import(fileURLToPath(BUNDLE));
let server: { stop(): Promise<void> } | undefined;

process.umask(0o077);
process.on('unhandledRejection', reason => process.stdout.write(`unhandled rejection: ${reason}\n`));
process.on('disconnect', () => process.exit());
process.on('message', async (request: Request) => {
  if ('start' in request) {
    server = await startServer({ ...process.env, ...request.start }).catch(end);
    process.stdout.write('Onus is ready\n');
  } else {
    await server?.stop();
    process.stdout.write('Onus has stopped\n');
  }
});

/** The journey that waits for the server fails at once. */
function end(error: unknown): never {
  process.stderr.write(`${error}\n`);
  process.exit(1);
}
