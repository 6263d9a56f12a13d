/** Where a page begins that follows a person. */
export function cursorAfter({ id, username }: { id: string; username: string }): string {
  return `${id} ${username}`;
}

/** The person after whom a page begins; before everyone for the first page. */
export function placeBehind(cursor: string | null | undefined) {
  const [lastId = '', ...name] = cursor?.split(' ') ?? [];
  return { lastName: name.join(' '), lastId };
}
