/** The most common ones, in any case. */
const REFUSED = 10_000;

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of the most common ones. The list is that of zxcvbn (MIT), the most common first and in lower
 * case. It is read when the first password is looked up: most installations never do.
 */
export async function isCommon(password: string): Promise<boolean> {
  known ??= read();
  return (await known).has(password.toLowerCase());
}

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, REFUSED));
}
