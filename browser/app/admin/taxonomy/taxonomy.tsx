import type { ReactElement, ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';

const PAGES = ['categories', 'brands', 'features'] as const;
export const STALE = ['categories', 'brands', 'features', 'audit'];

export function TaxonomyPage({
  actions,
  children,
}: {
  actions?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const words = useWords();
  return (
    <Page
      title={words.text('desk.admin.nav.taxonomy')}
      note={words.text('desk.taxonomy.note')}
      actions={actions}
    >
      <Tabs
        label={words.text('desk.admin.nav.taxonomy')}
        tabs={PAGES.map((name) => ({
          to: `/admin/taxonomy/${name}`,
          label: words.text(`desk.taxonomy.${name}`),
        }))}
      />
      {children}
    </Page>
  );
}

/** Words divided by commas. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
