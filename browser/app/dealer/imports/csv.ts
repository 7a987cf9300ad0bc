/** Complete CSV files in the format of the server, quoted by RFC 4180. */

export function readCsv(text: string, delimiter: string): string[][] {
  const between = delimiter === '|' ? '\\|' : delimiter;
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${between}\\r\\n]*)(${between}|\\r?\\n|$)`, 'g');
  const records: string[][] = [[]];
  for (const [, written = '', end] of text.matchAll(cell)) {
    records.at(-1)?.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end !== delimiter) records.push([]);
  }
  return records.filter((cells) => cells.length > 1);
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`;
}
