import { createContext, type ReactNode } from 'react';
import type { LinkedRow } from '../../lib/words/links.ts';

/** The card of a task or an item that a message links to, from another feature. */
export const LinkCards = createContext<(row: LinkedRow) => ReactNode>(() => null);
