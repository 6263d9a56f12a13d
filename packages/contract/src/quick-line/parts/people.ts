import { spelledOut } from '../../folded.ts';
import { matchAt } from '../words.ts';

/** A person for the quick add line. */
export interface Person {
  id: string;
  username: string;
}

/** A name after an @ that matches no person and stays title. */
export interface Stranger {
  name: string;
  /** It matches several people. */
  isSeveral: boolean;
}

interface PersonWords {
  end: number;
  person: Person;
}

/**
 * The person of an @, by the whole name with or without spaces, by its first word or by its start, in this order. None if
 * several people match.
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

/** The word after an @ that matches no person; null if it is no name or matches one. */
export function readStranger(
  text: string,
  at: number,
  people: readonly Person[],
  me: string,
): Stranger | null {
  const name = people.length > 0 && readName(text, at);
  if (!name || readPerson(text, at, people, me)) return null;
  const typed = squeezed(name);
  return { name, isSeveral: namesOf(people).some(({ whole }) => whole.startsWith(typed)) };
}

/** The word after an @; undefined if it is no name. */
export function readName(text: string, at: number): string | undefined {
  return matchAt(NAME, text, at)?.[1];
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

/** Candidates of an @: as many words as the longest name, down to one, with and without trailing punctuation. */
function typedAt(text: string, from: number, names: readonly Name[]): Typed[] {
  const tokens = [...text.slice(from, from + LONGEST).matchAll(/\S+/gu)];
  // An @ before a space names no one.
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

/** Cached, because every key parses the line and a list may be long. */
const known = new WeakMap<readonly Person[], readonly Name[]>();

/** Without case, accents and spaces. */
function squeezed(name: string): string {
  return spelledOut(name)
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();
}

/** Without trailing punctuation. A name starts with a letter, unlike "@5pm". */
const NAME = /@(\p{L}(?:\S*[\p{L}\p{N}\p{M}])?)/uy;

/** Longer than any name with its spaces. */
const LONGEST = 200;
