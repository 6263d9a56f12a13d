import { useFormOverLogin } from '../../data/session/use-form-over-login.ts';
import { trpc } from '../../data/trpc.ts';
import { Button } from '../../ui/form/button.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { RefusalNote, useRefusal } from '../../ui/form/refusal/refusal-note.tsx';

const EMPTY = { name: '' };

const NAMES = { Name: 'Feed name' };

/** Creates a calendar feed and shows its address, once. */
export function FeedForm() {
  const form = useFormOverLogin('new feed', () => EMPTY);
  const { feed } = trpc.useUtils();
  const create = trpc.feed.create.useMutation({
    onSuccess() {
      form.reset();
      return feed.list.invalidate();
    },
  });
  const refusal = useRefusal(create.error, NAMES);
  // Once it is revoked it is of no use.
  const isThere = trpc.feed.list.useQuery().data?.some(({ id }) => id === create.data?.id);
  const made = isThere && create.data;
  return (
    <Form onSubmit={() => create.mutate(form.values)} refusal={refusal} className="flex flex-col gap-4">
      <div aria-live="polite" className="contents">
        {made && (
          <CopyField
            key={made.id}
            label={`Address of “${made.name}”`}
            value={made.url}
            what="address"
            hint="Copy it now. It is not shown again."
          />
        )}
      </div>
      <Field label="Feed name" autoComplete="off" placeholder="Phone" {...form.text('name')} />
      <RefusalNote refusal={refusal} />
      <Button variant="quiet" type="submit" busy={create.isPending} className="self-start">
        Create feed
      </Button>
    </Form>
  );
}
