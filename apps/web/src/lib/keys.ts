import type { KeyboardEvent } from 'react';

/** Enter sends, Shift+Enter breaks the line, and the Enter that ends a composed character does neither. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
}
