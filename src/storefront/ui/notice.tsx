import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const SIGNS = {
  good: 'circle-check',
  info: 'info-circle',
  amber: 'alert-circle',
  bad: 'alert-triangle',
} as const satisfies Record<string, IconName>;

/** What a page has to say: on a soft ground, with a sign. `role`: `alert` for what the reader has to mend. */
export function Say({
  kind = 'info',
  role,
  children,
}: {
  kind?: keyof typeof SIGNS;
  role?: 'status' | 'alert';
  children: ReactNode;
}): ReactElement {
  return (
    <div className={`say ${kind}`} role={role}>
      <Icon name={SIGNS[kind]} />
      <div>{children}</div>
    </div>
  );
}

/** Reports a success. */
export function Notice({ text }: { text: string }): ReactElement {
  return (
    <div className="notice wrap">
      <Say kind="good" role="status">
        {text}
      </Say>
    </div>
  );
}
