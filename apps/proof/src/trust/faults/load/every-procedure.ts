import { appRouter } from '@onus/api/root';
import { LEFT_OUT, largestInput, type Schema } from './largest-input.ts';

/** A procedure of the router. New procedures are covered automatically. */
export interface Procedure {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  schema: Schema | undefined;
}

type Defined = { _def: { inputs: Schema[]; type: Procedure['type'] } };

export function everyProcedure(): Procedure[] {
  const procedures = appRouter._def.procedures as unknown as Record<string, Defined>;
  return Object.entries(procedures).map(([path, { _def }]) => ({
    path,
    type: _def.type,
    schema: _def.inputs[0],
  }));
}

/** Texts that are expensive to normalize, escape, split into cells or search for. */
const LETTERS = ['\ufdfa', 'Chore ', '\u{1f469}', 'e\u0301', '\u0001', ',', 'a,\n', '"'];
const KINDS = ['plain', 'other', 'whole'] as const;

/**
 * The largest inputs that a procedure accepts, one for each kind of text.
 * @param most characters of a text without a limit of its own.
 * @param kinds of texts, all by default.
 * @throws Error if the schema accepts none of them, because then nothing was tried.
 */
export function inputsOf({ path, schema }: Procedure, most?: number, kinds = LETTERS.length): unknown[] {
  if (!schema) return [undefined];
  const inputs = LETTERS.slice(0, kinds).flatMap(letters =>
    KINDS.map(kind =>
      largestInput(schema, { letters, most, known: (field, at) => knownOf(path, kind, field, at) }),
    ),
  );
  if (!inputs.some(input => schema.safeParse(input).success)) throw new Error('no input is accepted');
  return inputs;
}

/** Values of a field that are valid for every kind of input. */
const FIXED: Record<string, unknown> = {
  view: 'all',
  dueDate: '2026-01-01',
  basedOn: '2026-01-01T00:00:00.000Z',
  day: '2026-01-01',
  recurrenceEndDate: '2030-01-01',
  of: 'managed',
  recurrenceType: 'weekly',
  roles: 'Manager',
  role: 'Manager',
  expiresAt: '2030-01-01',
  url: `https://onus.example/auth/oidc/callback?code=${'x'.repeat(7_900)}`,
  email: 'new@example.com',
  lastEventId: '0',
  page: 1,
  count: 1,
  price: 1,
  timestamp: 1,
  conversationId: 'c0',
  manager: LEFT_OUT,
  managerId: LEFT_OUT,
  to: 'u1',
};

/** Filters of a list: one kind of input searches the whole list, another requests it. */
const NARROWING: Record<string, readonly string[]> = {
  plain: [],
  other: ['month', 'cursor'],
  whole: ['month', 'cursor', 'find'],
};

/** Values of only one kind of input. */
const PLAIN: Record<string, unknown> = {
  month: '2026-01',
  cursor: null,
  participants: 'boss@example.com',
};

/** Rows of the reference data, and values without which the server refuses an input early. */
function knownOf(path: string, kind: (typeof KINDS)[number], field: string, at: number): unknown {
  if (field === 'managerId' && path.startsWith('member.move')) return null;
  if (field === 'id' && path in ROW) return ROW[path];
  if (path === 'task.skip' && field === 'to') return FIXED.day;
  if (NARROWING[kind]?.includes(field)) return LEFT_OUT;
  if (field in FIXED) return FIXED[field];
  if (field === 'kind') return kind === 'plain' ? 'tasks' : 'groceries';
  if (field === 'limit' && path.startsWith('chat.find')) return 100;
  if (field === 'assignees' || field === 'users' || field === 'userId') return `u${at}`;
  if (field === 'id') return ID[path.split('.')[0] ?? ''];
  if (kind !== 'plain') return undefined;
  return field === 'table' ? TABLE : PLAIN[field];
}

const ROW: Record<string, string> = { 'chat.edit': 'm1', 'chat.delete': 'm1' };
const ID: Record<string, string> = { task: 't1', member: 'u1', grocery: 'g1', chat: 'c0' };

/** The most rows of one import, each completed and repeating. It fits into a request. */
const TABLE = `title,due date,completed,recurrence,description\n${`x,2026-01-01,yes,weekly,${'\u00e9'.repeat(200)}\n`.repeat(500)}`;
