import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { place, signUp, startServer, type TestServer } from '../server.ts';

/** Every example of docs/programs.md, run as it is written there. */

const page = readFileSync(new URL('../../../../docs/programs.md', import.meta.url), 'utf8');

function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);
}

const [today, create, complete, item, message, ...others] = blocks('sh');

let server: TestServer;
let ana: Awaited<ReturnType<typeof signUp>>;
beforeAll(async () => {
  server = await startServer();
  ana = await signUp(server, 'Ana');
});
afterAll(() => server.close());

async function tokenOf(...scopes: string[]): Promise<string> {
  const body = { name: 'Script', scopes };
  const answer = await server.send('POST', '/trpc/token.create', { token: ana.token, body });
  return answer.body.result.data.token;
}

/** Runs an example in a shell. @returns what it printed. @throws where a command of it fails. */
async function run(example: string | undefined, ...scopes: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ONUS: server.url, TOKEN: await tokenOf(...scopes) };
  const script = `set -euo pipefail\n${example}`;
  return (await promisify(execFile)('bash', ['-c', script], { env })).stdout;
}

test('the examples for curl work with the scopes that they name', async () => {
  expect(others).toEqual([]);
  expect(JSON.parse(await run(today, 'read'))).toEqual([]);
  const made = JSON.parse(await run(create, 'tasks'));
  expect(made).toMatchObject({ title: 'Take the bins out', dueTime: '19:00', recurrenceType: 'weekly' });
  expect(JSON.parse(await run(create, 'tasks')).id).toBe(made.id);
  const done = JSON.parse(await run(complete, 'tasks'));
  expect(done).toMatchObject({ id: made.id, completed: true });
  expect(JSON.parse(await run(item, 'groceries'))).toMatchObject({ name: 'Oat milk', count: 2 });
});

test('the example for messages writes to each thread', async () => {
  const ben = await signUp(server, 'Ben');
  place(server, ana.id, 'Manager');
  place(server, ben.id, 'Employee', ana.id);
  const start = { users: [ben.id], message: 'Hello' };
  await server.send('POST', '/conversations', { token: ana.token, body: start });
  await run(message, 'messages');
  const [thread] = (await server.send('GET', '/conversations', { token: ben.token })).body;
  expect(thread.message).toBe('Dinner is ready');
});

test('an example without the scope fails', async () => {
  await expect(run(item, 'read')).rejects.toMatchObject({ code: 22 });
});

interface Requests {
  rest: { resource: string; headers: Headers }[];
  rest_command: Record<
    string,
    { url: string; method: string; content_type: string; headers: Headers; payload: string }
  >;
}
type Headers = Record<string, string>;

test('the requests of Home Assistant are accepted', async () => {
  const [yaml = ''] = blocks('yaml');
  const token = await tokenOf('tasks', 'groceries');
  const secret = {
    tag: '!secret',
    resolve: (name: string) => (name === 'onus_token' ? `Bearer ${token}` : ''),
  };
  const { rest, rest_command: commands } = parse(yaml, { customTags: [secret] }) as Requests;
  const here = (address: string) => address.replace('http://localhost:3000', server.url);
  for (const { resource, headers } of rest) {
    const response = await fetch(here(resource), { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toBeInstanceOf(Array);
  }
  const values: Headers = {
    name: 'Dishwasher salt',
    title: 'Call the plumber',
    'now().date()': '2030-01-02',
  };
  const made = [];
  for (const { url, method, content_type: type, headers, payload } of Object.values(commands)) {
    const body = payload.replace(/\{\{ (.*?) \}\}/g, (_, name: string) => values[name] ?? '');
    const init = { method, body, headers: { ...headers, 'content-type': type } };
    const response = await fetch(here(url), init);
    expect(response.status).toBe(201);
    made.push(await response.json());
  }
  expect(made).toMatchObject([{ name: 'Dishwasher salt' }, { title: 'Call the plumber' }]);
});
