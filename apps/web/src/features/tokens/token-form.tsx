import { TOKEN_SCOPES, type TokenScope } from '@onus/contract/auth/token/token-scope';
import { useFormOverLogin } from '../../data/session/use-form-over-login.ts';
import { trpc } from '../../data/trpc.ts';
import type { FormFields } from '../../lib/use-form.ts';
import { Button } from '../../ui/form/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { RefusalNote, useRefusal } from '../../ui/form/refusal/refusal-note.tsx';
import { Select } from '../../ui/form/select.tsx';
import { SCOPE_NAMES } from './scope-names.ts';

interface Values {
  name: string;
  scopes: TokenScope[];
  lasts: (typeof ENDS)[number]['value'];
}

const EMPTY: Values = { name: '', scopes: ['read'], lasts: '90' };

const NAMES = { Name: 'Token name', Expiry: 'Expires' };

/** Creates a token and shows it, once. */
export function TokenForm() {
  const form = useFormOverLogin('new token', () => EMPTY);
  const { token } = trpc.useUtils();
  const create = trpc.token.create.useMutation({
    onSuccess() {
      form.reset();
      return token.list.invalidate();
    },
  });
  const { name, scopes, lasts } = form.values;
  const refusal = useRefusal(create.error, NAMES);
  // Once it is revoked it is of no use.
  const isThere = trpc.token.list.useQuery().data?.some(({ id }) => id === create.data?.id);
  const made = isThere && create.data;
  return (
    <Form
      onSubmit={() => create.mutate({ name, scopes, expiresAt: endOf(lasts) })}
      refusal={refusal}
      className="flex flex-col gap-4"
    >
      <div aria-live="polite" className="contents">
        {made && (
          <CopyField
            key={made.id}
            label={`Token “${made.name}”`}
            value={made.token}
            what="token"
            hint="Copy it now. It is not shown again."
          />
        )}
      </div>
      <Field label="Token name" autoComplete="off" placeholder="Home Assistant" {...form.text('name')} />
      <Scopes form={form} />
      <Select label="Expires" options={ENDS} {...form.choice('lasts')} />
      <RefusalNote refusal={refusal} />
      <Button variant="quiet" type="submit" busy={create.isPending} className="self-start">
        Create token
      </Button>
    </Form>
  );
}

function Scopes({ form }: { form: FormFields<Values> }) {
  const { scopes } = form.values;
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-small">Scopes</legend>
      {TOKEN_SCOPES.map(scope => (
        <Checkbox
          key={scope}
          label={
            <>
              {SCOPE_NAMES[scope]} <span className="ml-1 text-ink-soft text-small">{MEANINGS[scope]}</span>
            </>
          }
          checked={scopes.includes(scope)}
          onChange={ticked =>
            form.change({
              scopes: TOKEN_SCOPES.filter(one => (one === scope ? ticked : scopes.includes(one))),
            })
          }
        />
      ))}
    </fieldset>
  );
}

const MEANINGS: Record<TokenScope, string> = {
  read: 'See everything that you see',
  tasks: 'See and change tasks',
  groceries: 'See and change the grocery list',
  messages: 'See and send messages',
};

const ENDS = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const;

/** An ISO timestamp, or undefined for a token that does not expire. */
function endOf(lasts: Values['lasts']): string | undefined {
  return lasts === 'never' ? undefined : new Date(Date.now() + Number(lasts) * 86_400_000).toISOString();
}
