import { errorAt, type FieldProblem } from '../field-check.ts';
import { findForbiddenText, type TextFindingKind } from '../text-checks.ts';
import type { Rule } from './rule.ts';

const findingNames: Readonly<Record<TextFindingKind, string>> = {
  url: 'a web address',
  email: 'an e-mail address',
  phone: 'a phone number',
  markup: 'angle brackets',
  unstorable: 'control characters or broken Unicode',
};

function forbiddenIn(field: string, text: string | null | undefined): FieldProblem[] {
  if (text === null || text === undefined) return [];
  return findForbiddenText(text).map(({ kind, found }) =>
    errorAt(field, `must not contain ${findingNames[kind]}${found === '' ? '' : ` ("${found}")`}`),
  );
}

/** Contact runs through the marketplace, and texts are plain. */
const noContactInTexts: Rule = (record) => [
  ...forbiddenIn('title', record.title),
  ...forbiddenIn('description', record.description),
  ...forbiddenIn('model', record.model),
  ...forbiddenIn('variant', record.variant),
];

const noContactInTranslations: Rule = (record) =>
  Object.entries(record.translations ?? {}).flatMap(([language, texts]) => [
    ...forbiddenIn(`translations.${language}.title`, texts.title),
    ...forbiddenIn(`translations.${language}.description`, texts.description),
  ]);

export const textRules: readonly Rule[] = [noContactInTexts, noContactInTranslations];
