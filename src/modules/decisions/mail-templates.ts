/** What is said of a decision: its kind, the rule it rests on, and the mails about it. Administrators can change the words. */
import type { DecisionKind } from './tables.ts';

const RULES = ['fraud', 'goods', 'people', 'truth', 'conduct', 'terms'] as const;
type Rule = (typeof RULES)[number];

/** The rule that stands behind a reason; whatever is not here breaks the terms. */
const RULE_OF: Readonly<Record<string, Rule>> = {
  fraud_suspected: 'fraud',
  stolen_suspected: 'fraud',
  prohibited: 'goods',
  insulting: 'people',
  personal_data: 'people',
  wrong_category: 'truth',
  misleading_price: 'truth',
  photos_do_not_match: 'truth',
  incomplete: 'truth',
  invented: 'truth',
  contact_in_text: 'conduct',
  duplicate: 'conduct',
  not_about_seller: 'conduct',
};

export function ruleKey(code: string): string {
  return `mails.decision.rule.${RULE_OF[code] ?? 'terms'}`;
}

export function kindKey(kind: DecisionKind): string {
  return `mails.decision.kind.${kind.replace('.', '_')}`;
}
