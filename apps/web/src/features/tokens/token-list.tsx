import type { AppRouter } from '@onus/api/root';
import type { inferRouterOutputs } from '@trpc/server';
import { KeyRound } from 'lucide-react';
import { trpc } from '../../data/trpc.ts';
import { momentHere, plainDate } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Badge } from '../../ui/badge.tsx';
import { RemovableRows } from '../../ui/layout/removable-rows.tsx';
import { ErrorNote } from '../../ui/status/error-note.tsx';
import { QuietSpinner } from '../../ui/status/quiet-spinner.tsx';
import { toastError } from '../../ui/toast/toast.tsx';
import { RevokeRow } from './revoke-row.tsx';
import { SCOPE_NAMES } from './scope-names.ts';

type Token = inferRouterOutputs<AppRouter>['token']['list'][number];

/** The user's tokens, each with Revoke; nothing while there are none. */
export function TokenList() {
  const tokens = trpc.token.list.useQuery(undefined, { refetchOnMount: 'always' });
  if (tokens.data?.length === 0) return null;
  if (tokens.data) {
    return (
      <RemovableRows aria-label="Personal tokens" className="-my-3">
        {tokens.data.map(token => (
          <Row key={token.id} token={token} />
        ))}
      </RemovableRows>
    );
  }
  if (!tokens.error) return <QuietSpinner />;
  return <ErrorNote message={messageOf(tokens.error)} onRetry={() => tokens.refetch()} />;
}

function Row({ token: { id, name, scopes, expiresAt, lastUsedAt } }: { token: Token }) {
  const { token } = trpc.useUtils();
  const revoke = trpc.token.revoke.useMutation({
    onSuccess: () => token.list.invalidate(),
    onError: error => toastError(messageOf(error)),
  });
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const use = lastUsedAt ? `Last used ${momentHere(lastUsedAt)}` : 'Not used yet';
  const end = expiresAt ? `${isOver ? 'Expired' : 'Expires'} ${plainDate(expiresAt)}` : 'Does not expire';
  return (
    <RevokeRow
      icon={<KeyRound />}
      name={name}
      badge={isOver && <Badge>Expired</Badge>}
      notes={[scopes.map(scope => SCOPE_NAMES[scope]).join(', '), `${use} · ${end}`]}
      busy={revoke.isPending}
      onRevoke={() => revoke.mutate({ id })}
    />
  );
}
