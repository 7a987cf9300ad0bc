import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** A word or two over a picture. */
export function Tag({
  icon,
  className,
  children,
}: {
  icon?: IconName;
  /** Where it lies and how: `featured`, `shots`. */
  className: string;
  children: ReactNode;
}): ReactElement {
  return (
    <span className={`on-picture ${className}`}>
      {icon !== undefined && <Icon name={icon} small />}
      {children}
    </span>
  );
}
