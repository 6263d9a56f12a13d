import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { QuickLine } from '../../ui/form/quick-line.tsx';
import type { useFields } from './use-fields.tsx';

interface LineFieldProps extends Pick<ReturnType<typeof useFields>, 'field' | 'typed'> {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onSubmit: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** What the text can be read as, beside it. */
  kinds?: ReactNode;
}

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
