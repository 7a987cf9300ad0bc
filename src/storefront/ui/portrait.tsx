import type { ReactElement } from 'react';

const LETTERS_MAX = 2;

/** Avatar of a user or company next to the name: the image, or else the initials. */
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
