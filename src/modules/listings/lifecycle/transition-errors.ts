import {
  AppError,
  type ErrorDetail,
  invalidFields,
  invalidState,
} from '../../../platform/errors/app-error.ts';
import type { ListingState } from '../record/enums.ts';
import type { FieldProblem } from '../record/field-check.ts';
import type { Transition, TransitionProblem } from './lifecycle.ts';
import { t } from '../../../platform/errors/sentence.ts';

/** Error for an action that the life cycle does not allow, or not to this actor. */
export function transitionError({ reason, message }: TransitionProblem): AppError {
  return new AppError(reason === 'state' ? 'INVALID_STATE' : 'FORBIDDEN', message);
}

/** Error for an action that has another name in this state. */
export function wrongStartState({ from, to }: Transition, expected: ListingState): AppError {
  return invalidState(
    t('A listing in the state {state} cannot be reopened and move to {target}; its state must be {either}.', {
      state: from,
      target: to,
      either: expected,
    }),
  );
}

/** One error with all problems, one sentence per field. */
export function invalidRecord(problems: readonly FieldProblem[]): AppError {
  return invalidFields(detailsOf(problems));
}

export function detailsOf(problems: readonly FieldProblem[]): readonly ErrorDetail[] {
  const byField = new Map(problems.map(({ field, message }) => [field, { field, message }]));
  return [...byField.values()];
}
