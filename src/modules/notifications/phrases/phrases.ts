import type { NoticeType } from '../../../platform/notices.ts';
import type { Facts } from '../facts.ts';

export interface Phrase {
  /** What such notices are called, in lists of preferences and on the page that ends them. */
  readonly label: string;
  readonly title: (facts: Facts) => string;
  readonly body: (facts: Facts) => string;
  /** The button of the mail. */
  readonly action: string;
}

/** All words of one language. */
export interface Phrases {
  readonly locale: string;
  readonly notices: Readonly<Record<NoticeType, Phrase>>;
  readonly unsubscribePage: {
    readonly title: string;
    readonly question: (label: string) => string;
    readonly button: string;
    readonly done: (label: string) => string;
    readonly invalid: string;
  };
}
