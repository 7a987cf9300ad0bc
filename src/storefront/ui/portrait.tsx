import type { ReactElement } from 'react';

const LETTERS_MAX = 2;

/** A person or a company beside the name: the picture, or else the first letters. */
export function Portrait({ name, picture }: { name: string; picture: string | null }): ReactElement {
  if (picture !== null)
    return <img className="portrait" src={picture} width="40" height="40" alt="" loading="lazy" />;
  return (
    <span className="portrait" aria-hidden="true">
      {lettersOf(name)}
    </span>
  );
}

function lettersOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, LETTERS_MAX)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join('')
    .toLocaleUpperCase();
}
