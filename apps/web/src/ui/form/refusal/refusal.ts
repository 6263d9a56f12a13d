import { messageOf } from '../../../lib/error-message.ts';
import type { Refusal } from '../field-frame.tsx';

/** The labels of a form's fields by the names that the server's messages have for them. The first that fits counts. */
export type Names = Readonly<Record<string, string>>;

/** Why a form was refused, in the words of the form, and the label of the field that the message is about. */
export function refusalOf(error: unknown, names: Names): Refusal & { message: string } {
  const message = messageOf(error);
  for (const [name, label] of Object.entries(names)) {
    if (message.startsWith(`${name} `)) return { message: label + message.slice(name.length), label };
    if (new RegExp(`\\b(this|wrong) ${name}\\b`, 'i').test(message)) return { message, label };
  }
  return { message, label: undefined };
}
