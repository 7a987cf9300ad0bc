import type { AttributeView } from '../../../taxonomy/index.ts';
import type { VehicleClass } from '../enums.ts';
import type { CodeName } from './codes.ts';

/** Type and bounds of a value. Bounds are inclusive. */
export type ValueSpec =
  | {
      readonly kind: 'text';
      readonly minLength?: number;
      readonly maxLength: number;
      /** ECMAScript source, anchored and linear; `patternHint` describes it for users. */
      readonly pattern?: string;
      readonly patternHint?: string;
      /** Kind of code, which determines its check, its problem in imports and its display. */
      readonly code?: CodeName;
      /** Accepted in either case and stored in this one. */
      readonly fold?: 'upper' | 'lower';
      /** Line breaks are kept; in other texts, white space becomes one space. */
      readonly multiline?: true;
    }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly unit?: string }
  | {
      readonly kind: 'decimal';
      readonly min: number;
      readonly max: number;
      /** Decimals that are stored exactly; without it the value is a measurement. */
      readonly scale?: number;
      readonly unit?: string;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'yearMonth' }
  | { readonly kind: 'date' }
  | {
      readonly kind: 'textList';
      readonly maxItems: number;
      readonly maxLength: number;
      readonly values?: readonly string[];
      readonly pattern?: string;
      readonly patternHint?: string;
    }
  | { readonly kind: 'object'; readonly members: Members }
  | { readonly kind: 'objectList'; readonly members: Members; readonly maxItems: number }
  | {
      readonly kind: 'objectMap';
      readonly members: Members;
      readonly keyPattern: string;
      readonly maxItems: number;
    };

type Visibility = AttributeView['visibility'];

export type MemberSpec = ValueSpec & {
  readonly description: string;
  readonly required?: boolean;
  /** Defaults to that of the field. */
  readonly visibility?: Visibility;
  readonly importColumn?: string;
};
export type Members = Readonly<Record<string, MemberSpec>>;

/**
 * core: top level of the public record. commercial, technical: the two groups of the public detail. private: for the
 * seller, never public without a further rule.
 */
export type FieldGroup = 'core' | 'commercial' | 'technical' | 'private';

interface FieldOptions {
  /** Set if the column is not the snake_case name: references are slugs in the API and IDs in the table. */
  readonly column?: string;
  /** Column of the Fifthwheel CSV format. */
  readonly importColumn?: string;
  /** Object in the body that contains this field; the record itself is flat. */
  readonly within?: 'location';
  /** Defaults to public. */
  readonly visibility?: Visibility;
  /** PATCH replaces value objects as a whole; other compounds are merged member by member. */
  readonly whole?: true;
}

/** A row of the catalog, without its group. */
export type FieldEntry = ValueSpec &
  FieldOptions & { readonly classes: readonly VehicleClass[]; readonly description: string };

export type FieldSpec = FieldEntry & { readonly group: FieldGroup };

export function field<
  const C extends readonly VehicleClass[],
  const V extends ValueSpec,
  const O extends FieldOptions = Record<never, never>,
>(classes: C, value: V, description: string, options?: O) {
  return { ...value, classes, description, ...options } as V & {
    readonly classes: C;
    readonly description: string;
  } & O;
}

export function member<
  const V extends ValueSpec,
  const O extends Pick<MemberSpec, 'required' | 'importColumn' | 'visibility'> = Record<never, never>,
>(value: V, description: string, options?: O) {
  return { ...value, description, ...options } as V & { readonly description: string } & O;
}

type OptionsOf<K extends ValueSpec['kind']> = Partial<Omit<ValueSpec & { kind: K }, 'kind'>>;

export function text(maxLength: number, options: OptionsOf<'text'> = {}) {
  return { kind: 'text', maxLength, ...options } as const;
}

export function integer(min: number, max: number, unit?: string) {
  return { kind: 'integer', min, max, ...(unit === undefined ? {} : { unit }) } as const;
}

export function decimal(min: number, max: number, unit?: string) {
  return { kind: 'decimal', min, max, ...(unit === undefined ? {} : { unit }) } as const;
}

export function oneOf<const V extends readonly (string | number)[]>(values: V) {
  return { kind: 'enum', values } as const;
}

export const yesNo = { kind: 'boolean' } as const;
export const month = { kind: 'yearMonth' } as const;
export const day = { kind: 'date' } as const;

type MembersValue<M extends Members> = {
  -readonly [K in keyof M as M[K] extends { required: true } ? K : never]: ValueOf<M[K]>;
} & { -readonly [K in keyof M as M[K] extends { required: true } ? never : K]?: ValueOf<M[K]> | null };

export type ValueOf<S> = S extends { kind: 'text' | 'yearMonth' | 'date' }
  ? string
  : S extends { kind: 'integer' | 'decimal' }
    ? number
    : S extends { kind: 'boolean' }
      ? boolean
      : S extends { kind: 'enum'; values: readonly (infer V)[] }
        ? V
        : S extends { kind: 'textList'; values: readonly (infer V)[] }
          ? V[]
          : S extends { kind: 'textList' }
            ? string[]
            : S extends { kind: 'object'; members: infer M extends Members }
              ? MembersValue<M>
              : S extends { kind: 'objectList'; members: infer M extends Members }
                ? MembersValue<M>[]
                : S extends { kind: 'objectMap'; members: infer M extends Members }
                  ? Record<string, MembersValue<M>>
                  : never;

export const allClasses = ['TU', 'TR', 'VA', 'ST', 'TL', 'BU', 'CM', 'FL', 'AG'] as const;
export const roadClasses = ['TU', 'TR', 'VA', 'BU'] as const;
export const trailerClasses = ['ST', 'TL'] as const;
export const machineClasses = ['CM', 'FL', 'AG'] as const;
/** Classes with an engine. */
export const poweredClasses = ['TU', 'TR', 'VA', 'BU', 'CM', 'FL', 'AG'] as const;
/** Classes with a license plate. */
export const plateClasses = ['TU', 'TR', 'VA', 'BU', 'ST', 'TL'] as const;
/** Classes with a load space. */
export const loadClasses = ['TR', 'VA', 'ST', 'TL'] as const;

/** Prices fit numeric(12,2). */
export const moneyMax = 9_999_999_999.99;
