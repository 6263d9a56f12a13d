/** A Markdown table with padded columns, for terminals too. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map(row => row.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = head.map((_, column) => Math.max(3, ...all.map(row => [...(row[column] ?? '')].length)));
  const lines = all.map(
    row => `| ${widths.map((width, column) => pad(row[column] ?? '', width)).join(' | ')} |`,
  );
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(width - [...text].length);
}
