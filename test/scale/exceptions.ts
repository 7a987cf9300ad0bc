/** What still grows with the market, and why it may. The list only gets shorter: what no longer occurs must go. */
export interface Exception {
  /** Part of the statement, with single spaces. */
  readonly statement: string;
  readonly reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [];
