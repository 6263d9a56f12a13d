/** What this browser remembers of its push messages. */
export interface PushMarker {
  /** Whom it belongs to. */
  user: string;
  /** The session that the server sends to. */
  session: string;
  endpoint: string;
}

const KEY = 'push';

/** Null for a browser that gets none. */
export function readMarker(): PushMarker | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

export function writeMarker(marker: PushMarker): void {
  localStorage.setItem(KEY, JSON.stringify(marker));
}

export function clearMarker(): void {
  localStorage.removeItem(KEY);
}
