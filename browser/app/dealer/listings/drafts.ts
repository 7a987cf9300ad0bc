/** The name of the draft of a listing among those of an account. */
export function draftOf(id: string): string {
  return `listing-${id}`;
}
