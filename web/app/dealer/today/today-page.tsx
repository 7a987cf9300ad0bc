import type { ReactElement } from 'react';
import { useSession } from '../../me.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words.ts';

export function TodayPage(): ReactElement {
  const words = useWords();
  const { user } = useSession();
  return (
    <Page title={words.text('desk.nav.today')}>
      <p>{words.text('desk.today.hello', { name: user.name })}</p>
    </Page>
  );
}
