import { at, fromNewAddress, send, textAt } from '../../lib/client/http-client.ts';
import type { Server } from '../../lib/server/server.ts';
import { exceptions } from '../../lib/statistics.ts';
import { type Account, addMember, register, withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result } from '../proof.ts';

const TEXTS: Record<string, string> = {
  emoji: 'Bins 🗑️ out 👍🏽',
  'a family joined by ZWJ': 'For the 👨‍👩‍👧‍👦',
  'right to left': 'קניות \u202bשלום\u202c עולם ‏',
  'taken apart (NFD)': 'cafe\u0301 A\u030a'.normalize('NFD'),
  'put together (NFC)': 'café Å'.normalize('NFC'),
  'four bytes': '𠜎𝔘𐍈',
  'many marks': `Z${'\u0300\u0321\u035c'.repeat(8)}algo`,
  'white space': ' a\tb\u00a0c\u2003d\u200b ',
  'line ends': 'one\r\ntwo\rthree\nfour\u2028five',
  'no characters': '\ufffe\uffff\u{10ffff}\ufeffx',
  controls: 'a\u0001b\u001bc\u007fd',
  quotes: `"'\`\\%_*?[]{}$&;--/*`,
};
/** Texts that UTF-8 cannot encode, and the end of a C string. */
const REFUSED: Record<string, string> = {
  'a lone surrogate': 'a\ud800b',
  'half of an emoji': '👍'.slice(0, 1),
  'the other half': '👍'.slice(1),
  'a NUL': 'a\0b',
};

export const textComesBack: Proof = {
  name: 'text-comes-back',
  guarantee: 'Text is returned as sent',
  target: 'emoji, ZWJ, right-to-left, NFD, 4-byte: byte for byte; a lone surrogate or NUL → 400',
  short: true,
  measure: () => withServer({}, compared),
};

/** A field: how to write a text to it and how to read it. */
interface Field {
  name: string;
  write(text: string): Promise<{ status: number; returned: unknown }>;
  read(): Promise<unknown>;
}

async function compared(server: Server): Promise<Result> {
  const boss = await register(server, 'Boss', 'Manager');
  const member = await addMember(server, boss, 'Member');
  const fields = await fieldsOf(server, boss, member);
  const wrong: string[] = [];
  let tries = 0;
  for (const { name, write, read } of fields) {
    for (const [kind, text] of Object.entries(TEXTS)) {
      const { status, returned } = await write(text);
      if (status > 201 || !isSame(returned, text))
        wrong.push(`${name}: ${kind} got ${status} ${JSON.stringify(returned)}`);
      else if (!isSame(await read(), text)) wrong.push(`${name}: ${kind} is read otherwise`);
      tries += 1;
    }
    const before = await read();
    for (const [kind, text] of Object.entries(REFUSED)) {
      const { status } = await write(text);
      if (status !== 400) wrong.push(`${name}: ${kind} got ${status}`);
      if ((await read()) !== before) wrong.push(`${name}: ${kind} changed it`);
      tries += 1;
    }
  }
  wrong.push(...(await passwords(server)));
  return {
    measured: exceptions(wrong, tries, `texts in ${fields.length} fields went wrong`),
    holds: wrong.length === 0,
  };
}

function isSame(got: unknown, sent: string): boolean {
  return typeof got === 'string' && Buffer.from(got).equals(Buffer.from(sent));
}

async function fieldsOf(server: Server, boss: Account, member: Account): Promise<Field[]> {
  const call = (method: string, path: string, body: object, { token } = boss) =>
    send(server.url, path, { method, token, body });
  const made = async (path: string, body: object) => textAt((await call('POST', path, body)).body, 'id');
  const dueDate = '2026-05-05';
  const task = await made('/tasks', { title: 'x', dueDate });
  const item = await made('/groceries', { name: 'x' });
  const conversation = await made('/conversations', { users: [member.id], message: 'x' });
  const message = await made('/messages', { conversationId: conversation, message: 'x' });

  /** Reads it in a list of another entry point. */
  function field(name: string, path: string, id: string, key: string, list: string, trpc: string): Field {
    return {
      name,
      async write(text) {
        const { status, body } = await call('PATCH', path, { id, [key]: text });
        return { status, returned: at(body, key) };
      },
      async read() {
        const rows = (await send(server.url, list, { token: boss.token })).body;
        const row = Array.isArray(rows) ? rows.find(one => at(one, 'id') === id) : undefined;
        const input = `?input=${encodeURIComponent(JSON.stringify({ id }))}`;
        const whole = trpc
          ? await send(server.url, `/trpc/${trpc}${input}`, { token: boss.token })
          : undefined;
        const typed = whole ? at(whole.body, 'result', 'data', key) : at(row, key);
        return at(row, key) === typed ? typed : `REST and tRPC differ: ${at(row, key)} ${typed}`;
      },
    };
  }
  return [
    field('title', '/tasks', task, 'title', '/tasks', 'task.get'),
    field('description', '/tasks', task, 'text', '/tasks', 'task.get'),
    field('item name', '/groceries', item, 'name', '/groceries', ''),
    field('message', '/messages', message, 'message', `/messages?conversationId=${conversation}`, ''),
    field('name', '/users', member.id, 'username', '/users', 'member.get'),
  ];
}

/** The server compares a password as typed, and refuses one that UTF-8 cannot encode. */
async function passwords({ url }: Server): Promise<string[]> {
  const wrong: string[] = [];
  for (const [number, [kind, password]] of Object.entries({ ...TEXTS, ...REFUSED }).entries()) {
    const body = { name: 'x', email: `p${number}@example.com`, password, roles: 'User' };
    const made = await send(url, '/api/users', { body, headers: fromNewAddress() });
    if (made.status !== (kind in TEXTS ? 201 : 400)) wrong.push(`password: ${kind} got ${made.status}`);
    if (!(kind in TEXTS)) continue;
    const again = await send(url, '/auth', { body, headers: fromNewAddress() });
    const other = { ...body, password: `${password} ` };
    const similar = await send(url, '/auth', { body: other, headers: fromNewAddress() });
    if (again.status !== 200 || similar.status !== 401) wrong.push(`password: ${kind} is not what was typed`);
  }
  return wrong;
}
