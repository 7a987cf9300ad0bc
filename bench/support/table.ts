/** Prints rows under their headings, as Markdown, so that a result can be pasted into a page. */
export function printTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  console.log(`\n## ${title}\n\n${lines.join('\n')}\n`);
}
