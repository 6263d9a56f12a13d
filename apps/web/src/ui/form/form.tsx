import type { ComponentProps, FormEvent } from 'react';
import { type Refusal, Refused } from './field-frame.tsx';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  onSubmit: () => void;
  /** Marks the field that it names. */
  refusal?: Refusal | null | undefined;
};

/** The server judges what was typed, in its own words, so the browser's checks are off. */
export function Form({ onSubmit, refusal, ...form }: FormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    // A dialog opened from within another form must not send that one: React bubbles through portals.
    event.stopPropagation();
    onSubmit();
  }
  return (
    <Refused value={refusal}>
      <form {...form} noValidate onSubmit={submit} />
    </Refused>
  );
}
