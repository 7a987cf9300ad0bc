import type { ReactElement } from 'react';
import { useWords } from '../words.ts';

const BADGE_MAX = 99;

export function Badge({ count }: { count: number }): ReactElement | null {
  const words = useWords();
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > BADGE_MAX ? `${BADGE_MAX}+` : count}</span>
      <span className="unseen">{words.count('desk.badge', count)}</span>
    </span>
  );
}
