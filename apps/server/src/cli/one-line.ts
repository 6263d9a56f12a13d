/** What ends a line, moves the cursor, colours, or turns the direction of reading; and what has no shape. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Text as one line of a terminal, with such signs written out as JSON and JavaScript write them. */
export function onOneLine(text: string): string {
  return text.replace(UNPRINTABLE, sign =>
    sign
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
