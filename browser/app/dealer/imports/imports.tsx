import type { ReactElement } from 'react';
import { Page, type PageProps } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';

/** The frame of all pages of this area. */
export function Imports({ title, note, actions, children }: PageProps): ReactElement {
  const words = useWords();
  return (
    <>
      <Tabs
        label={words.text('desk.nav.imports')}
        tabs={[
          { to: '/dealer/imports', label: words.text('desk.imports.history') },
          { to: '/dealer/feed', label: words.text('desk.imports.feed') },
        ]}
      />
      <Page title={title} note={note} actions={actions}>
        {children}
      </Page>
    </>
  );
}
