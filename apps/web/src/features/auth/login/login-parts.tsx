import { PASSKEY_NEEDED } from '@onus/contract/auth/password';
import { type ComponentProps, useState } from 'react';
import { makeSignature } from '../../../data/passkey/passkeys.ts';
import { authClient } from '../../../data/session/session.ts';
import { messageOf } from '../../../lib/error-message.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Refused } from '../../../ui/form/field-frame.tsx';
import { CodeInput } from '../../../ui/form/password/code-input.tsx';

/*
 * What few people need at the login: it is no part of the page.
 */

/**
 * Signs in with a passkey that the browser offers.
 * @param options of `passkey.signInOptions`.
 * @throws what the person reads if there is none, or they cancel.
 */
export async function answerWithPasskey(options: object) {
  return authClient.passkey.signIn.mutate({ response: await makeSignature(options) });
}

/** The field that a refused login asks for. @throws the refusal, if no field helps. */
export function fieldFor(refusal: unknown): typeof CodeField {
  if (messageOf(refusal) === PASSKEY_NEEDED) throw refusal;
  return CodeField;
}

type CodeFieldProps = Pick<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** Why the form was refused. */
  failure: string;
};

/** The code of the second factor, below the password; of the app, or one of the recovery codes. */
export function CodeField({ failure, ...field }: CodeFieldProps) {
  const [isRecovering, setRecovering] = useState(false);
  const label = isRecovering ? 'Recovery code' : 'Code';
  return (
    <Refused value={/code/i.test(failure) ? { label } : null}>
      <div className="flex flex-col gap-2">
        {isRecovering ? (
          <Field
            key="recovery"
            label={label}
            hint="One of the ten codes that you kept. Each works once."
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
            {...field}
          />
        ) : (
          <CodeInput hint="The six digits that your authenticator app shows now." autoFocus {...field} />
        )}
        <button
          type="button"
          className="relative self-end font-medium text-brand-strong text-small before:absolute before:-inset-y-3 before:inset-x-0"
          onClick={() => setRecovering(!isRecovering)}
        >
          {isRecovering ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      </div>
    </Refused>
  );
}
