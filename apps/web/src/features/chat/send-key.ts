import type { KeyboardEvent } from 'react';

/** Enter sends and Shift+Enter starts a new line. Enter that ends an IME composition does neither. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
}
