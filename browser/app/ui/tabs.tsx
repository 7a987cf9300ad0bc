/** Pages of one area, beside each other. */
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';

export interface Tab {
  readonly to: string;
  readonly label: string;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }): ReactElement {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A phone shows three of them.
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [pathname]);
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
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
