import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { NoticeType } from '../../platform/notices.ts';
import { NOTICE_TYPES, noticeRowOf } from './notice-types.ts';
import type { Wording } from '../../platform/wording.ts';
import type { NotificationRow } from './repository.ts';
import type { NotificationPreferenceTable } from './tables.ts';
import { type NoticeWords, wordsOf } from './words.ts';

export const NotificationView = NamedObject('Notification', {
  id: Type.String(),
  type: Literals(NOTICE_TYPES),
  title: Type.String(),
  body: Type.String(),
  data: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
    title: 'NotificationValues',
    description: 'Values for programs: IDs, amounts, names.',
  }),
  link: Nullable(Type.String()),
  read: Type.Boolean(),
  readAt: Nullable(Timestamp),
  createdAt: Timestamp,
});
export type NotificationView = Static<typeof NotificationView>;

export function notificationView(row: NotificationRow, language: string, wording: Wording): NotificationView {
  return notificationViewWith(row, wordsOf(row, language, wording));
}

export function notificationViewWith(
  row: NotificationRow,
  { title, body }: Pick<NoticeWords, 'title' | 'body'>,
): NotificationView {
  return fromRow(NotificationView, row, {
    title,
    body,
    read: row.read_at !== null,
  });
}

const Preference = NamedObject('NotificationChannels', { inApp: Type.Boolean(), email: Type.Boolean() });
const PreferenceChange = NamedObject('NotificationChannelChanges', {
  inApp: Type.Optional(Type.Boolean()),
  email: Type.Optional(Type.Boolean()),
});

function perType<V>(value: V): Record<NoticeType, V> {
  return Object.fromEntries(NOTICE_TYPES.map((type) => [type, value])) as Record<NoticeType, V>;
}

export const PreferencesView = NamedObject('NotificationPreferences', perType(Preference));
export type PreferencesView = Static<typeof PreferencesView>;
export const PreferencesBody = Type.Object({
  preferences: NamedObject('NotificationPreferenceChanges', perType(Type.Optional(PreferenceChange))),
});

/** Preferences that a user has not set are those of the type. */
export function preferencesView(
  rows: readonly NotificationPreferenceTable[],
): Static<typeof PreferencesView> {
  const byType = new Map(rows.map((row) => [row.type, { inApp: row.in_app, email: row.email }]));
  return Object.fromEntries(
    NOTICE_TYPES.map((type) => [type, byType.get(type) ?? noticeRowOf(type).defaults]),
  ) as Static<typeof PreferencesView>;
}
