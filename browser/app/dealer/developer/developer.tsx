import type { ReactElement } from 'react';
import { useMay } from '../../me.ts';
import { Page, type PageProps } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';

/** The frame of all pages of this area. */
export function Developer({ title, note, actions, children }: PageProps): ReactElement {
  const words = useWords();
  const isOwner = useMay('OWNER');
  return (
    <>
      <Tabs
        label={words.text('desk.nav.developer')}
        tabs={[
          { to: '/dealer/developer/keys', label: words.text('desk.developer.keys') },
          ...(isOwner ? [{ to: '/dealer/developer/team-keys', label: words.text('desk.apiKey.team') }] : []),
          { to: '/dealer/developer/webhooks', label: words.text('desk.developer.webhooks') },
          { to: '/dealer/developer/events', label: words.text('desk.developer.events') },
          { to: '/dealer/developer/security', label: words.text('desk.developer.security') },
        ]}
      />
      <Page
        title={title}
        note={note}
        actions={
          <>
            <a className="button quiet" href="/docs">
              {words.text('desk.developer.reference')}
            </a>
            {actions}
          </>
        }
      >
        {children}
      </Page>
    </>
  );
}
