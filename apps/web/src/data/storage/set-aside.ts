/** Calls the listener when a database cannot be read and an empty one replaces it. @returns a function that removes it. */
export function whenSetAside(listener: () => void): () => void {
  setAside.add(listener);
  if (isUnreported) tellSetAside();
  return () => void setAside.delete(listener);
}

const setAside = new Set<() => void>();

/** Set when it happened before a page listened. */
let isUnreported = false;

export function tellSetAside(): void {
  isUnreported = setAside.size === 0;
  for (const listener of setAside) listener();
}
