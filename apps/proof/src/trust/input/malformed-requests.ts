import { appRouter } from '@onus/api/root';
import { routes } from '@onus/server/rest/routes';
import { pick, type Random } from '../../lib/seeded-random.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'BREW', 'get'];
const TYPES = [
  ...['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'multipart/form-data'],
  ...['application/x-www-form-urlencoded', 'application/json; charset=utf-7', 'image/png', '', ';;;'],
];
const PATHS = [
  ...routes.map(({ at }) => at.split(' ')[1] ?? '/'),
  ...Object.keys(appRouter._def.procedures).map(path => `/trpc/${path}`),
  ...[
    '/',
    '/trpc',
    '/trpc/',
    '/trpc/a.b.c',
    '/socket.io/',
    '/healthz',
    '/assets/../../etc/passwd',
    '/%2e%2e/%2e%2e/key',
  ],
];
/** Sent in place of each expected number, text, list or object. */
const VALUES: readonly unknown[] = [
  ...[null, true, -1, Number.MAX_VALUE, 2 ** 53, 0.1, '', ' ', '\0', '\ud800', '٣', 'x'.repeat(6000)],
  ...[[], {}, [[]], { $gt: '' }, { toString: 1 }, ['a', null], "' or 1=1 --", '%00', '../../key', '{"a":1}'],
  ...['2026-02-30', '9999-12-31T23:59:59.999Z', '-000001-01-01', '5150', ['Admin'], { __proto__: null }],
];
const FIELDS = [
  ...[
    'id',
    '_id',
    'title',
    'text',
    'dueDate',
    'assignees',
    'completed',
    'recurrenceType',
    'recurrenceInterval',
  ],
  ...['email', 'password', 'name', 'username', 'roles', 'active', 'manager', 'token', 'users', 'message'],
  ...[
    'conversationId',
    'timestamp',
    'count',
    'price',
    'cursor',
    'limit',
    'view',
    'data',
    'basedOn',
    '__proto__',
  ],
];
const LINES = [
  'x-timezone: Mars/Base',
  'cookie: onus=..; onus-browser=.',
  'cookie: onus=%E0%A4%A',
  'range: bytes=9-1',
];

/** Placeholder for the current token, so that the input is the same in every run. */
export const TOKEN = 'TOKEN';

/** A request as bytes in latin1 with one or more errors. */
export function malformedRequest(random: Random): string {
  const path = malformedPath(random);
  const body = malformedBody(random);
  const lines = [
    `host: ${pick(random, ['localhost', 'evil.example', '', ':::', 'a@b', 'a b'])}`,
    ...(random(3) > 0
      ? [`authorization: Bearer ${random(4) > 0 ? TOKEN : pick(random, ['x', 'a.b.c', '\u00ff'])}`]
      : []),
    ...(random(2) > 0 ? [pick(random, LINES)] : []),
    `content-type: ${pick(random, random(2) > 0 ? TYPES.slice(0, 1) : TYPES)}`,
    random(12) === 0
      ? 'transfer-encoding: chunked'
      : `content-length: ${body.length + (random(15) === 0 ? -1 : 0)}`,
    'connection: close',
  ];
  const whole = `${pick(random, METHODS)} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  // Some are truncated, some have a changed byte.
  if (random(10) === 0) return whole.slice(0, random(whole.length));
  if (random(10) === 0) return flipped(random, whole);
  return whole;
}

const TRPC = '/trpc?connectionParams=1';
const SOCKET_IO = '/socket.io/?EIO=4&transport=websocket';

export interface MalformedFrame {
  path: string;
  /** Sent after a sign-in; else it is the first message. */
  isSignedIn: boolean;
  data: Buffer;
}

/** A frame for one of the two kinds of socket. Every second one follows a sign-in. */
export function malformedFrame(random: Random, number: number): MalformedFrame {
  const isSignedIn = number % 2 === 0;
  const path = pick(random, isSignedIn ? [TRPC, SOCKET_IO] : ['/trpc', TRPC, SOCKET_IO]);
  const text = malformedText(random);
  return {
    path,
    isSignedIn,
    data: Buffer.from(random(6) === 0 ? flipped(random, text) : text, 'latin1'),
  };
}

/** Frames of both kinds, so that each socket also gets those of the other. */
function malformedText(random: Random): string {
  const names = Object.keys(appRouter._def.procedures);
  const call = {
    id: pick(random, [1, 'x', null, VALUES[random(VALUES.length)]]),
    method: pick(random, [
      'query',
      'mutation',
      'subscription',
      'subscription.stop',
      'connectionParams',
      'x',
      1,
    ]),
    data: pick(random, [{ token: 'x' }, null, 1]),
    params: pick(random, [
      { path: pick(random, names), input: object(random), lastEventId: pick(random, VALUES) },
      pick(random, VALUES),
    ]),
  };
  return pick(random, [
    JSON.stringify(random(5) === 0 ? [call, call] : call),
    `4${random(10)}${JSON.stringify(['message', pick(random, VALUES)])}`,
    `${random(7)}${pick(random, ['', '{', '0', '51-["x",{"_placeholder":true,"num":0}]'])}`,
    'PING',
    malformedBody(random),
  ]);
}

function malformedPath(random: Random): string {
  const path = pick(random, PATHS).replaceAll(/:\w+/g, () => encodeURIComponent(plain(pick(random, VALUES))));
  const query = [
    '',
    `?input=${encodeURIComponent(JSON.stringify(object(random)))}`,
    '?batch=1&input={',
    `?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: object(random), x: 1 }))}`,
    `?_page=${plain(pick(random, VALUES)).slice(0, 20)}&_limit=-1&_sort=__proto__`.replaceAll(
      /[^\x21-\x7e]/g,
      '+',
    ),
    '?%E0%A4%A=%',
    '?id=1&id=2&participants_like=a&participants_like=',
  ];
  return path + pick(random, query);
}

function malformedBody(random: Random): string {
  const json = JSON.stringify(object(random)) ?? '';
  const ways = [json, json, json, '', '{', '[]', 'null', '"x"', '1', `[${'['.repeat(5000)}`, json.slice(1)];
  const body = [
    ...ways,
    `{"data":${json}}`,
    '{"__proto__":{"x":1}}',
    '--x\r\n\r\nx\r\n--x--',
    '\xff\xfe\x00',
  ];
  return Buffer.from(pick(random, body), 'utf8').toString('latin1');
}

function object(random: Random): Record<string, unknown> {
  const entries = Array.from({ length: random(7) }, () => [pick(random, FIELDS), pick(random, VALUES)]);
  return Object.fromEntries(entries);
}

function flipped(random: Random, text: string): string {
  const place = random(text.length);
  return `${text.slice(0, place)}${String.fromCharCode(random(256))}${text.slice(place + 1)}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
}
