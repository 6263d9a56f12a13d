import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { openDb } from '@onus/db/open';
import { peerArguments } from './arguments.ts';
import { restMessage, restTask } from './rest-shape.ts';
import { openStore } from './store.ts';

/** The used part of json-server 0.17.4, which is CommonJS and has no types. */
interface JsonServer {
  create(): RequestListener & { use(handler: unknown): void };
  defaults(options: { logger: boolean }): unknown;
  router(file: string): unknown;
}

/** json-server on its own file, with the rows of the database in the shapes of the REST API. */
const { data, port } = peerArguments();
const file = `${data}.json`;
const { $client: client } = openDb(data);
const store = openStore(data);
const tasks = client.prepare('select id from task order by id').pluck().all() as string[];
const threads = client.prepare('select id from conversation order by id').pluck().all() as string[];
writeFileSync(
  file,
  JSON.stringify({
    tasks: tasks.map(id => restTask(store.find(id))),
    messages: threads.flatMap(id => store.messagesBySequence(id, -1).reverse().map(restMessage)),
  }),
);

const require = createRequire(import.meta.url);
const jsonServer: JsonServer = require('json-server');
const app = jsonServer.create();
app.use(jsonServer.defaults({ logger: false }));
app.use(jsonServer.router(file));
createServer(app).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
