import { Parser } from 'htmlparser2';

/** Elements that stand on a line of their own. */
const BLOCKS = new Set('p div li ul ol h1 h2 h3 h4 h5 h6 pre blockquote table tr hr figure'.split(' '));

/** HTML as text with its lines, its lists and its links; a text without a tag stays as it is. */
export function plainText(html: string): string {
  if (!/<[a-z][^<>]*>/i.test(html)) return html.trim();
  const lines = [''];
  let [link, linked] = ['', ''];
  const add = (text: string) => lines.push((lines.pop() ?? '') + text);
  const newLine = () => {
    if (!/^(?:- (?:\[[ x]\] )?)?$/.test(lines.at(-1) ?? '')) lines.push('');
  };
  const parser = new Parser({
    onopentag(name, { href = '', alt = '', 'data-checked': checked }) {
      if (name === 'br') lines.push('');
      if (BLOCKS.has(name)) newLine();
      if (name === 'li') add(checked === undefined ? '- ' : `- [${checked === 'true' ? 'x' : ' '}] `);
      if (name === 'td' || name === 'th') add(' ');
      if (name === 'img') add(alt);
      if (name === 'a') [link, linked] = [href, ''];
    },
    ontext(text) {
      const [first = '', ...more] = text.split('\n');
      add(first);
      for (const line of more) lines.push(line);
      linked += text;
    },
    onclosetag(name) {
      if (BLOCKS.has(name)) newLine();
      if (name === 'a' && link !== '' && link !== linked) add(` (${link})`);
    },
  });
  parser.end(html);
  return lines
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
