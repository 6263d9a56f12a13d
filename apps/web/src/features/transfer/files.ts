/** Downloads a text as a file. */
export function saveFile(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Freed after the browser has started to read it. Freeing it at once fails in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * A text file as spreadsheets save it: UTF-8, UTF-16 with its mark, or the old Windows letters. Of a ZIP archive the file
 * data.json, which is an export of Vikunja.
 * @throws Error with a sentence for the person, for another archive.
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return dataIn(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Bytes of an unpacked file: more is no export of a person. */
const MOST_UNPACKED = 50_000_000;

async function dataIn(archive: Uint8Array): Promise<string> {
  const { unzipSync } = await import('fflate');
  const isData = ({ name, originalSize }: { name: string; originalSize: number }) =>
    name === 'data.json' && originalSize <= MOST_UNPACKED;
  try {
    const { 'data.json': data } = unzipSync(archive, { filter: isData });
    if (data) return new TextDecoder().decode(data);
  } catch {
    // What fflate throws says nothing to a person.
  }
  throw new Error('This archive has no data.json that can be read. An export of Vikunja has one.');
}
