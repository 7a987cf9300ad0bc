/** What a run has found out besides passing, or why it could not show something here. */
export function report(text: string): void {
  process.stderr.write(`${text}\n`);
}
