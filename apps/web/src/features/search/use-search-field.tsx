import { useNavigate, useRouter } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { messageOf } from '../../lib/error-message.ts';
import { useChoice } from '../../ui/form/use-choice.ts';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { Spinner } from '../../ui/status/spinner.tsx';
import { resultsOf } from './results.ts';
import { SearchResults } from './search-results.tsx';
import { type Search, useSearch } from './use-search.ts';

/**
 * The parts of a line that searches. Enter opens the chosen result, or the first one.
 * @param typed empty while the line does something else.
 */
export function useSearchField(typed: string, onOpen: () => void) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const search = useSearch(typed);
  const { id, chosen, show, onArrow, combobox } = useChoice();
  const results = search.isOffline ? [] : resultsOf(search.found, search.text);
  const { onBlur: _closes, ...line } = combobox(results.length > 0);

  function open(place: number): void {
    const result = search.isCurrent && results[Math.max(place, 0)];
    if (!result) return;
    onOpen();
    // In the dialog, the result takes its entry of the history.
    void navigate({ ...result.link, replace: history.location.state.dialog !== undefined });
  }

  return {
    typed: () => show(true),
    submit: () => open(chosen),
    onArrow: (event: KeyboardEvent) => onArrow(event, results.length),
    field: { placeholder: 'Find tasks, items and messages', enterKeyHint: 'search', ...line } as const,
    notes:
      results.length > 0 ? (
        <SearchResults
          id={id}
          results={results}
          chosen={chosen}
          isBusy={!search.isCurrent}
          onPick={result => open(results.indexOf(result))}
        />
      ) : (
        <State search={search} />
      ),
  };
}

function State({
  search: { text, isWanted, isOffline, isCurrent, found, error, refetch },
}: {
  search: Search;
}) {
  if (isOffline) return <p role="status">Search needs a connection, and you are offline.</p>;
  if (!isWanted) return <p className="text-ink-soft">Type at least two letters.</p>;
  if (error) return <ErrorNote message={messageOf(error)} onRetry={() => refetch()} />;
  if (!isCurrent || !found) return <Spinner delayed />;
  return (
    <p role="status" className="break-words">
      Nothing found for “<bdi>{text}</bdi>”.
    </p>
  );
}
