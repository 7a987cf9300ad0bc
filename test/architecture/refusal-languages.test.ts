import { expect, it } from 'vitest';
import { transition } from '../../src/modules/listings/lifecycle/lifecycle.ts';
import { listingActions } from '../../src/modules/listings/lifecycle/lifecycle-table.ts';
import { listingStates } from '../../src/modules/listings/record/enums.ts';
import { Sentences } from '../../src/platform/sentences.ts';
import { namesIn } from '../../src/platform/wording.ts';
import { refusalTexts } from '../../src/storefront/texts/refusals/index.ts';
import { READ_BY_PROGRAMS_ONLY } from './exceptions.ts';
import { readSentences } from './sentences.ts';

const english = refusalTexts['en'] ?? {};
const sentences = new Sentences(Object.entries(english));
/** What is said of a column has its name before it. */
const said = readSentences().map(({ text }) => text.replace(/^(?:\{\}|preis): /, ''));

const TYPES = ['a text', 'a whole number', 'a number', 'true or false', 'a list', 'an object'];
/** Of a line of CSV. */
const ROW_FAULTS = [
  'has a NUL character',
  'has a quote that is opened and never closed',
  'has text after a closing quote; quotes inside a text are doubled',
  'has a field of more than 100 characters, or a quote that is never closed',
  'has more than 100 columns',
  'has more than 100 characters',
];
const FOUND = ['a web address', 'an e-mail address', 'a phone number', 'angle brackets'];

/** Sentences of which the sources have only the parts, and what they can be as a whole. */
const OF_PARTS: Readonly<Record<string, readonly string[]>> = {
  'must have {}': ['at least 8 characters', 'an uppercase letter', 'a number'].map(
    (lack) => `must have ${lack}`,
  ),
  'must have {} and {}': [
    'must have at least 8 characters and an uppercase letter',
    'must have at least 8 characters and a number',
    'must have an uppercase letter and a number',
    'must have at least 8 characters, an uppercase letter and a number',
  ],
  'must have {} and ': [],
  'must not contain {}': FOUND.map((kind) => `must not contain ${kind} ("x")`),
  'must not contain {} or {}': ['must not contain angle brackets ("<") or a web address ("x.example")'],
  'must not contain {} or ': [],
  'must be {}': [
    ...TYPES.flatMap((type) => [`must be ${type}`, `must be ${type} or null`]),
    'must have at most 2 decimals',
  ],
  'is not a {}': [],
  '{} The change is saved, but the listing is not live.': [
    'The plan Basic allows 5 active listings; 5 are in use. The change is saved, but the listing is not live.',
  ],
  '{} The listing is kept as a draft.': [
    'The plan Basic allows 5 active listings; 5 are in use. The listing is kept as a draft.',
  ],
  'There is no such {}.': [],
  'You have already reported this {}; it is being reviewed.': ['message', 'review', 'listing'].map(
    (kind) => `You have already reported this ${kind}; it is being reviewed.`,
  ),
  'This {} is already used by another listing of yours.': ['VIN', 'stock number'].map(
    (key) => `This ${key} is already used by another listing of yours.`,
  ),
  'This {} is already used by your listing {}.': ['VIN', 'stock number'].map(
    (key) => `This ${key} is already used by your listing lst_1.`,
  ),
  'The {} "{}" is not known.': ['The city "X" is not known.', 'The region "X" is not known.'],
  'The {} "{}" is not known; did you mean "{}"?': ['The city "X" is not known; did you mean "Y"?'],
  '"{}" can be {} or {}: name one of them, or the vehicle in category and the body in subcategory': [
    '"x" can be a, b or c: name one of them, or the vehicle in category and the body in subcategory',
  ],
  '"{}" can be {} or : name one of them, or the vehicle in category and the body in subcategory': [],
  'Row {} has the same {}.': ['stock number', 'VIN', 'listing'].map((name) => `Row 3 has the same ${name}.`),
  'A new listing needs a {}.': ['category', 'brand'].map((field) => `A new listing needs a ${field}.`),
  'The listing is in the state {} and {}.': [
    'The listing is in the state SUSPENDED and cannot be changed.',
    'The listing is in the state SOLD and is left unchanged; set status=active in the row to offer it again.',
  ],
  'The row {}.': [
    ...ROW_FAULTS,
    'has a character that cannot be read: "x"',
    'has 5 columns instead of 4; check the separators and quotes',
  ].map((fault) => `The row ${fault}.`),
  'The first row {}.': ROW_FAULTS.map((fault) => `The first row ${fault}.`),
  'The XML has {}.': [
    'an element with more than 50 attributes',
    'elements more than 8 deep',
    'more than 50 elements in one vehicle',
    'more than 200 characters in one vehicle',
    'a text of more than 20 characters',
  ].map((what) => `The XML has ${what}.`),
  'The XML is broken: {}': ['The XML is broken: x7'],
  // Made anew of their detail.
  'sort cannot be "{}"; did you mean "{}"?': [],
  'sort cannot be "{}"; it is one of {} and {} more.': [],
  'sort cannot be "{}"; it is one of {}.': [],
  'cursor must be the nextCursor of a page of this list.': [],
  // Of the life cycle: below, from its table.
  'A listing in the state {} can {}, but not by you.': [],
  'A listing in the state {} cannot {}; its state must be {}.': [],
  'A listing in the state {} cannot {} and move to {}; its state must be {}.': [],
};
/** Kept by the database, answered by other services, or said where only the kept sentence is read. */
const FROM_OUTSIDE = [
  'For the occasional vehicle.',
  'For a small yard.',
  'For a dealer with a steady stock.',
  'For a large dealer.',
  'For groups and manufacturers, by agreement.',
  'A server error ended the import.',
  'The payment service did not answer.',
  'The payment was abandoned.',
  'The payment method belongs to another payment service; please enter it again.',
  'did you mean "x"?',
  'or',
  'The card was declined.',
  'There is no parameter "x".',
  'There is no parameter "x"; did you mean "y"?',
  'The plan Basic allows 5 MB of stored files a day; 4 are used, and this needs 2.',
];

const ofLifecycle = listingActions.flatMap((action) =>
  listingStates.flatMap((state) =>
    (['seller', 'admin'] as const).flatMap((kind) => {
      const outcome = transition(state, action, kind);
      return outcome.ok ? [] : [outcome.message];
    }),
  ),
);

const wholes = [
  ...said.filter((text) => !Object.hasOwn(OF_PARTS, text) && !READ_BY_PROGRAMS_ONLY.includes(text)),
  ...Object.values(OF_PARTS).flat(),
  ...ofLifecycle,
  ...FROM_OUTSIDE,
];

/** The text that a sentence is of. One that takes words for a value is too wide for it. */
function keyOf(text: string): string | undefined {
  const made = sentences.find(text.replaceAll('{}', 'x7'));
  if (made === null) return undefined;
  const isWhole = !text.includes('{}') || Object.values(made.values).every((value) => !value.includes(' '));
  return isWhole ? made.key : undefined;
}

it('every sentence with which the server refuses or warns somebody at a browser is in German', () => {
  expect(said.length).toBeGreaterThan(400);
  expect(wholes.filter((text) => keyOf(text) === undefined)).toEqual([]);
});

it('what is listed as read by programs only, or as made of parts, is said and has no text', () => {
  expect([...READ_BY_PROGRAMS_ONLY, ...Object.keys(OF_PARTS)].filter((text) => !said.includes(text))).toEqual(
    [],
  );
  expect(READ_BY_PROGRAMS_ONLY.filter((text) => keyOf(text) !== undefined)).toEqual([]);
});

it('no text is kept for a sentence that nobody says any more', () => {
  const used = new Set(wholes.map(keyOf));
  expect(
    Object.entries(english)
      .filter(([key]) => !used.has(key))
      .map(([, text]) => text),
  ).toEqual([]);
});

it('each text has a key of its own, and no values but those of the English one', () => {
  for (const [language, texts] of Object.entries(refusalTexts))
    for (const [key, text] of Object.entries(texts)) {
      expect(english, `${language} ${key}`).toHaveProperty([key]);
      const known = namesIn(english[key] ?? '');
      expect(
        namesIn(text).filter((name) => !known.includes(name)),
        `${language} ${key}`,
      ).toEqual([]);
    }
});
