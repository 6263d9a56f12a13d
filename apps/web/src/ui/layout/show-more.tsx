import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../form/button.tsx';
import { ErrorNote } from '../status/error-note.tsx';
import { useFirstNewRow } from './use-first-new-row.ts';

interface Pages {
  data?: { pages: readonly unknown[] } | undefined;
  isError: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => Promise<Pages>;
}

/** Below the rows of a list: fetches the next ones. */
export function ShowMore({ list }: { list: Pages }) {
  return list.hasNextPage && <More list={list} />;
}

function More({ list }: { list: Pages }) {
  const onPress = useFirstNewRow();
  return (
    <div className="flex flex-col items-center gap-3 py-4">
      {list.isFetchNextPageError && <ErrorNote message={messageOf(list.error)} />}
      <Button
        variant="quiet"
        busy={list.isFetchingNextPage}
        onClick={({ currentTarget }) => {
          onPress(currentTarget);
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
