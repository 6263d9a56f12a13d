import { readAudit } from '@onus/api/admin/audit/list';
import { AUDIT_EVENTS, type AuditEntry } from '@onus/contract/audit/entry';
import { sentenceOf } from '@onus/contract/audit/sentence';
import type { Command } from 'commander';
import { z } from 'zod';
import { checked, withExistingInstall } from '../install.ts';
import { say } from '../say.ts';

interface Options {
  since?: string;
  user?: string;
  event?: string;
  limit: string;
  json?: true;
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const NO_TIME = 'Since must be a date like 2026-03-05, a timestamp, or a time ago like 24h or 7d';
const NO_EVENT = `Event must be one of ${AUDIT_EVENTS.join(', ')}, or the first word of one`;
const NO_LIMIT = 'Limit must be a number from 1 to 1000000';

/** `onus audit` */
export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('prints the audit log, one event per line, newest last')
    .option('--since <time>', 'since a date, a timestamp or a time ago: 2026-03-05, 24h, 7d')
    .option('--user <who>', 'events that a person caused or that concern them: an email, a name or an id')
    .option('--event <event>', 'one event or a group of events: login.refused, member')
    .option('--limit <number>', 'the number of events', '100')
    .option('--json', 'as JSON, one object per line')
    .action(print);
}

async function print({ user, json, ...options }: Options): Promise<void> {
  const { since, event, limit } = checked(filter(Date.now()), options);
  await withExistingInstall(({ db, scope }) => {
    const entries = readAudit(db, scope, { limit, since, event, who: user });
    for (const entry of entries) say(json ? JSON.stringify(entry) : lineOf(entry));
  });
}

function filter(now: number) {
  return z.object({
    since: z
      .string()
      .transform(typed => timeOf(typed, now))
      .refine(time => !Number.isNaN(time), NO_TIME)
      .optional(),
    event: z
      .string()
      .refine(typed => AUDIT_EVENTS.some(event => `${event}.`.startsWith(`${typed}.`)), NO_EVENT)
      .optional(),
    limit: z.coerce.number(NO_LIMIT).int(NO_LIMIT).min(1, NO_LIMIT).max(1_000_000, NO_LIMIT),
  });
}

/** Epoch milliseconds; NaN for what is no time. */
function timeOf(typed: string, now: number): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(typed) ?? [];
  if (count) return now - Number(count) * UNITS[unit as keyof typeof UNITS];
  return /^\d{4}-\d\d-\d\d(T|$)/.test(typed) ? Date.parse(typed) : Number.NaN;
}

/** What users wrote stands in quotes: no name reads as if it were ours. */
function lineOf(entry: AuditEntry): string {
  const words = sentenceOf(entry).map(part => (typeof part === 'string' ? part : JSON.stringify(part.said)));
  return `${entry.at} ${entry.address || '-'} ${entry.event}: ${words.join('')}`;
}
