type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields typed in since they appeared, or since their form was sent. */
const typed = new Set<TextField>();

/** Say whether the page holds something else that is nowhere else. */
const checks: (() => boolean)[] = [];

export function alsoUnsaved(check: () => boolean): void {
  checks.push(check);
}

/** True while a field holds text that was not sent, or a check holds: loading the page again could lose it. */
export function hasUnsaved(): boolean {
  for (const field of typed) if (!field.isConnected || field.value === '') typed.delete(field);
  return typed.size > 0 || checks.some(check => check());
}

/** A field has taken the place of another one, with its text. */
export function takeOverText(former: TextField, field: TextField): void {
  if (typed.delete(former)) typed.add(field);
}

/** From the start of the page, because a user may type before the rest of the code is loaded. */
export function trackUnsavedText(): void {
  addEventListener('input', ({ target }) => isTextField(target) && typed.add(target), true);
  addEventListener('submit', ({ target }) => {
    for (const field of typed) if (field.form === target) typed.delete(field);
  });
}

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !/^(checkbox|radio|range|file)$/.test(target.type);
}
