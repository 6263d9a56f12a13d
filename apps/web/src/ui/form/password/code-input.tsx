import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../field.tsx';

type CodeInputProps = Pick<ComponentProps<'input'>, 'value' | 'onChange' | 'autoFocus'> & { hint: ReactNode };

/** The digits of an authenticator app. Phones show digits, and password managers fill them in. */
export function CodeInput(props: CodeInputProps) {
  return (
    <Field
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      className="tabular-nums"
      {...props}
    />
  );
}
