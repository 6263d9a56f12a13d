import { type ChangeEvent, useState } from 'react';

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

/** Ties the fields of a form to its values. */
export interface FormFields<Values> {
  values: Values;
  change(changed: Partial<Values>): void;
  /** The props of an input or a text area. */
  text(name: TextName<Values>): {
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  /** The props of any other control. */
  choice<Name extends keyof Values>(
    name: Name,
  ): { value: Values[Name]; onChange: (value: Values[Name]) => void };
}

export interface FormState<Values> extends FormFields<Values> {
  reset(): void;
  /** After a save: shows what the server stored, and keeps what was typed since. */
  settle(sent: Sent<Values>, saved: Values): void;
}

/** The values of a form while it is filled in. It checks nothing: the server does, in its own words. */
export function useForm<Values extends object>(initial: () => Values): FormState<Values> {
  const [values, setValues] = useState(initial);
  return {
    ...fieldsOf(values, changed => setValues(current => ({ ...current, ...changed }))),
    reset: () => setValues(initial()),
    settle: (sent, saved) => setValues(current => settled(current, sent, saved)),
  };
}

/** The same for values that are kept elsewhere, as a draft that outlives a reload. */
export function fieldsOf<Values extends object>(
  values: Values,
  change: (changed: Partial<Values>) => void,
): FormFields<Values> {
  const set = (name: keyof Values, value: unknown) => change({ [name]: value } as Partial<Values>);
  return {
    values,
    change,
    text: name => ({ value: String(values[name]), onChange: event => set(name, event.target.value) }),
    choice: name => ({ value: values[name], onChange: value => set(name, value) }),
  };
}

/** No field is locked while its form is saved, so a person may type on: what differs from what was sent is theirs. */
export function settled<Values extends object>(current: Values, sent: Sent<Values>, saved: Values): Values {
  const typed = Object.entries(current).filter(
    ([name, value]) => name in sent && value !== sent[name as keyof Values],
  );
  return { ...saved, ...Object.fromEntries(typed) };
}

/** What was sent of a form: it may leave out what cannot be changed in it. */
type Sent<Values> = Partial<Record<keyof Values, unknown>>;
