import { Type } from 'typebox';
import { Literals } from '../../platform/http/schemas.ts';

/** The rule that the person is told follows from it. */
export const ReasonCode = Type.String({
  pattern: '^[a-z][a-z0-9_]{1,39}$',
  maxLength: 40,
  description:
    'Such as wrong_category, contact_in_text or fraud_suspected; a general reason is recorded when absent',
});

export const FoundBy = Literals(['administrator', 'report'], {
  description: 'What led to the decision, as the person is told',
});
