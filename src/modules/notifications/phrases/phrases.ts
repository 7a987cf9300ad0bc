import type { NoticeType } from '../../../platform/notices.ts';
import type { Facts } from '../facts.ts';

export interface Phrase {
  /** The name of a notice type, in preferences and on the unsubscribe page. */
  readonly label: string;
  readonly title: (facts: Facts) => string;
  readonly body: (facts: Facts) => string;
  /** The label of the mail's button. */
  readonly action: string;
}

/** All phrases of one language. */
export interface Phrases {
  readonly locale: string;
  readonly notices: Readonly<Record<NoticeType, Phrase>>;
  readonly unsubscribePage: {
    readonly title: string;
    readonly question: (label: string) => string;
    readonly button: string;
    readonly done: (label: string) => string;
    /** The same for the notices of one source by its name: a saved search. */
    readonly questionOfOne: (name: string) => string;
    readonly buttonOfOne: string;
    readonly doneOfOne: (name: string) => string;
    /** It was deleted since. */
    readonly gone: string;
    readonly invalid: string;
  };
}
