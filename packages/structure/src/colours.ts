import { isTest, within } from './reading/places.ts';
import type { Breach, SourceFile } from './reading/source.ts';
import { breachAt, visit } from './reading/syntax.ts';

const HOME = 'apps/web/src';
const PALETTE = `${HOME}/styles.css`;
const COLOUR =
  /(?<!url\(\s*["']?)#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i;
const LINKS = /^(?:href|xlinkHref|hash|to|htmlFor|id)$/;

/** A color has a name, and one file defines its value. */
export function coloursInOnePlace(files: readonly SourceFile[]): Breach[] {
  return files
    .filter(({ path }) => within(path, HOME) && path !== PALETTE && !isTest(path))
    .flatMap(file => (file.path.endsWith('.css') ? inStyles(file) : inStrings(file)));
}

function inStyles(file: SourceFile): Breach[] {
  const withoutComments = file.text.replace(/\/\*.*?\*\//gs, comment => comment.replace(/\S/g, ' '));
  return [...withoutComments.matchAll(new RegExp(COLOUR, 'gi'))].map(found =>
    colourAt(file, found.index, found[0]),
  );
}

function inStrings(file: SourceFile): Breach[] {
  const breaches: Breach[] = [];
  const links: boolean[] = [];
  const judge = (text: string, start: number) => {
    const found = links.includes(true) ? undefined : COLOUR.exec(text)?.[0];
    if (found) breaches.push(colourAt(file, start, found));
  };
  visit(file, {
    JSXAttribute(node) {
      links.push(node.name.type === 'JSXIdentifier' && LINKS.test(node.name.name));
    },
    'JSXAttribute:exit'() {
      links.pop();
    },
    Literal(node) {
      if (typeof node.value === 'string') judge(node.value, node.start);
    },
    TemplateElement(node) {
      judge(node.value.raw, node.start);
    },
  });
  return breaches;
}

function colourAt(file: SourceFile, start: number, colour: string): Breach {
  const why = `the colour ${colour} is written here: colours stand in ${PALETTE} alone, where light, dark and contrast are checked together`;
  return breachAt(file, { start }, why);
}
