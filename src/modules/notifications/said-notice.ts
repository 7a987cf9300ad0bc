import type { MailCard } from '../../platform/mail/written-mail.ts';
import type { Wording } from '../../platform/wording.ts';
import type { QueuedNotice } from './repository.ts';
import { cardOf, moreThan } from './vehicle-cards.ts';
import { type NoticeWords, wordsOf } from './words.ts';

interface Said {
  readonly words: NoticeWords;
  readonly cards: readonly MailCard[];
  /** How many more vehicles there are. */
  readonly more: string | null;
}

/** A notice in the languages of those who are told, put into words once for each: a hundred may read the same. */
export class SaidNotice {
  readonly notice: QueuedNotice;
  readonly #parts: { readonly wording: Wording; readonly baseUrl: string };
  readonly #said = new Map<string, Said>();

  constructor(notice: QueuedNotice, parts: { readonly wording: Wording; readonly baseUrl: string }) {
    this.notice = notice;
    this.#parts = parts;
  }

  in(language: string): Said {
    let said = this.#said.get(language);
    if (said === undefined) {
      const { vehicles = [] } = this.notice;
      const reader = { ...this.#parts, language };
      said = {
        words: wordsOf(this.notice, language, reader.wording),
        cards: vehicles.map((vehicle) => cardOf(vehicle, reader)),
        more: moreThan(vehicles, this.notice, reader),
      };
      this.#said.set(language, said);
    }
    return said;
  }
}
