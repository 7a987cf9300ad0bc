/** The texts of what was asked of a client of the database, by the calls of its `query`. */
export function statementsOf(calls: readonly (readonly unknown[])[]): string[] {
  return calls.flatMap(([asked]) =>
    typeof asked === 'string'
      ? [asked]
      : (asked as { statements: { text: string }[] }).statements.map(({ text }) => text),
  );
}
