import type { VehicleClass } from '../enums.ts';
import type { FieldProblem } from '../field-check.ts';
import type { ListingRecord } from '../fields.ts';

export interface RuleContext {
  /** Null while the category is unknown. */
  readonly vehicleClass: VehicleClass | null;
  readonly now: Date;
}

/** Compares fields whose values are individually valid. */
export type Rule = (record: ListingRecord, context: RuleContext) => FieldProblem[];
