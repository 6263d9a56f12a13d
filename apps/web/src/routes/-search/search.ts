import * as z from 'zod/mini';

// The Content-Security-Policy forbids the code that zod would generate from its schemas.
z.config({ jitless: true });

/** A text in a URL; undefined if it is missing or has another type. */
export const optionalText = z.catch(z.optional(z.string()), undefined);

/** A text from outside. One of digits alone, or the word "true", is read from the URL as something else. */
export const optionalWords = z.optional(z.coerce.string());

/** The token of a mailed link. One of digits alone is read from the URL as a number. */
export const linkSearch = z.object({ token: z.optional(z.coerce.string()) });

/** The tab in a URL; undefined for the first tab and for unknown names. */
export function optionalTab<const Tab extends string>(tabs: readonly Tab[]) {
  return z.catch(z.optional(z.enum(tabs.slice(1))), undefined);
}
