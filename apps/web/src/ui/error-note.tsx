import { Button } from './button.tsx';

/** What went wrong, where it went wrong. */
export function ErrorNote({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-danger">
      <p>{message}</p>
      {onRetry && (
        <Button variant="quiet" size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
