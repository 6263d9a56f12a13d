import type { Readable } from 'node:stream';
import type { createCaller } from '@onus/api/root';
import type { z } from 'zod';

export type Call = ReturnType<typeof createCaller>;
export type Fields = Record<string, unknown>;

/** A request as a row of the table sees it. Nothing in it is checked yet: the procedure does that. */
export interface RestRequest {
  /** The body, bare or out of its `data` wrapping. */
  fields: Fields;
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** The id it names in body, query or path; empty for none. */
  id: string;
}

/** One row of the table: endpoint → procedure → shape. */
export interface Row {
  /** `POST /tasks`; outside /api it is served under /api too. */
  at: string;
  /** What it does, in a few words for the API's document. */
  does: string;
  /** 200 unless it says otherwise (rule 6: creating answers 201). */
  status?: 201 | 204;
  /** Needs no token. */
  open?: true;
  /** A GET that changes something. It has no HEAD, because that must change nothing (RFC 9110 9.2.1). */
  isWrite?: true;
  /** A list whose response follows from the request, the date and the data alone (http/kept-responses.ts). */
  isKept?: true;
  /** Its answer is a secret, which is not kept: with a key it is made once, and told once. */
  isSecret?: true;
  /** What comes and goes, for the API's document; what comes is checked by the procedure. */
  body?: z.ZodType;
  query?: z.ZodObject;
  answer?: z.ZodType;
  /** The shape of the row that a 409 brings with it. */
  newest?(row: never): unknown;
  run(call: Call, request: RestRequest): Promise<unknown>;
}

/** What changes something for a person who is signed in: sent again with the same key, it is made once. */
export function takesKey({ at, open }: Pick<Row, 'at' | 'open'>): boolean {
  return !open && !at.startsWith('GET ');
}

/** A part of a list, with the number of all its rows for `X-Total-Count`. */
export interface Counted {
  rows: unknown[] | Readable;
  total: number;
}

/** Fields as they came: the procedure's own contract checks them. */
export function unchecked<Input>(fields: Fields): Input {
  return fields as Input;
}

/** `id` and `_id` are one field, `name` and `username` too (rule 2.4). */
export function renamed({ _id, ...fields }: Fields): Fields {
  return {
    ...(_id === undefined ? {} : { id: _id }),
    ...(fields.username === undefined ? {} : { name: fields.username }),
    ...(fields.name === undefined ? {} : { username: fields.name }),
    ...fields,
  };
}

/** Assignees come as ids or as the objects that were answered; a task sent back says what it was based on. */
export function taskFields({ updatedAt, assignees, ...fields }: Fields): Fields {
  return {
    ...(updatedAt === undefined ? {} : { basedOn: updatedAt }),
    ...(Array.isArray(assignees) ? { assignees: assignees.map(idIn) } : { assignees }),
    ...renamed(fields),
  };
}

/** An id, or the id of the object that stands in its place. */
function idIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { _id, id } = value as Fields;
  return id ?? _id;
}
