/** The notification centre: what has happened, newest first, and the way there. */
import { lazy, type ReactElement, Suspense } from 'react';
import { useSession } from '../me.ts';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { useWords } from '../words.ts';
import { Badge } from './badge.tsx';
import type { NoticeList as NoticeListView } from './notice-list.tsx';

export const readNotices = async (): Promise<{ default: typeof NoticeListView }> => ({
  default: (await import('./notice-list.tsx')).NoticeList,
});
const NoticeList = lazy(readNotices);

export function Notices(): ReactElement {
  const words = useWords();
  const { unreadNotifications } = useSession();
  return (
    <Popover
      label={words.text('desk.notices')}
      button={
        <>
          <Icon name="bell" />
          <Badge count={unreadNotifications} />
        </>
      }
    >
      <Suspense>
        <NoticeList />
      </Suspense>
    </Popover>
  );
}
