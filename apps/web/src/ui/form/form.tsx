import type { ComponentProps, FormEvent } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & { onSubmit: () => void };

/** The server judges what was typed, in its own words, so the browser's checks are off. */
export function Form({ onSubmit, ...form }: FormProps) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    // A dialog opened from within another form must not send that one: React bubbles through portals.
    event.stopPropagation();
    onSubmit();
  }
  return <form {...form} noValidate onSubmit={submit} />;
}
