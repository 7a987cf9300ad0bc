import type { ReactElement } from 'react';
import type { Import } from '../../api.ts';
import { Page, type PageProps } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';

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

const LOOK: Readonly<Record<Import['status'], string>> = {
  queued: 'state',
  running: 'state is-busy',
  completed: 'state is-good',
  completed_with_errors: 'state is-busy',
  failed: 'state is-bad',
  canceled: 'state',
};

export const isUnderWay = ({ status }: Import): boolean => status === 'queued' || status === 'running';

export function ImportState({ job }: { job: Import }): ReactElement {
  const words = useWords();
  return (
    <span className={LOOK[job.status]}>
      {words.text(`desk.imports.status.${job.status}`)}
      {job.dryRun && <span className="tag">{words.text('desk.imports.dryRun')}</span>}
    </span>
  );
}
