import { useAct } from '../act.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../ui/link.tsx';
import type { ReactElement } from 'react';
import { api, type Notification } from '../api.ts';
import { language } from '../language.ts';
import { Loaded } from '../ui/states.tsx';
import { useWords } from '../words.ts';
import { placeOf } from './links.ts';
import { read } from '../query.ts';

const SHOWN = 8;

export function NoticeList(): ReactElement {
  const words = useWords();
  const query = useQuery(read('notifications.list', { limit: SHOWN }));
  const [act] = useAct();
  return (
    <section className="notices" aria-label={words.text('desk.notices')}>
      <header className="notices-head">
        <h2>{words.text('desk.notices')}</h2>
        <button
          type="button"
          className="quiet"
          onClick={() => void act(() => api.notifications.markAllRead())}
        >
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
                <Notice
                  key={notice.id}
                  notice={notice}
                  onRead={() => void act(() => api.notifications.markRead(notice.id))}
                />
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
  const place = placeOf(notice.link);
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
      {place === null ? (
        <button type="button" className="notice-link" onClick={onClick}>
          {text}
        </button>
      ) : 'to' in place ? (
        <Link className="notice-link" to={place.to} onClick={onClick}>
          {text}
        </Link>
      ) : (
        <a className="notice-link" href={place.href} onClick={onClick}>
          {text}
        </a>
      )}
    </li>
  );
}
