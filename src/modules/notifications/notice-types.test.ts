import { describe, expect, it } from 'vitest';
import { shippedTexts } from '../../platform/shipped-texts.ts';
import { namesIn } from '../../platform/wording.ts';
import { NOTICE_TYPES, noticeRowOf } from './notice-types.ts';

const texts = Object.entries(shippedTexts('notifications')['en'] ?? {});
const textsOf = (type: string) => texts.filter(([key]) => key.startsWith(`notices.${type}.`));

describe.each(NOTICE_TYPES)('the texts of a %s in texts/notifications.pot', (type) => {
  it('have placeholders only for values of its row in notice-types.ts', () => {
    const { values } = noticeRowOf(type);
    const unknown = textsOf(type).flatMap(([key, text]) =>
      namesIn(text)
        .filter((name) => !Object.hasOwn(values, name))
        .map((name) => `${key}: {${name}}`),
    );
    expect(unknown).toEqual([]);
  });
});

it('texts/notifications.pot has no texts of types without a row in notice-types.ts', () => {
  const known = new Set<string>([...NOTICE_TYPES, 'shared', 'missing']);
  const typeOf = (key: string): string => key.split('.')[key.startsWith('values.notice.') ? 2 : 1] ?? '';
  const strangers = texts
    .map(([key]) => key)
    .filter((key) => /^(?:notices|values)\./.test(key) && !known.has(typeOf(key)));
  expect(strangers).toEqual([]);
});
