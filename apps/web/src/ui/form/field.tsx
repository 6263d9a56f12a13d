import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx.ts';
import { CONTROL, CONTROL_HEIGHT, FieldFrame, type FieldTexts, useField } from './field-frame.tsx';

type FieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'id'> & {
    /** `title` is large and has no box: for the one thing a form is about. `bare` lies in a box of the form's. */
    look?: 'box' | 'title' | 'bare';
  };

export function Field({ look = 'box', className, ...props }: FieldProps) {
  const { frame, input } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input {...input} className={cx(LOOKS[look], className)} />
    </FieldFrame>
  );
}

/** No type="email": what an address is, the server says, and the browser would trim what is typed. */
export function EmailField(props: Omit<FieldProps, 'label'>) {
  return <Field label="Email" inputMode="email" autoCapitalize="none" {...props} />;
}

/** The browser's own date field: it knows the reader's order of day and month, and phones have a wheel for it. */
export function DateField(props: FieldProps) {
  return <Field {...props} type="date" />;
}

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'> & { look?: 'box' | 'bare' };

/** Grows with its text, or scrolls in browsers without this feature. */
export function TextArea({ look = 'box', rows = 2, className, ...props }: TextAreaProps) {
  const { frame, input } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        {...input}
        rows={rows}
        className={cx('field-sizing-content max-h-60 resize-none', AREA_LOOKS[look], className)}
      />
    </FieldFrame>
  );
}

const BARE = 'w-full min-w-0 bg-transparent outline-none';

const LOOKS = {
  box: `${CONTROL} ${CONTROL_HEIGHT}`,
  title: `${BARE} h-11 border-line border-b-2 text-page! transition-colors focus-visible:border-brand-strong`,
  bare: `${BARE} ${CONTROL_HEIGHT} text-body`,
};

const AREA_LOOKS = {
  box: `${CONTROL} min-h-16 py-2`,
  bare: `${BARE} min-h-6 text-body`,
};
