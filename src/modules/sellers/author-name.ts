/** Returns the public name of a review's author: first name, and initial of the last name. */
export function authorName(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return 'A buyer';
  if (words.length === 1) return first;
  const initial = /\p{L}/u.exec(last)?.[0] ?? '';
  return `${first} ${initial.toLocaleUpperCase('en')}.`;
}
