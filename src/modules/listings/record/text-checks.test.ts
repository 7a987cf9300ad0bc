import { describe, expect, it } from 'vitest';
import { findForbiddenText, withoutContact } from './text-checks.ts';

const kinds = (text: string) => findForbiddenText(text).map((finding) => finding.kind);

describe('findForbiddenText', () => {
  it.each([
    ['visit https://example.com/x now', 'url', 'https://example.com/x'],
    ['see www.trucks.example.', 'url', 'www.trucks.example'],
    ['more at (autohaus-mueller.de)', 'url', 'autohaus-mueller.de'],
    ['javascript:alert(1)', 'url', 'javascript:alert(1'],
    ['write to sales@trucks.de, please', 'email', 'sales@trucks.de'],
    ['mail:müller@größe.de', 'email', 'mail:müller@größe.de'],
    ['call +49 170 1234567', 'phone', '+49 170 1234567'],
    ['0049 40 1234567', 'phone', '0049 40 1234567'],
    ['Tel.: 1234567', 'phone', '1234567'],
    ['0171/2345678', 'phone', '0171/2345678'],
    ['whatsapp 555 1234 567', 'phone', '555 1234 567'],
    ['(555) 123-4567', 'phone', '(555) 123-4567'],
    ['<b>bold</b>', 'markup', '<b>bold</b>'],
  ])('finds in %j a %s', (text, kind, found) => {
    expect(findForbiddenText(text)).toContainEqual({ kind, found });
  });

  it.each([
    'MAN TGX 18.440 4x2 BLS, 12.816 ccm, Euro 6',
    'Tyres 315/70R22.5 and 385/65 R 22.5, tread 12/11/9/9 mm',
    'VIN WDB9634031L123456, 1M8GDM9AXKP042788',
    'Price 45.900,00 EUR net, 54.621,00 EUR gross, was 1 250 000 CZK',
    'First registration 01.02.2019, inspection until 12/2026, built 2018-2019',
    'Service 2019-03-14 at 450.000 km, next at 500 000 km',
    'OM 471 engine no. 471902C0023456, part A 004 159 83 04 and 81.06601-2345',
    'Weights: 18000 / 40000 / 7850 kg; wheelbase 3.700 mm',
    'Good brakes.It runs well.No rust e.g. on the frame, S.CS Mega, ASP',
    'Load 13.620 x 2.480 x 2.700 mm, 33 europallets, 91,6 m3',
    'Operating hours 0012345, counter 000123456',
    'Power 330 kW @ 1600 rpm, 2.100 Nm@1000-1400',
    'technical data:see list',
    '5 000 000 000 - 1 000 000',
  ])('lets %j pass', (text) => {
    expect(findForbiddenText(text)).toEqual([]);
  });

  it('reports each finding once, and all of them, up to ten', () => {
    expect(findForbiddenText('a@b.de and c@d.de, a@b.de again').map(({ found }) => found)).toEqual([
      'a@b.de',
      'c@d.de',
    ]);
    const many = Array.from({ length: 30 }, (_, i) => `person${i}@b.de`).join(' ');
    expect(findForbiddenText(many)).toHaveLength(10);
  });

  it.each(['a\u0000b', 'a\u0007b', '\ud800', 'x\udc00y', '\u0085'])('calls %j unstorable', (text) => {
    expect(kinds(text)).toEqual(['unstorable']);
  });

  it('keeps line breaks, tabs, emoji and marks', () => {
    expect(kinds('line\n\ttab 🚚 e\u0301 العربية')).toEqual([]);
  });
});

describe('withoutContact', () => {
  it.each([
    [
      'Axle formula 6x2, tyres 315/70 R22.5, EUR 45.900',
      'Axle formula 6x2, tyres 315/70 R22.5, EUR 45.900',
      [],
    ],
    ['Call +49 170 1234567 or 0171/2345678 now', 'Call or now', ['phone', 'phone']],
    ['Write to (sales@trucks.de), see www.trucks.example.', 'Write to (), see .', ['email', 'url']],
    ['first line\nTel.: 1234567\nlast line', 'first line\nTel.: \nlast line', ['phone']],
  ])('of %j leaves %j', (text, rest, kinds) => {
    const { text: left, removed } = withoutContact(text);
    expect([left, removed.map((finding) => finding.kind)]).toEqual([rest, kinds]);
    expect(findForbiddenText(left)).toEqual([]);
  });

  it('takes out what is removed only: whatever is left is no longer than before', () => {
    const text = Array.from({ length: 60 }, (_, i) => `+49 170 ${1_000_000 + i}`).join('; ');
    const { text: left, removed } = withoutContact(text);
    expect(removed).toHaveLength(40);
    expect(left.length).toBeLessThan(text.length);
  });
});
