import { useEffect, useState } from 'react';

/** A text after a pause in typing, so that each word is one request. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const rest = setTimeout(() => setRested(text), REST);
    return () => clearTimeout(rest);
  }, [text]);
  return rested;
}

/** Milliseconds. */
const REST = 150;
