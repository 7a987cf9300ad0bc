import type { ReactElement } from 'react';
import { ICONS, type IconName, KINDS } from './generated/symbols.ts';

export type { IconName } from './generated/symbols.ts';

/** Always beside words, seen or unseen: it has no name of its own. `-filled` names are areas, all others lines. */
export function Icon({ name, small = false, className = '' }: IconProps): ReactElement {
  const classes = ['i', small && 'i-s', name.endsWith('-filled') && 'full', className];
  return (
    <svg className={classes.filter(Boolean).join(' ')} aria-hidden="true">
      <use href={`${ICONS}#${name}`} />
    </svg>
  );
}

interface IconProps {
  readonly name: IconName;
  /** 16 px instead of 20. */
  readonly small?: boolean;
  readonly className?: string;
}

/** What vehicles of a category look like, on 40 × 24. */
export function KindIcon({ category }: { category: string }): ReactElement {
  return (
    <svg className="kind" aria-hidden="true">
      <use href={`${ICONS}#${KINDS.has(category) ? category : OTHER_KIND}`} />
    </svg>
  );
}

/** Administrators can add categories. */
const OTHER_KIND = 'trucks';
