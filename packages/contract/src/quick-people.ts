import { matchAt } from './quick-words.ts';

/** A person who may be named in the quick add. */
export interface Person {
  id: string;
  username: string;
}

/** A name behind an @ that none of the people can be meant by: it stays title. */
export interface Stranger {
  name: string;
  /** It goes for more than one. */
  isSeveral: boolean;
}

interface PersonWords {
  end: number;
  person: Person;
}

/**
 * The person an @ names: by the whole name, with its spaces or without them, by its first word or by its
 * beginning, in this order. No one where that goes for several.
 */
export function readPerson(
  text: string,
  at: number,
  people: readonly Person[],
  me: string,
): PersonWords | null {
  if (text[at] !== '@' || people.length === 0) return null;
  const names = namesOf(people);
  for (const { name, end, isOneWord } of typedAt(text, at + 1, names)) {
    const person = isOneWord ? namedByWord(name, names, me) : only(names, ({ whole }) => whole === name);
    if (person) return { end, person };
  }
  return null;
}

/** The one word behind an @ that names none of the people; null where that is no name, or theirs. */
export function readStranger(
  text: string,
  at: number,
  people: readonly Person[],
  me: string,
): Stranger | null {
  const name = people.length > 0 && matchAt(NAME, text, at)?.[1];
  if (!name || readPerson(text, at, people, me)) return null;
  const typed = squeezed(name);
  return { name, isSeveral: namesOf(people).some(({ whole }) => whole.startsWith(typed)) };
}

interface Name {
  person: Person;
  whole: string;
  first: string;
  words: number;
}

interface Typed {
  name: string;
  end: number;
  isOneWord: boolean;
}

/** What the @ may go for: as many words as the longest name has down to one, with and without a mark behind. */
function typedAt(text: string, from: number, names: readonly Name[]): Typed[] {
  const tokens = [...text.slice(from, from + LONGEST).matchAll(/\S+/gu)];
  // A space behind the @ names no one.
  if (tokens[0]?.index !== 0) return [];
  const most = names.reduce((longest, { words }) => Math.max(longest, words), 1);
  return tokens
    .slice(0, most)
    .map((token, index) => ({ end: from + token.index + token[0].length, isOneWord: index === 0 }))
    .toReversed()
    .flatMap(({ end, isOneWord }) => {
      const said = text.slice(from, end);
      const bare = said.replace(/[^\p{L}\p{N}\p{M}]+$/u, '');
      return [said, bare].map(part => ({ name: squeezed(part), end: from + part.length, isOneWord }));
    })
    .filter(({ name }) => name !== '');
}

function namedByWord(name: string, names: readonly Name[], me: string): Person | undefined {
  if (name === 'me') return names.find(({ person }) => person.id === me)?.person;
  const ways = [
    ({ whole }: Name) => whole === name,
    ({ first }: Name) => first === name,
    ({ whole }: Name) => whole.startsWith(name),
  ];
  const way = ways.find(goesFor => names.some(goesFor));
  return way && only(names, way);
}

function only(names: readonly Name[], goesFor: (name: Name) => boolean): Person | undefined {
  const [one, another] = names.filter(goesFor);
  return another ? undefined : one?.person;
}

function namesOf(people: readonly Person[]): readonly Name[] {
  const names =
    known.get(people) ??
    people.map(person => {
      const words = person.username.trim().split(/\s+/u);
      const [whole, first] = [squeezed(person.username), squeezed(words[0] ?? '')];
      return { person, whole, first, words: words.length };
    });
  known.set(people, names);
  return names;
}

/** The line is read at every key, and a list may be long. */
const known = new WeakMap<readonly Person[], readonly Name[]>();

/** Without case, accents and spaces. */
function squeezed(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();
}

/** Up to the marks behind it. What begins with anything but a letter is no name: "@5pm". */
const NAME = /@(\p{L}(?:\S*[\p{L}\p{N}\p{M}])?)/uy;

/** More than any name has, with its spaces. */
const LONGEST = 200;
