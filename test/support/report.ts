/** Prints a finding of a test that passes, or the reason why a test cannot run on this machine. */
export function report(text: string): void {
  process.stderr.write(`${text}\n`);
}
