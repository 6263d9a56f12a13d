import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { IconButton } from '../button.tsx';
import {
  CONTROL,
  CONTROL_HEIGHT,
  describedBy,
  FieldFrame,
  type FieldTexts,
  splitTexts,
} from '../field-frame.tsx';

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'>;

export function PasswordField(props: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const { texts, input } = splitTexts(props);
  return (
    <FieldFrame id={id} texts={texts}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...describedBy(id, texts)}
          type={shown ? 'text' : 'password'}
          className={`${CONTROL} ${CONTROL_HEIGHT} pr-11`}
        />
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? <EyeOff /> : <Eye />}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute! inset-y-0 right-0.5 my-auto"
        />
      </div>
    </FieldFrame>
  );
}
