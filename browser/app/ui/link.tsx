import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentProps, ReactElement } from 'react';
import type { Address } from '../paths.ts';

/** Link to a page of the app. */
export function Link({
  to,
  ...props
}: { to: Address } & Pick<
  ComponentProps<typeof RouterLink>,
  'activeOptions' | 'activeProps' | 'children' | 'className' | 'onClick'
>): ReactElement {
  const [path = '', query = ''] = to.split('?');
  const search: unknown = Object.fromEntries(new URLSearchParams(query));
  return <RouterLink {...props} to={path} search={search as never} />;
}
