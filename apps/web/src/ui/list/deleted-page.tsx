import type { ReactNode } from 'react';
import { Page } from '../layout/page.tsx';
import { ShowOlder } from '../layout/show-older.tsx';
import { Empty } from '../status/empty.tsx';
import { ErrorNote } from '../status/error-note.tsx';
import { DeletedList, type DeletedRow } from './deleted-list.tsx';
import { SkeletonRows } from './skeleton.tsx';

/** The deleted rows of one kind. */
export interface DeletedPart {
  title: string;
  /** Undefined while they load. */
  rows: readonly DeletedRow[] | undefined;
  /** The reason why they could not be loaded. */
  problem: string | undefined;
  onRetry: () => Promise<unknown>;
  /** Loads older ones, if there are any. */
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** What was deleted in the last 30 days. */
export function DeletedPage({ parts }: { parts: readonly DeletedPart[] }) {
  const isEmpty = parts.every(({ rows }) => rows?.length === 0);
  return (
    <Page title="Recently deleted">
      {isEmpty ? <Empty text="Nothing was deleted in the last 30 days." /> : partsOf(parts)}
    </Page>
  );
}

/** One sentence where all parts failed for the same reason. */
function partsOf(parts: readonly DeletedPart[]): ReactNode {
  const [first] = parts;
  const isCommon = parts.every(({ rows, problem }) => !rows && problem === first?.problem);
  if (!isCommon || !first?.problem) return parts.map(partOf);
  const retry = () => Promise.all(parts.map(({ onRetry }) => onRetry()));
  return <ErrorNote message={first.problem} onRetry={retry} />;
}

function partOf({ title, rows, problem, onRetry, onMore, isLoadingMore }: DeletedPart): ReactNode {
  if (rows) {
    const more = <ShowOlder onMore={onMore} busy={isLoadingMore} className="mt-2" />;
    return <DeletedList key={title} title={title} rows={rows} end={more} />;
  }
  return (
    <div key={title} className="py-2">
      {problem ? <ErrorNote message={problem} onRetry={onRetry} /> : <SkeletonRows />}
    </div>
  );
}
