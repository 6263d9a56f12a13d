import { wholeCount } from '@onus/contract/amount';
import { useId, useState } from 'react';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { useForm } from '../../../lib/use-form.ts';
import { plainPrice, typedDollars } from '../../../lib/words/money.ts';
import { Field } from '../../../ui/form/field.tsx';
import { EditForm } from '../../../ui/list/edit-form.tsx';
import type { Item } from '../grocery.ts';
import { CountField } from './count-field.tsx';

interface GroceryEditProps {
  item: Item;
  /** The sections of the list, as suggestions. */
  sections: readonly string[];
  onClose: () => void;
}

interface Changes {
  name?: string;
  count?: number;
  price?: string;
  section?: string | null;
}

/**
 * A row in edit mode. It starts with the item at the time of Edit and saves only changed fields, so that changes by
 * others stay.
 */
export function GroceryEdit({ item, sections, onClose }: GroceryEditProps) {
  const known = useId();
  const form = useForm(() => ({
    name: item.name,
    count: String(item.count),
    price: typedDollars(item.price),
    section: item.section ?? '',
  }));

  const [problem, setProblem] = useState('');

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
      ...(price !== typedDollars(item.price) && { price: plainPrice(price) || '0' }),
      ...(section !== (item.section?.trim() || null) && { section }),
    };
    if (Object.keys(changes).length > 0) void save(item, changes);
    onClose();
  }

  return (
    <EditForm
      label={`Edit ${item.name}`}
      className="mx-4"
      onSave={submit}
      onCancel={onClose}
      problem={problem}
    >
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

/** With the former values: if another person has changed a field since, their value is kept and offered. */
function save(item: Item, changes: Changes) {
  const fields = Object.keys(changes) as (keyof typeof changes)[];
  const was = Object.fromEntries(fields.map(field => [field, item[field]]));
  return enqueue('grocery.update', { id: item.id, ...changes, was }, { about: item.name });
}
