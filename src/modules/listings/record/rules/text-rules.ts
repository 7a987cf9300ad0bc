import { errorAt, type FieldProblem } from '../field-check.ts';
import { findForbiddenText, type TextFindingKind } from '../text-checks.ts';
import type { Rule } from './rule.ts';
import { t } from '../../../../platform/errors/sentence.ts';

const findingNames: Readonly<Record<TextFindingKind, string>> = {
  url: 'a web address',
  email: 'an e-mail address',
  phone: 'a phone number',
  markup: 'angle brackets',
  unstorable: 'control characters or broken Unicode',
};

function forbiddenIn(field: string, text: string | null | undefined): FieldProblem[] {
  if (text === null || text === undefined) return [];
  const findings = findForbiddenText(text);
  const [first, second] = findings;
  if (first === undefined) return [];
  if (second === undefined && first.found !== '')
    return [
      errorAt(field, t(`must not contain ${findingNames[first.kind]} ("{found}")`, { found: first.found })),
    ];
  // One problem a field is told, so it names all of them.
  const found = findings.map(
    ({ kind, found: part }) => `${findingNames[kind]}${part === '' ? '' : ` ("${part}")`}`,
  );
  return [errorAt(field, t('must not contain {found}', { found: listed(found) }))];
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`;
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
