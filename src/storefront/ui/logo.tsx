import type { ReactElement } from 'react';

/** The coupling plate of a tractor unit from above. */
export function Logo({ size }: { size: number }): ReactElement {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        className="logo-ring"
        d="M25.5 6.5A13.5 13.5 0 1 0 29 20"
        fill="none"
        strokeWidth="4.5"
        strokeLinecap="round"
      />
      <circle className="logo-ring-fill" cx="16" cy="16" r="4.5" />
    </svg>
  );
}
