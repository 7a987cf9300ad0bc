import type { Module, Platform } from '../../platform/module.ts';
import { PagedList, type PersonalDataSection } from '../../platform/personal-data.ts';
import { type Accounts, Decisions } from './decisions.ts';
import { eraseSome, exportDecisions } from './decisions.repository.ts';
import { objectionRoutes } from './objections.routes.ts';
import { ObjectionAdminService, type UndoHandlers } from './objections.service.ts';
import { decisionRoutes } from './routes.ts';
import { Type } from 'typebox';
import { Literals } from '../../platform/http/schemas.ts';

/** The rule stated to the user follows from it. */
export const ReasonCode = Type.String({
  pattern: '^[a-z][a-z0-9_]{1,39}$',
  maxLength: 40,
  description:
    'Such as wrong_category, contact_in_text or fraud_suspected; a general reason is recorded if absent',
});

export const FoundBy = Literals(['administrator', 'report'], {
  description: 'How the issue was found, as stated to the user',
});

export { type DecisionRow, isSuperseded, listActiveMeasures } from './decisions.repository.ts';
export type { DecisionView } from './routes.ts';
export {
  countStatements,
  type ObjectionFigures,
  readObjections,
  readOpenObjections,
  type StatementCount,
} from './figures.repository.ts';
export { type Decisions, OBJECTION_MS, type StatementOfReasons } from './decisions.ts';
export { DECISION_KINDS, type DecisionKind, type Outcome, OUTCOMES } from './tables.ts';

export interface DecisionsModule {
  readonly module: Module;
  readonly decisions: Decisions;
  readonly personalData: PersonalDataSection;
}

/** Moderation decisions against users: reasons, records and appeals. */
export function createDecisions(
  platform: Platform,
  { accounts, undoing }: { readonly accounts: Accounts; readonly undoing: UndoHandlers },
): DecisionsModule {
  const decisions = new Decisions({ ...platform, accounts });
  return {
    decisions,
    module: {
      name: 'decisions',
      routes: [
        ...decisionRoutes(decisions),
        ...objectionRoutes(new ObjectionAdminService({ ...platform, decisions, undoing })),
      ],
    },
    personalData: {
      export: new PagedList(exportDecisions),
      batches: { decided: eraseSome },
    },
  };
}
