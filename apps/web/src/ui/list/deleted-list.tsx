import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { RemovableRows } from '../layout/removable-rows.tsx';

/** Something that was deleted. */
export interface DeletedRow {
  id: string;
  title: string;
  /** What it was besides its title: a date, a price. */
  facts?: string | undefined;
  /** "Ana, Nov 5, 2:07 PM". */
  deleted: string;
  /** Missing for a person who may not restore it. */
  onRestore?: (() => void) | undefined;
}

interface DeletedListProps {
  title: string;
  rows: readonly DeletedRow[];
  /** After the rows. */
  end?: ReactNode;
}

/** Deleted rows of one kind, newest first. Without a row there is no heading either. */
export function DeletedList({ title, rows, end }: DeletedListProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="-mx-1.5 mt-6 first:mt-0">
      <h2 className="px-1.5 font-semibold text-ink-soft text-small">{title}</h2>
      <RemovableRows className="mt-1">
        {rows.map(row => (
          <li key={row.id} className="flex items-center gap-3 rounded-control px-1.5 py-2 hover:bg-hover">
            <div className="min-w-0 flex-1">
              <h3 dir="auto" className="break-words font-medium">
                {row.title}
              </h3>
              <p className="text-ink-soft text-small">
                {row.facts && <>{row.facts} · </>}
                Deleted by <bdi>{row.deleted}</bdi>
              </p>
            </div>
            {row.onRestore && (
              <Button
                variant="quiet"
                size="small"
                aria-label={`Restore ${row.title}`}
                onClick={row.onRestore}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </RemovableRows>
      {end}
    </section>
  );
}
