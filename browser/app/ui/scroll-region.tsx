import type { ReactElement, ReactNode } from 'react';

/** What is wider than its place and scrolls. It takes the focus, so that keys can scroll it. */
export function ScrollRegion({
  label,
  className = 'table-frame',
  isBusy,
  children,
}: {
  label: string;
  className?: string;
  isBusy?: boolean | undefined;
  children: ReactNode;
}): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className={className} role="region" aria-label={label} aria-busy={isBusy} tabIndex={0}>
      {children}
    </div>
  );
}
