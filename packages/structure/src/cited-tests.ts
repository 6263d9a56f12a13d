/** A file in backticks, with the name of a test of it in quotes. */
const CITED = /`((?:apps|packages)\/[^`]+\.tsx?)` “([^”]+)”/g;

/**
 * The tests that a page names and that are not in their file.
 * @param textOf the text of a file.
 */
export function strayTests(page: string, textOf: (path: string) => string): string[] {
  return [...page.matchAll(CITED)].flatMap(([, path = '', name = '']) =>
    textOf(path).includes(name) ? [] : [`${path}: ${name}`],
  );
}
