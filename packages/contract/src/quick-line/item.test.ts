import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemKey, readItem, type Separator } from './item.ts';

test.each<[string, string, number, string | null, string | null]>([
  ['milk', 'milk', 1, null, null],
  ['milk 2 1.39', 'milk', 2, '1.39', null],
  ['milk 2', 'milk', 2, null, null],
  ['milk 1.39', 'milk', 1, '1.39', null],
  ['milk 1.39 2', 'milk 2', 1, '1.39', null],
  ['milk 1.5 2.25', 'milk 1.5', 1, '2.25', null],
  ['2 milk 1.39', '2 milk', 1, '1.39', null],
  ['milk 2 l 1.39', 'milk 2 l', 1, '1.39', null],
  ['7 up', '7 up', 1, null, null],
  ['7 up 6', '7 up', 6, null, null],
  ['  oat   milk 3 ', 'oat milk', 3, null, null],
  ['eggs x12', 'eggs', 12, null, null],
  ['eggs 12x 2.50', 'eggs', 12, '2.50', null],
  ['eggs X2 #dairy', 'eggs', 2, null, 'dairy'],
  ['eggs \u00d72', 'eggs', 2, null, null],
  ['eggs 2\u00d7', 'eggs', 2, null, null],
  ['x2 eggs', 'x2 eggs', 1, null, null],
  ['eggs x', 'eggs x', 1, null, null],
  ['eggs x2x', 'eggs x2x', 1, null, null],
  ['eggs x0', 'eggs x0', 1, null, null],
  ['x2', 'x2', 1, null, null],
  ['cheese $3.50', 'cheese', 1, '3.50', null],
  ['cheese 2 $3', 'cheese', 2, '3', null],
  ['cheese 2 $3.5', 'cheese', 2, '3.5', null],
  ['tv 1,299.90', 'tv', 1, '1299.90', null],
  ['tv 1,299', 'tv 1,299', 1, null, null],
  ['milk 1,39', 'milk 1,39', 1, null, null],
  ['milk 0', 'milk 0', 1, null, null],
  ['milk 02', 'milk 02', 1, null, null],
  ['milk 1000000', 'milk', 1_000_000, null, null],
  ['milk 1000001', 'milk 1000001', 1, null, null],
  ['milk 2000000.00', 'milk 2000000.00', 1, null, null],
  ['milk -1.50', 'milk -1.50', 1, null, null],
  ['1.5l water', '1.5l water', 1, null, null],
  ['milk #dairy', 'milk', 1, null, 'dairy'],
  ['milk 2 1.39 #dairy', 'milk', 2, '1.39', 'dairy'],
  ['#Dairy milk 2', 'milk', 2, null, 'Dairy'],
  ['milk 2 #dairy 1.39', 'milk', 2, '1.39', 'dairy'],
  ['milk #dairy #cold', 'milk #dairy', 1, null, 'cold'],
  ['pencil #2', 'pencil #2', 1, null, null],
  ['milk #', 'milk #', 1, null, null],
  ['#Käse gouda', 'gouda', 1, null, 'Käse'],
  ['3.50', '3.50', 1, null, null],
  ['2 3.50 #dairy', '2 3.50 #dairy', 1, null, null],
  ['', '', 1, null, null],
])('"%s" is "%s", %i at %s in %s', (text, name, count, price, section) => {
  expect(readItem(text, { separator: '.' })).toMatchObject({ name, count, price, section });
});

test.each<[string, string, number, string | null]>([
  ['milch 2 1,39', 'milch', 2, '1.39'],
  ['milch 1.39', 'milch 1.39', 1, null],
  ['tv 1.234,50', 'tv', 1, '1234.50'],
  ['käse $3', 'käse', 1, '3'],
])('with a comma as separator "%s" is "%s", %i at %s', (text, name, count, price) => {
  expect(readItem(text, { separator: ',' })).toMatchObject({ name, count, price });
});

test('the spans are the recognized words in their order; a removed one is part of the name again', () => {
  expect(readItem('milk 2 1.39 #dairy', { separator: '.' }).spans).toEqual([
    { kind: 'count', words: '2' },
    { kind: 'price', words: '1.39' },
    { kind: 'section', words: '#dairy' },
  ]);
  const read = (plain: string[]) => readItem('milk 2 1.39 #dairy', { separator: '.', plain });
  expect(read(['2'])).toMatchObject({ name: 'milk 2', count: 1, price: '1.39', section: 'dairy' });
  expect(read(['1.39'])).toMatchObject({ name: 'milk 2 1.39', count: 1, price: null, section: 'dairy' });
  expect(read(['#dairy'])).toMatchObject({ name: 'milk #dairy', count: 2, price: '1.39', section: null });
});

test('no word is lost: each is in the name, the count, the price or the section', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('2', 'x2', '1.39', '$3', '#dairy', '1,5', '12', '1.234,50', '$', '#'),
  );
  const separators = fc.constantFrom<Separator>('.', ',');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), separators, (typed, separator) => {
      const text = typed.join(' ');
      const { name, spans } = readItem(text, { separator });
      const words = text.split(/\s+/u).filter(one => one !== '');
      const kept = [...name.split(' ').filter(one => one !== ''), ...spans.map(span => span.words)];
      expect(kept.sort()).toEqual(words.sort());
    }),
  );
});

test.each([
  ['Milk', 'milk', true],
  [' oat  milk', 'Oat Milk', true],
  ['Crème', 'creme', true],
  ['Milk', 'Milks', false],
])('"%s" and "%s" are the same item: %s', (one, other, isSame) => {
  expect(itemKey(one) === itemKey(other)).toBe(isSame);
});
