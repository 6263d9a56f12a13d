import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { reasonOf } from '../../../data/fetch.ts';
import { authClient, begin } from '../../../data/session/session.ts';
import { destinationOf } from '../destination.ts';
import { useSubmit } from '../use-submit.ts';

interface LoginValues {
  email: string;
  password: string;
  code: string;
  isShared: boolean;
}

type Parts = typeof import('./login-parts.tsx');

/**
 * Signs in with what was typed, or with a passkey, and opens the requested location.
 * @param from the location that the user requested.
 */
export function useLogin({ isShared, ...credentials }: LoginValues, from: string | undefined) {
  const router = useRouter();
  const [asked, setAsked] = useState<{ CodeField: ReturnType<Parts['fieldFor']> }>();
  const { submit, ...state } = useSubmit(
    async (hasPasskey: boolean) => {
      try {
        const signIn = hasPasskey ? signInWithPasskey() : authClient.auth.login.mutate(credentials);
        begin((await signIn).accessToken, isShared);
      } catch (error) {
        if (asked || reasonOf(error) !== 'SECOND_FACTOR') throw error;
        setAsked({ CodeField: (await parts()).fieldFor(error) });
        return '';
      }
      // In its place: going back shall not lead to the login, which forgets the session.
      router.history.replace(destinationOf(from));
      return null;
    },
    { keepFailure: true },
  );
  return {
    ...state,
    submit: () => submit(false),
    byPasskey: () => submit(true),
    /** The field for the code, once the server has asked for it. */
    CodeField: asked?.CodeField,
  };
}

/** Asks the server before it loads code: a browser without a connection would not load the same code a second time. */
async function signInWithPasskey() {
  const options = await authClient.passkey.signInOptions.mutate();
  return (await parts()).answerWithPasskey(options);
}

function parts(): Promise<Parts> {
  return import('./login-parts.tsx');
}
