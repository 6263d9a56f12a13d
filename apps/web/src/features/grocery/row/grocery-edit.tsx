import { wholeCount } from '@onus/contract/amount';
import { useId, useState } from 'react';
import { fieldsOf } from '../../../lib/use-form.ts';
import { plainPrice, typedDollars } from '../../../lib/words/money.ts';
import { Field } from '../../../ui/form/field.tsx';
import { EditForm } from '../../../ui/list/edit-form.tsx';
import { CountField } from './count-field.tsx';
import { editItem } from './edit-item.ts';
import { edited, type ItemDraft } from './item-draft.ts';

interface GroceryEditProps {
  draft: ItemDraft;
  /** The sections of the list, as suggestions. */
  sections: readonly string[];
}

/**
 * A row in edit mode. It starts with the item at the time of Edit and saves only changed fields, so that changes by
 * others stay.
 */
export function GroceryEdit({ draft, sections }: GroceryEditProps) {
  const { item } = draft;
  const known = useId();
  const form = fieldsOf(draft, typed => edited.set(current => current && { ...current, ...typed }));
  const [problem, setProblem] = useState('');
  const close = () => edited.set(null);

  function submit(): void {
    const { name, count, price } = form.values;
    const section = form.values.section.trim() || null;
    if (name.trim() === '') {
      setProblem('Name is required');
      return;
    }
    const changes = {
      ...(name !== item.name && { name }),
      ...(wholeCount(count) !== item.count && { count: wholeCount(count) }),
      ...(price !== typedDollars(item.price) && { price: Number(plainPrice(price) || 0) }),
      ...(section !== (item.section?.trim() || null) && { section }),
    };
    if (Object.keys(changes).length > 0) void editItem(item, changes);
    close();
  }

  return (
    <EditForm label={`Edit ${item.name}`} className="mx-4" onSave={submit} onCancel={close} problem={problem}>
      <Field label="Name" autoFocus {...form.text('name')} />
      <div className="grid grid-cols-2 gap-4">
        <CountField {...form.choice('count')} />
        <Field label="Price" inputMode="decimal" className="text-right" {...form.text('price')} />
      </div>
      <Field label="Section" list={known} autoComplete="off" {...form.text('section')} />
      <datalist id={known}>
        {sections.map(section => (
          <option key={section} value={section} />
        ))}
      </datalist>
    </EditForm>
  );
}
