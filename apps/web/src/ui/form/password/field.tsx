import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../button.tsx';
import { CONTROL, CONTROL_HEIGHT, FieldFrame, type FieldTexts, useField } from '../field-frame.tsx';

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'>;

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { frame, input } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          type={shown ? 'text' : 'password'}
          className={`${CONTROL} ${CONTROL_HEIGHT} pr-11`}
        />
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? <EyeOff /> : <Eye />}
          aria-controls={frame.id}
          onClick={() => setShown(!shown)}
          className="absolute! inset-y-0 right-0.5 my-auto"
        />
      </div>
    </FieldFrame>
  );
}
