import { KeyRound } from 'lucide-react';
import { trpc } from '../../data/trpc.ts';
import { momentHere } from '../../lib/dates.ts';
import { messageOf } from '../../lib/error-message.ts';
import { Button } from '../../ui/form/button.tsx';
import { RemovableRows } from '../../ui/layout/removable-rows.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { toastError } from '../../ui/toast/toast.tsx';

/** The provider's accounts that sign in to this account. Nothing shows without one. */
export function LinkedList() {
  const linked = trpc.oidc.list.useQuery(undefined, { refetchOnMount: 'always' });
  const utils = trpc.useUtils();
  const unlink = trpc.oidc.unlink.useMutation({
    onSuccess: () => utils.oidc.list.invalidate(),
    onError: error => toastError(messageOf(error)),
  });
  if (!linked.data?.length) return null;
  return (
    <Section title="Single sign-on">
      <RemovableRows className="-my-3">
        {linked.data.map(({ id, email, issuer, lastUsedAt }) => (
          <li key={id} className="flex items-center gap-3 border-line border-b py-3 last:border-b-0">
            <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            <div className="min-w-0 flex-1">
              <p className="break-words font-medium">{email}</p>
              <p className="break-words text-ink-soft text-small">
                {new URL(issuer).host} · Last used {momentHere(lastUsedAt)}
              </p>
            </div>
            <Button
              variant="quiet"
              size="small"
              busy={unlink.isPending && unlink.variables.id === id}
              aria-label={`Unlink ${email}`}
              onClick={() => unlink.mutate({ id })}
            >
              Unlink
            </Button>
          </li>
        ))}
      </RemovableRows>
    </Section>
  );
}
