/** The texts of what was asked of a client of the database, by the calls of its `query`. */
export function statementsOf(calls: readonly (readonly unknown[])[]): string[] {
  return calls.flatMap(([asked]) => {
    if (typeof asked === 'string') return [asked];
    const { statements, text } = asked as { statements?: { text: string }[]; text?: string };
    return statements?.map((statement) => statement.text) ?? (text === undefined ? [] : [text]);
  });
}
