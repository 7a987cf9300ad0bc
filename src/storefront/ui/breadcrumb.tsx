import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

export interface Crumb {
  readonly name: string;
  /** Below the language; none for the page itself. */
  readonly path?: string;
}

export function Breadcrumb({ crumbs, reader }: { crumbs: readonly Crumb[]; reader: Reader }): ReactElement {
  const all: readonly Crumb[] = [{ name: reader.text('nav.home'), path: '/' }, ...crumbs];
  return (
    <nav className="crumbs wide-only" aria-label={reader.text('nav.breadcrumb')}>
      <ol>
        {all.map(({ name, path }) => (
          <li key={name}>
            {path === undefined ? (
              <span aria-current="page">{name}</span>
            ) : (
              <a href={`/${reader.language}${path}`}>{name}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function breadcrumbData(crumbs: readonly Crumb[], base: string): Readonly<Record<string, unknown>> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: path === undefined ? undefined : `${base}${path}`,
    })),
  };
}
