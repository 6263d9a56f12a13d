import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';

export type Member = inferProcedureOutput<AppRouter['member']['get']>;

/** "ana maria" → "Ana Maria": how a card writes a name (rule 12). */
export function capitalised(name: string): string {
  return name.replace(/(?<=^|\s)\p{Ll}/gu, letter => letter.toLocaleUpperCase());
}
