/** Where a page begins that follows a person. */
export function cursorAfter({ id, username }: { id: string; username: string }): string {
  return `${id} ${username}`;
}

/** The place behind which a page begins: that of its cursor, or for the first page the one before all names. */
export function placeBehind(cursor: string | null | undefined) {
  const [lastId = '', ...name] = cursor?.split(' ') ?? [];
  return { lastName: name.join(' '), lastId };
}
