import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/** The value with the objects of the last rendering wherever they are equal, so that what shows them need not render. */
export function useShared<T>(value: T): T {
  const last = useRef(value);
  last.current = replaceEqualDeep(last.current, value) as T;
  return last.current;
}
