import { useState } from 'react';
import { messageOf } from '../../lib/error-message.ts';

/**
 * What a form before the login sends, whether it is under way, and what came of it.
 * @param call returns what to say of it; null where it leads to another page: until that is there the form is busy.
 * @param keepFailure for a failure above the fields: they would jump if it went before there is another.
 */
export function useSubmit<Sent extends unknown[]>(
  call: (...sent: Sent) => Promise<string | null>,
  { keepFailure = false } = {},
) {
  const [result, setResult] = useState(NONE);

  async function submit(sent: Sent): Promise<void> {
    setResult(last => ({ ...(keepFailure ? last : NONE), busy: true }));
    try {
      const answer = await call(...sent);
      if (answer !== null) setResult({ ...NONE, answer });
    } catch (error) {
      setResult({ ...NONE, failure: messageOf(error) });
    }
  }

  return {
    ...result,
    clear: () => setResult(last => ({ ...NONE, busy: last.busy })),
    submit: (...sent: Sent) => void submit(sent),
  };
}

const NONE = { busy: false, failure: '', answer: '' };
