import { createHash } from 'node:crypto';
import { AppError, invalidState } from '../../platform/errors/app-error.ts';
import { t } from '../../platform/errors/sentence.ts';
import { accountOf } from '../../platform/actor.ts';
import { clientNetwork } from '../../platform/http/limits/connections.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Requester, TranslationBudget } from './budget.ts';
import { findStored, store } from './repository.ts';
import type { Translate, TranslatedText } from './services.ts';

/** Concurrent requests of a process to the service. */
const CONCURRENT_MAX = 16;

type MachineTranslationParts = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** Null if the operator has set up no service. */
  readonly service: { readonly translate: Translate; readonly budget: TranslationBudget } | null;
};

/** Translates texts on request. Whoever wants to read a text calls it, so it has deadlines and never runs in a transaction. */
export class MachineTranslation extends Service<MachineTranslationParts> {
  /** Who is waiting for the service. One at a time each, so that nobody takes all places while it is slow. */
  readonly #waiting = new Set<string>();

  get isOffered(): boolean {
    return this.parts.service !== null;
  }

  /** The stored translation of a public text. */
  async find(text: string, language: string): Promise<TranslatedText | null> {
    return (await findStored(this.parts.db, digestOf(text), language)) ?? null;
  }

  /** Translates a public text, once for everybody. */
  async translatePublic(requester: Requester, text: string, language: string): Promise<TranslatedText> {
    const key = { digest: digestOf(text), language };
    const known = await findStored(this.parts.db, key.digest, language);
    if (known !== undefined) return known;
    const translated = await this.translate(requester, text, language);
    await store(this.parts.db, key, translated, this.parts.clock.now());
    return translated;
  }

  /** @throws INVALID_STATE if there is no service or it fails, RATE_LIMITED if the budget is used up */
  async translate(requester: Requester, text: string, language: string): Promise<TranslatedText> {
    const { service } = this.parts;
    if (service === null) throw invalidState(t('Texts cannot be translated on this marketplace.'));
    const { actor, ip } = requester;
    const waiting = actor.kind === 'user' ? accountOf(actor) : clientNetwork(ip);
    if (this.#waiting.has(waiting))
      throw invalidState(t('Your last translation is still running. Please wait a moment.'));
    if (this.#waiting.size >= CONCURRENT_MAX)
      throw invalidState(t('Many texts are being translated. Please try again in a moment.'));
    this.#waiting.add(waiting);
    try {
      return await this.#translateWithin(service, requester, text, language);
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  async #translateWithin(
    { translate, budget }: NonNullable<MachineTranslationParts['service']>,
    requester: Requester,
    text: string,
    language: string,
  ): Promise<TranslatedText> {
    const giveBack = await budget.take(requester, text.length);
    try {
      return await translate(text, language);
    } catch (error) {
      await giveBack();
      if (error instanceof AppError) throw error;
      this.parts.log.warn({ err: error }, 'the translation service failed');
      throw invalidState(t('The text could not be translated. Please try again later.'));
    }
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
