import type { Looking } from '@onus/contract/notify/settings';

/** What people have on their screens now: nobody is notified of what they are looking at. */
export interface Presence {
  /** @returns how they leave it. */
  enter(userId: string, what: Looking): () => void;
  isLooking(userId: string, what: Looking): boolean;
}

export function createPresence(): Presence {
  const pages = new Map<string, number>();

  function add(name: string, by: number): void {
    const count = (pages.get(name) ?? 0) + by;
    if (count > 0) pages.set(name, count);
    else pages.delete(name);
  }

  return {
    enter(userId, what) {
      const name = nameOf(userId, what);
      let isThere = true;
      add(name, 1);
      return () => {
        if (isThere) add(name, -1);
        isThere = false;
      };
    },
    isLooking: (userId, what) => pages.has(nameOf(userId, what)),
  };
}

function nameOf(userId: string, { at, id = '' }: Looking): string {
  return `${userId} ${at} ${id}`;
}
