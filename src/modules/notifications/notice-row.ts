import type { NoticeText } from './generated/text-keys.ts';

interface ValueTypes {
  readonly text: string;
  readonly count: number;
  /** An amount in `currency`. */
  readonly money: number;
  /** An amount for a vehicle, labeled net or gross depending on `vatDeductible`. */
  readonly price: number;
  /** An instant, shown as its day. */
  readonly day: string;
  readonly flag: boolean;
}

/** How a value is shown; a list holds the codes of a text between which sentences choose. */
export type ValueKind = keyof ValueTypes | readonly string[];
export type ValueKinds = Readonly<Record<string, ValueKind>>;

type ValueOf<K> = K extends keyof ValueTypes
  ? ValueTypes[K]
  : K extends readonly (infer Code)[]
    ? Code
    : never;
export type DataOf<V extends ValueKinds> = { readonly [N in keyof V]?: ValueOf<V[N]> | null };

/** Paths, with a colon before what varies: `/listings/:slug`. */
export type Link = string | readonly string[] | null;
/** `/listings/:slug` → `/listings/${string}` */
export type LinkOf<L extends Link> = L extends readonly (infer Path extends string)[]
  ? LinkOf<Path>
  : L extends `${infer Start}:${string}`
    ? `${Start}${string}`
    : L;

/** Input for choosing the sentences. A value counts as missing if it cannot be shown, and a count if it is 0. */
export interface ShownValues<V extends ValueKinds> {
  readonly has: (name: keyof V & string) => boolean;
  readonly number: (name: keyof V & string) => number;
  /** The code of a value that is one of its list. */
  readonly code: <N extends keyof V & string>(
    name: N,
  ) => (V[N] extends readonly (infer Code)[] ? Code : never) | null;
}

type After<Prefix extends string> = NoticeText extends infer Key
  ? Key extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never;
/** A text of the type without its prefix, or a text shared by several types. */
type TextOf<T extends string> = After<`notices.${T}.`> | `shared.${After<'notices.shared.'>}`;
type MissingValue = After<'notices.missing.'>;

/** Sentences in order; null entries are skipped. */
type Sentences<T extends string> = TextOf<T> | readonly (TextOf<T> | null)[];

interface Channels {
  readonly inApp: boolean;
  readonly email: boolean;
}

/**
 * A notification type. Its texts are in `texts/notifications.pot`, under `notices.TYPE.` and, for preferences,
 * `values.notice.TYPE`.
 */
export interface NoticeRow<T extends string, V extends ValueKinds, L extends Link> {
  readonly type: T;
  /** The values that a notification carries. */
  readonly values: V;
  /** Text in place of a missing value. */
  readonly missing: Readonly<Partial<Record<keyof V, MissingValue>>>;
  /** Target of the notification; null if it has none. */
  readonly link: L;
  /** Channels for users who have not set a preference. */
  readonly defaults: Channels;
  /** Whether only members of a company receive it. */
  readonly isForTeams: boolean;
  readonly title: (values: ShownValues<V>) => Sentences<T>;
  readonly body: (values: ShownValues<V>) => Sentences<T>;
}

/** The texts that each type must have. */
type Lacking<T extends string> = Exclude<
  `notices.${T}.${'title' | 'action' | 'label'}` | `values.notice.${T}`,
  NoticeText
>;

/** Makes a row. The compiler names the entries that `texts/notifications.pot` lacks for it. */
export function noticeRow<T extends string, const V extends ValueKinds, const L extends Link>(
  type: T &
    ([Lacking<T>] extends [never]
      ? T
      : { readonly [Key in Lacking<T>]: 'missing in texts/notifications.pot' }),
  row: Pick<NoticeRow<T, V, L>, 'values' | 'link'> &
    Partial<
      Pick<
        NoticeRow<NoInfer<T>, NoInfer<V>, NoInfer<L>>,
        'missing' | 'defaults' | 'isForTeams' | 'title' | 'body'
      >
    >,
): NoticeRow<T, V, L> {
  return {
    type,
    missing: {} as NoticeRow<T, V, L>['missing'],
    defaults: { inApp: true, email: true },
    isForTeams: false,
    title: () => 'title' as TextOf<T>,
    body: () => 'body' as TextOf<T>,
    ...row,
  };
}
