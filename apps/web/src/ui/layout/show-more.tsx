import { useEffect, useRef } from 'react';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../form/button.tsx';
import { ErrorNote } from '../status/error-note.tsx';
import { focusPage, isFocusLost } from './lost-focus.ts';

interface Pages {
  data?: { pages: readonly unknown[] } | undefined;
  isError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => Promise<Pages>;
}

/** Below the rows of a list: fetches the next ones. With the last of them it goes, and the first new row gets its focus. */
export function ShowMore({ list }: { list: Pages }) {
  return list.hasNextPage && <More list={list} />;
}

function More({ list }: { list: Pages }) {
  /** The row above the button when it was pressed. */
  const above = useRef<HTMLElement | undefined>(undefined);
  useEffect(
    () => () => {
      if (above.current && isFocusLost()) focusAfter(above.current);
    },
    [],
  );
  return (
    <div className="flex flex-col items-center gap-3 py-4">
      {list.isFetchNextPageError && <ErrorNote message={messageOf(list.error)} />}
      <Button
        variant="quiet"
        busy={list.isFetchingNextPage}
        onClick={({ currentTarget }) => {
          above.current = rows().findLast(row => isBefore(row, currentTarget));
          void fetchNext(list);
        }}
      >
        Show more
      </Button>
    </div>
  );
}

/** Again, as long as change events replace the request with one for the rows that are there. */
async function fetchNext({ data, fetchNextPage }: Pages): Promise<void> {
  const after = await fetchNextPage();
  const isReplaced = !after.isError && after.hasNextPage && after.data?.pages.length === data?.pages.length;
  if (isReplaced) await fetchNext(after);
}

/** The row itself and none of its buttons, so that one more press of the key removes nothing. */
function focusAfter(above: HTMLElement): void {
  const all = rows();
  const next = above.isConnected && all[all.indexOf(above) + 1];
  if (next) {
    next.tabIndex = -1;
    next.focus();
  } else focusPage();
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main li')];
}

function isBefore(row: HTMLElement, button: HTMLElement): boolean {
  return (row.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}
