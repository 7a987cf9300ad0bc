import type { VehicleClass } from '../enums.ts';
import type { FieldProblem } from '../field-check.ts';
import type { ListingRecord } from '../fields.ts';

export interface RuleContext {
  /** Class of the category; null while the category is unknown. */
  readonly vehicleClass: VehicleClass | null;
  readonly now: Date;
}

/** A comparison of fields. Every value it sees is valid by itself. */
export type Rule = (record: ListingRecord, context: RuleContext) => FieldProblem[];
