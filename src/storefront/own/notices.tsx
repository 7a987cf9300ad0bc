/** Notifications and notification settings. */
import {
  type NotificationView,
  type PreferencesView,
  TEAM_NOTICES,
} from '../../modules/notifications/index.ts';
import type { Pagination } from '../../platform/http/schemas.ts';
import { PagesNav } from '../ui/pages-nav.tsx';
import { ActionButton, Form } from './form.tsx';
import { accountPage, Empty } from './frames.tsx';
import { afterCall, ownPage, type OwnPage, type OwnReading } from './own-page.ts';

const NOTICES_SHOWN = 20;

type Preference = PreferencesView[keyof PreferencesView];

/** Loads the preferences that apply to the user. A buyer never receives notifications about listings, plans and teams. */
async function loadPreferences({
  api,
  actor,
}: OwnReading): Promise<readonly (readonly [kind: string, preference: Preference])[]> {
  const { preferences } = await api.get<{ preferences: PreferencesView }>('/notifications/preferences');
  return Object.entries(preferences).filter(([kind]) => actor.seller !== null || !TEAM_NOTICES.has(kind));
}

export const noticePages: readonly OwnPage[] = [
  ownPage({
    path: '/account/notices',
    load: async (reading) => {
      const { reader, form } = reading;
      const preferences = await loadPreferences(reading);
      return accountPage(
        reading,
        'notices.settings',
        '/account/notices',
        <Form reading={reading} action="preferences" submit="account.save" className="form wide">
          <table className="choices">
            <thead>
              <tr>
                <th scope="col">{reader.text('notices.kind')}</th>
                <th scope="col">{reader.text('notices.inApp')}</th>
                <th scope="col">{reader.text('notices.email')}</th>
              </tr>
            </thead>
            <tbody>
              {preferences.map(([kind, { inApp, email }]) => (
                <tr key={kind}>
                  <th scope="row">{reader.value('notice', kind)}</th>
                  {(['inApp', 'email'] as const).map((channel) => (
                    <td key={channel}>
                      <input
                        type="checkbox"
                        name={`${kind}.${channel}`}
                        value="on"
                        defaultChecked={
                          form.refusal === null
                            ? { inApp, email }[channel]
                            : form.values.has(`${kind}.${channel}`)
                        }
                        aria-label={`${reader.value('notice', kind)}: ${reader.text(`notices.${channel}`)}`}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Form>,
      );
    },
    actions: {
      preferences: async (form, reading) => {
        const { api, reader } = reading;
        const chosen = Object.fromEntries(
          (await loadPreferences(reading)).map(([kind]) => [
            kind,
            { inApp: form.has(`${kind}.inApp`), email: form.has(`${kind}.email`) },
          ]),
        );
        return afterCall(
          await api.call('PUT', '/notifications/preferences', { body: { preferences: chosen } }),
          `/${reader.language}/account/notices`,
          'done.saved',
        );
      },
    },
  }),
  ownPage({
    path: '/notifications',
    load: async (reading) => {
      const { reader, api, query } = reading;
      const { notifications, pagination } = await api.get<{
        notifications: NotificationView[];
        pagination: Pagination;
      }>('/notifications', { query: { limit: String(NOTICES_SHOWN), page: query.get('page') ?? '1' } });
      return {
        head: { title: reader.text('notices.title') },
        body: (
          <div className="wrap narrow" data-live="list">
            <h1>{reader.text('notices.title')}</h1>
            <p>
              <a href={`/${reader.language}/account/notices`}>{reader.text('notices.settings')}</a>
            </p>
            <div data-live-part="notifications">
              {notifications.length === 0 ? (
                <Empty icon="bell" reader={reader} text={reader.text('notices.empty')} />
              ) : (
                <ActionButton reading={reading} action="read" label="notices.readAll" />
              )}
              <ul className="rows">
                {notifications.map(({ id, title, body, link, readAt, createdAt }) => (
                  <li key={id}>
                    <article className={readAt === null ? 'row unread' : 'row'}>
                      <div className="row-body">
                        <h2 className="row-title">{link === null ? title : <a href={link}>{title}</a>}</h2>
                        <p className="lines">{body}</p>
                        <p className="note">
                          <time dateTime={createdAt}>{reader.moment(createdAt)}</time>
                        </p>
                      </div>
                    </article>
                  </li>
                ))}
              </ul>
            </div>
            <PagesNav
              page={pagination.page}
              pages={pagination.totalPages}
              hrefOf={(page) => `/${reader.language}/notifications?page=${page}`}
              reader={reader}
            />
          </div>
        ),
      };
    },
    actions: {
      read: async (_form, { api, reader }) =>
        afterCall(await api.call('PATCH', '/notifications/read-all'), `/${reader.language}/notifications`),
    },
  }),
];
