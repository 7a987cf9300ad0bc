import { expect, it } from 'vitest';
import { Wording } from '../wording.ts';
import { AppError, inOneSentence } from './app-error.ts';
import { localizeError, localizerFor } from './localize.ts';
import { either, fromStored, joined, Sentence, t, toStored } from './sentence.ts';

const wording = new Wording();
wording.define({
  en: { 'refusals.field.must-be-at-least-min': 'must be at least {min}' },
  de: {
    'refusals.field.must-be-at-least-min': 'muss mindestens {min} sein',
    'refusals.this-requires-the-role-either': 'Dafür ist die Rolle {either} nötig.',
    'refusals.field.or': 'oder',
    'refusals.gone': 'Weg.',
  },
});
const german = localizerFor(['de'], wording);

it('a sentence is English where nothing translates it, and as JSON', () => {
  const sentence = t('The listing is {status}.', { status: 'SOLD' });
  expect([String(sentence), JSON.stringify({ sentence }), german(sentence)]).toEqual([
    'The listing is SOLD.',
    '{"sentence":"The listing is SOLD."}',
    'The listing is SOLD.',
  ]);
});

it('values that are sentences are translated, values that people wrote are not', () => {
  expect(german(t('This requires the role {either}.', { either: either(['A', 'B', 'C']) }))).toBe(
    'Dafür ist die Rolle A, B oder C nötig.',
  );
  expect(german(t('This requires the role {either}.', { either: 'or' }))).toBe(
    'Dafür ist die Rolle or nötig.',
  );
  expect(german(t('must be at least {min}', { min: '{min} Gone.' }))).toBe(
    'muss mindestens {min} Gone. sein',
  );
});

it('an error that repeats its details is translated with them', () => {
  const details = [
    { field: 'price', message: t('must be at least {min}', { min: 1 }) },
    { field: 'year', message: t('must be at least {min}', { min: 1950 }) },
  ];
  const error = new AppError('VALIDATION_ERROR', joined([inOneSentence(details), t('Gone.')], ' '), {
    details,
  });
  expect(error.message).toBe('price must be at least 1; year must be at least 1950. Gone.');
  expect(localizeError(['de'], error, wording)).toEqual({
    message: 'price muss mindestens 1 sein; year muss mindestens 1950 sein. Weg.',
    details: [
      { field: 'price', message: 'muss mindestens 1 sein' },
      { field: 'year', message: 'muss mindestens 1950 sein' },
    ],
  });
});

it('a stored sentence is read in any language, a stored string as it is unless a text is of it', () => {
  const sentence = t('{field} {message}', {
    field: 'price',
    message: t('must be at least {min}', { min: 1 }),
  });
  const stored = JSON.parse(JSON.stringify(toStored(sentence))) as ReturnType<typeof toStored>;
  expect(fromStored(stored)).toEqual(sentence);
  expect(fromStored(stored)).toBeInstanceOf(Sentence);
  expect(german(fromStored(stored))).toBe('price muss mindestens 1 sein');
  expect(toStored(t('Gone.'))).toEqual({ text: 'Gone.', values: {} });
  expect([german('Gone.'), german('must be at least 1')]).toEqual(['Weg.', 'must be at least 1']);
});
