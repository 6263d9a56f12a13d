import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromNewAddress, send } from '../../lib/client/http-client.ts';
import { callsOf, rest } from '../../lib/client/trpc-client.ts';
import { inParallel } from '../../lib/concurrency.ts';
import { seconds } from '../../lib/duration.ts';
import { runOperatorCommand } from '../../lib/server/onus-command.ts';
import type { Server } from '../../lib/server/server.ts';
import { type Account, addMember, logIn, register, withServer } from '../../lib/users/accounts.ts';
import { SETTINGS } from '../../lib/users/household.ts';
import { listPathsOf } from '../../lib/users/list-paths.ts';
import type { Proof, Result, Size } from '../proof.ts';

interface Extent {
  households: number;
  people: number;
  /** Of each person; also the messages of each pair. */
  tasks: number;
  messages: number;
}

const EXTENT: Record<Size, Extent> = {
  short: { households: 2, people: 3, tasks: 2, messages: 2 },
  full: { households: 100, people: 4, tasks: 25, messages: 5 },
};
/** As many as the server hashes at once, plus its queue. */
const AT_ONCE = 4;
const NEW_PASSWORD = 'one of their own';

export const householdsMove: Proof = {
  name: 'households-move',
  guarantee: 'A household moves to another installation whole',
  target:
    '100 households, exported and imported while both servers run: each response for each person as before, no access where they were, nothing changed for the household that was there',
  short: true,
  measure: size => withServer(SETTINGS, from => withServer(SETTINGS, to => moved(from, to, EXTENT[size]))),
};

async function moved(from: Server, to: Server, extent: Extent): Promise<Result> {
  const numbers = Array.from({ length: extent.households }, (_, number) => `Moves${number}`);
  const households = await inParallel(2, numbers, name => createHousehold(from, name, extent));
  const own = await createHousehold(to, 'Stays', extent);
  const people = households.flat();
  const before = await responsesOf(from, people);
  const ownBefore = await responsesOf(to, own);

  const folder = join(to.dataDir, 'moved');
  const heads = households.map(([head]) => head?.email ?? '');
  const began = performance.now();
  await runOperatorCommand(from.dataDir, ['export', ...heads, '--to', folder, '--deactivate']);
  const exported = performance.now();
  const files = readdirSync(folder).map(name => join(folder, name));
  const links = await runOperatorCommand(to.dataDir, ['import', ...files]);
  const imported = performance.now();
  await rm(folder, { recursive: true });

  const stillIn = await inParallel(AT_ONCE, people, async person =>
    (await isIn(from, person)) ? [person] : [],
  );
  const there = await inParallel(AT_ONCE, people, person => activated(to, person, links));
  const after = await responsesOf(to, there);
  const different = [...differences(before, after), ...differences(ownBefore, await responsesOf(to, own))];
  const [first] = different;
  return {
    measured: `${households.length} households with ${people.length} people, exported in ${seconds(exported - began)}, imported in ${seconds(imported - exported)}: ${different.length} of ${before.size + ownBefore.size} responses differ, ${stillIn.flat().length} people still have access${first ? `; ${first}` : ''}`,
    holds: different.length + stillIn.flat().length === 0,
  };
}

/** A manager and members, with tasks and items of each, and a thread of each two. */
async function createHousehold(server: Server, name: string, extent: Extent): Promise<Account[]> {
  const head = await register(server, name, 'Manager');
  const people = [head];
  for (let number = 1; number < extent.people; number += 1)
    people.push(await addMember(server, head, `${name}x${number}`));
  for (const [at, person] of people.entries()) {
    const to = { url: server.url, token: person.token };
    for (let number = 0; number < extent.tasks; number += 1) {
      const rule = number % 3 === 0 ? { recurrenceType: 'weekly' } : {};
      const others = person === head && number % 2 === 0 ? people.slice(1).map(({ id }) => id) : [];
      const task = {
        title: `${name} ${number}`,
        dueDate: `2030-01-${10 + (number % 20)}`,
        assignees: others,
      };
      await rest(to, 'POST', '/tasks', { ...task, ...rule });
      await rest(to, 'POST', '/groceries', { name: `${person.name} ${number}`, price: number / 4 });
    }
    for (const other of people.slice(at + 1)) await talk(server, person, other, extent.messages);
  }
  return people;
}

async function talk({ url }: Server, one: Account, other: Account, messages: number): Promise<void> {
  const { chat } = callsOf(url, one.token);
  const [thread] = await chat.start.mutate({ users: [other.id], message: 'The first' });
  const conversationId = thread?.id ?? '';
  const answers = callsOf(url, other.token).chat;
  for (let number = 1; number < messages; number += 1) {
    const by = number % 2 === 0 ? chat : answers;
    await by.send.mutate({ conversationId, message: `Number ${number}` });
  }
}

/** Messages get numbers above those of the installation. Their order is compared. */
const NUMBERS = /"(sequence|lastSequence|readSequence)":\d+/g;

/** Each list of each person, by path and email. */
async function responsesOf({ url }: Server, people: readonly Account[]): Promise<Map<string, string>> {
  const texts = await inParallel(AT_ONCE, people, async ({ token, email, id }) => {
    const paths = await listPathsOf({ calls: callsOf(url, token), id });
    const read = paths.map(async path => {
      const text = await rest({ url, token }, 'GET', path);
      return [`${path} of ${email}`, text.replace(NUMBERS, '"$1":0')] as const;
    });
    return Promise.all(read);
  });
  return new Map(texts.flat());
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before].filter(([path, text]) => after.get(path) !== text).map(([path]) => path);
}

/** The same person on the other server, with the password that they set by their link. */
async function activated(server: Server, person: Account, links: string): Promise<Account> {
  const [line = ''] = links.split('\n').filter(one => one.includes(`<${person.email}>`));
  const [, token] = /token=([\w-]+)$/.exec(line) ?? [];
  if (!token) throw new Error(`${person.email} got no link`);
  await callsOf(server.url).auth.activate.mutate({ token, password: NEW_PASSWORD });
  return logIn(server, { ...person, password: NEW_PASSWORD });
}

/** With a token, with a cookie, or with the password. */
async function isIn({ url }: Server, { token, cookie, email, password }: Account): Promise<boolean> {
  const tries = await Promise.all([
    send(url, '/trpc/auth.me', { token }),
    send(url, '/auth/refresh', { cookie, headers: fromNewAddress() }),
    send(url, '/auth', { body: { email, password }, headers: fromNewAddress() }),
  ]);
  return tries.some(({ status }) => status === 200);
}
