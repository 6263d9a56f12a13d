import { useEffect } from 'react';

/** Milliseconds that a loaded form has to take the focus. */
const MOUNTING = 500;

/**
 * While the code of a form loads, collects what is typed. The first field that gets the focus gets the text, and before it
 * the keys with Alt, which choose what it is.
 * @param isAwaited whether the form was opened and is not there yet.
 */
export function useTypedAhead(isAwaited: boolean): void {
  useEffect(() => {
    if (!isAwaited) return;
    let typed = '';
    const chosen: string[] = [];
    let isThere = false;

    function onKey(event: KeyboardEvent): void {
      const { key, code, altKey } = event;
      if (key === 'Escape') end();
      if (event.ctrlKey || event.metaKey || event.isComposing) return;
      if (altKey && (isThere || !code.startsWith('Digit'))) return;
      if (altKey) chosen.push(code);
      else if (key === 'Backspace') typed = typed.slice(0, -1);
      else if (key === 'Enter') typed += '\n';
      else if (key.length === 1) typed += key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }

    function onFocus({ target }: FocusEvent): void {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      removeEventListener('focusin', onFocus);
      isThere = true;
      for (const code of chosen)
        target.dispatchEvent(new KeyboardEvent('keydown', { code, altKey: true, bubbles: true }));
      setTimeout(write, 0, target);
    }

    /** As if it were typed, a line at a time: each Enter submits, and the form may clear the field before the next line. */
    function write(field: HTMLInputElement | HTMLTextAreaElement): void {
      const [line = '', ...rest] = typed.split('\n');
      typed = rest.join('\n');
      if (line) document.execCommand('insertText', false, line);
      if (rest.length === 0) {
        end();
        return;
      }
      field.form?.requestSubmit();
      setTimeout(write, 0, field);
    }

    function end(): void {
      removeEventListener('keydown', onKey, true);
      removeEventListener('focusin', onFocus);
    }

    addEventListener('keydown', onKey, true);
    addEventListener('focusin', onFocus);
    return () => {
      setTimeout(end, MOUNTING);
    };
  }, [isAwaited]);
}
