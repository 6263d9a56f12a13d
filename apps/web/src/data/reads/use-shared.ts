import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * The rows, each as the object of the last rendering if it is equal, so that it need not render again. By id, because a row
 * that comes or goes moves those below it.
 */
export function useShared<Row extends { id: string }>(rows: readonly Row[] | undefined) {
  const last = useRef<ReadonlyMap<string, Row>>(new Map());
  const shared = rows?.map(row => replaceEqualDeep(last.current.get(row.id), row) as Row);
  last.current = new Map(shared?.map(row => [row.id, row]));
  return shared;
}
