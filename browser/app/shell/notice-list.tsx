import type { ReactElement } from 'react';
import { useAction } from '../action.ts';
import { api, type Notification } from '../api.ts';
import { language } from '../language.ts';
import { read } from '../query.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Load } from '../ui/section.tsx';
import { useWords } from '../words.ts';
import { placeOf } from './links.ts';

const SHOWN = 8;

export function NoticeList(): ReactElement {
  const words = useWords();
  const [act] = useAction();
  return (
    <section className="notices" aria-label={words.text('desk.notices')}>
      <header className="notices-head">
        <h2>{words.text('desk.notices')}</h2>
        <Button
          text="desk.notices.readAll"
          className="quiet"
          onClick={() => void act(() => api.notifications.markAllRead())}
        />
      </header>
      <Load query={read('notifications.list', { limit: SHOWN })}>
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
      </Load>
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
