import { useSelector } from '@tanstack/react-store';
import type { ComponentProps } from 'react';
import { createLazyModule } from '../../../lib/lazy-module.ts';
import { PasswordField } from './field.tsx';

type NewPasswordFieldProps = ComponentProps<typeof PasswordField> & { value: string };

/** A field for a password that is chosen here, with advice below it. Where the advice fails to load, there is none. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const module = useSelector(advice.loaded);
  return (
    <div className="flex flex-col gap-1.5">
      <PasswordField autoComplete="new-password" {...props} onFocus={advice.fetchEarly} />
      {module && props.value !== '' && <module.PasswordAdvice password={props.value} />}
    </div>
  );
}

const advice = createLazyModule(() => import('./advice.tsx'));
