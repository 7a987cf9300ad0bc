/** Pages of one area, beside each other. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';

export interface Tab {
  readonly to: string;
  readonly label: string;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }): ReactElement {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label: text }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: false, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
}
