import { wholeCount } from '@onus/contract/amount';
import { useId, useState } from 'react';
import { useForm } from '../../../lib/use-form.ts';
import { plainPrice, typedDollars } from '../../../lib/words/money.ts';
import { Field } from '../../../ui/form/field.tsx';
import { EditForm } from '../../../ui/list/edit-form.tsx';
import type { Item } from '../grocery.ts';
import { CountField } from './count-field.tsx';
import { editItem } from './edit-item.ts';

interface GroceryEditProps {
  item: Item;
  /** The sections of the list, as suggestions. */
  sections: readonly string[];
  onClose: () => void;
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
      ...(price !== typedDollars(item.price) && { price: Number(plainPrice(price) || 0) }),
      ...(section !== (item.section?.trim() || null) && { section }),
    };
    if (Object.keys(changes).length > 0) void editItem(item, changes);
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
