import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, type Notification } from '../api.ts';
import { language } from '../language.ts';
import { Loaded } from '../ui/states.tsx';
import { useWords } from '../words.ts';
import { addressOf } from './links.ts';

const SHOWN = 8;

export function NoticeList(): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['notifications', SHOWN],
    queryFn: () => api.notifications.list({ limit: SHOWN }),
  });
  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: ['notifications'] });
    void queries.invalidateQueries({ queryKey: ['session'] });
  };
  const read = useMutation({
    mutationFn: (id: string) => api.notifications.markRead(id),
    onSettled: refresh,
  });
  const readAll = useMutation({ mutationFn: () => api.notifications.markAllRead(), onSettled: refresh });
  return (
    <section className="notices" aria-label={words.text('desk.notices')}>
      <header className="notices-head">
        <h2>{words.text('desk.notices')}</h2>
        <button type="button" className="quiet" onClick={() => readAll.mutate()}>
          {words.text('desk.notices.readAll')}
        </button>
      </header>
      <Loaded query={query}>
        {({ notifications }) =>
          notifications.length === 0 ? (
            <p className="note">{words.text('desk.notices.none')}</p>
          ) : (
            <ul>
              {notifications.map((notice) => (
                <Notice key={notice.id} notice={notice} onRead={() => read.mutate(notice.id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <a href={`/${language}/notifications`}>{words.text('desk.notices.all')}</a>
    </section>
  );
}

function Notice({ notice, onRead }: { notice: Notification; onRead: () => void }): ReactElement {
  const words = useWords();
  const address = addressOf(notice.link);
  const text = (
    <>
      <strong>{notice.title}</strong>
      <span>{notice.body}</span>
      <time className="note" dateTime={notice.createdAt}>
        {words.moment(notice.createdAt)}
      </time>
    </>
  );
  const onClick = (): void => {
    if (!notice.read) onRead();
  };
  return (
    <li className={notice.read ? 'notice' : 'notice unread'}>
      {address === null ? (
        <button type="button" className="notice-link" onClick={onClick}>
          {text}
        </button>
      ) : address.isOurs ? (
        <Link className="notice-link" to={address.path} onClick={onClick}>
          {text}
        </Link>
      ) : (
        <a className="notice-link" href={address.path} onClick={onClick}>
          {text}
        </a>
      )}
    </li>
  );
}
