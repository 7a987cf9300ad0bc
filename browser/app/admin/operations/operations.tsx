import type { ReactElement, ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';

const PAGES = ['jobs', 'mails', 'webhooks'] as const;

export function OperationsPage({ children }: { children: ReactNode }): ReactElement {
  const words = useWords();
  return (
    <Page title={words.text('desk.admin.nav.operations')}>
      <Tabs
        label={words.text('desk.admin.nav.operations')}
        tabs={PAGES.map((name) => ({
          to: `/admin/operations/${name}`,
          label: words.text(`desk.operations.${name}`),
        }))}
      />
      {children}
    </Page>
  );
}
