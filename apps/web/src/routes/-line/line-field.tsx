import type { ComponentProps } from 'react';
import { QuickLine } from '../../ui/form/quick-line.tsx';
import type { useFields } from './use-fields.tsx';

type LineFieldProps = Pick<ReturnType<typeof useFields>, 'field' | 'typed'> &
  Pick<ComponentProps<typeof QuickLine>, 'input' | 'text' | 'fieldText' | 'onSubmit' | 'onKeyDown' | 'kinds'>;

/** The field with the parts of its kind. */
export function LineField({ field, typed, ...line }: LineFieldProps) {
  return (
    <QuickLine
      {...line}
      onText={typed}
      field={field.field}
      notes={field.notes}
      icon={field.icon}
      submitLabel={field.submitLabel}
    >
      {field.parts}
    </QuickLine>
  );
}
