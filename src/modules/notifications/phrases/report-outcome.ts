import type { Facts } from '../facts.ts';

/** What a reporter reads about the decision on their report. */
export interface ReportOutcomeTexts {
  readonly dismissed: string;
  readonly resolved: string;
  /** By kind of decision. */
  readonly measures: Readonly<Record<string, string>>;
}

export function reportOutcome(facts: Facts, texts: ReportOutcomeTexts): string {
  if (facts.text('status', '') === 'dismissed') return texts.dismissed;
  const measures = ['contentMeasure', 'accountMeasure'].flatMap(
    (name) => texts.measures[facts.text(name, '')] ?? [],
  );
  return [texts.resolved, ...measures].join(' ');
}
