import type { Budget } from '@onus/contract/limits/budgets';
import { CONNECTION_BUDGETS } from '@onus/contract/limits/connection-budgets';

/** All connections, and of each person how many are to stay open: one person leaves descriptors to the others. */
export interface Connections<Line> {
  readonly lines: ReadonlySet<Line>;
  /** @returns what to call when the connection is gone. */
  open(line: Line): () => void;
  /**
   * Counts a connection that is to stay open, a socket or a stream, once. One that is gone already, and a call in this
   * process, are not counted.
   * @returns the limit that it would break.
   */
  hold(person: string, line: Line): Budget | null;
}

/** @param descriptors how many files and connections the system allows the process. */
export function createConnections<Line>(descriptors: number): Connections<Line> {
  const lines = new Set<Line>();
  const people = new Map<Line, string>();
  const counts = new Map<string, number>();
  const share = Math.min(CONNECTION_BUDGETS.connectionsOfPerson.most, Math.floor(descriptors / 3));
  const ofPerson = { ...CONNECTION_BUDGETS.connectionsOfPerson, most: share };

  function release(line: Line): void {
    lines.delete(line);
    const person = people.get(line);
    if (person === undefined) return;
    people.delete(line);
    const left = (counts.get(person) ?? 1) - 1;
    if (left > 0) counts.set(person, left);
    else counts.delete(person);
  }

  return {
    lines,
    open(line) {
      lines.add(line);
      return () => release(line);
    },
    hold(person, line) {
      if (!lines.has(line) || people.has(line)) return null;
      const count = counts.get(person) ?? 0;
      if (count >= ofPerson.most) return ofPerson;
      const isHalfFull = people.size >= descriptors / 2;
      if (isHalfFull && count >= CONNECTION_BUDGETS.connectionsWhenFull.most)
        return CONNECTION_BUDGETS.connectionsWhenFull;
      people.set(line, person);
      counts.set(person, count + 1);
      return null;
    },
  };
}
