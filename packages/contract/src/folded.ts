/** A text for search comparison: without case and accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return isPlain(lower) ? lower : (foldedLatin(lower) ?? takenApart(lower));
}

/** Letters that are no base letter with an accent to Unicode, as keyboards without them write them. */
const SPELLING: Record<string, string> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' },
  ...{ ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ħ: 'h', Ħ: 'H', ŧ: 't', Ŧ: 'T', ı: 'i' },
  ...{ ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' },
};
const SPELLED = new RegExp(`[${Object.keys(SPELLING).join('')}]`, 'g');

/** A text for the index of words, which knows accents and case by itself. It has few more characters, if any. */
export function spelledOut(text: string): string {
  return text.replace(SPELLED, letter => SPELLING[letter] ?? letter);
}

/** Decomposing a text costs a hundred times as much as this check. */
function isPlain(text: string): boolean {
  return !/[^ -~\s]/.test(text);
}

/** Normalized letters of Latin alphabets. A lookup is ten times as fast as decomposing. */
const LATIN = Array.from({ length: 0x250 }, (_, code) => takenApart(String.fromCharCode(code)));

/** Undefined for a text with other letters. */
function foldedLatin(text: string): string | undefined {
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const letter = LATIN[text.charCodeAt(at)];
    if (letter === undefined) return undefined;
    plain += letter;
  }
  return plain;
}

function takenApart(text: string): string {
  return spelledOut(text)
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '');
}
