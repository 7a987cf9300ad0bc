/** The pages of an area. */
import type { Address } from '../paths.ts';
import { useLocation } from '@tanstack/react-router';
import { Link } from './link.tsx';
import { type ReactElement, useEffect, useRef } from 'react';

export interface Tab {
  readonly to: Address;
  readonly label: string;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }): ReactElement {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Phones show three tabs only: scroll to the current one.
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
