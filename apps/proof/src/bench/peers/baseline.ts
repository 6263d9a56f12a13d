import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { peerArguments } from './arguments.ts';
import { restMessage, restTask } from './rest-shape.ts';
import { openStore } from './store.ts';

/**
 * The baseline: the cost of responding with the same bytes from the same database, and nothing else. No
 * validation, no session, no rights, no events; the token is the id of the caller.
 */
const { data, port, tuned } = peerArguments();
const store = openStore(data, tuned);

createServer((request, response) => {
  if (request.method === 'GET') {
    read(request, response);
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', text => {
    body += text;
  });
  request.on('end', () => write(request, response, body));
}).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));

function read(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '';
  if (url.startsWith('/tasks/today')) {
    const tasks = store.listToday(caller(request)).map(restTask);
    response.setHeader('x-total-count', tasks.length);
    send(response, 200, tasks);
  } else {
    const conversation = url.slice(url.indexOf('=') + 1, url.indexOf('&'));
    response.setHeader('x-total-count', store.countMessages(conversation));
    send(response, 200, store.messagesByTime(conversation).map(restMessage));
  }
}

function write(request: IncomingMessage, response: ServerResponse, body: string): void {
  const fields = JSON.parse(body);
  if (request.method === 'POST') send(response, 201, restTask(store.create(caller(request), fields)));
  else send(response, 200, restTask(store.complete(fields.id, fields.completed)));
}

function caller(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').slice('Bearer '.length);
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  });
  response.end(bytes);
}
