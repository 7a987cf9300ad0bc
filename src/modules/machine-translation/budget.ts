import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import { t } from '../../platform/errors/sentence.ts';
import { clientNetwork } from '../../platform/http/limits/connections.ts';
import { accountOf, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { giveBack, spend } from './repository.ts';

/** Who asked for a translation. Guests count by their network. */
export interface Requester {
  readonly actor: Actor;
  readonly ip: string;
}

/** The part of the day's characters that one account, or one network of guests, may use. */
const SHARE_OF_ONE = 1 / 20;
/** The part for all guests together, so that some is left for those who are signed in. */
const SHARE_OF_GUESTS = 1 / 2;

type BudgetParts = Pick<Platform, 'db' | 'clock' | 'keys'> & { readonly charactersPerDay: number };

/** Characters per day (UTC): what the operator pays for, divided so that no account uses up what all share. */
export class TranslationBudget extends Service<BudgetParts> {
  /** @returns a function that gives the characters back @throws RATE_LIMITED */
  async take(requester: Requester, characters: number): Promise<() => Promise<void>> {
    const { db, clock } = this.parts;
    const now = clock.now();
    const limits = this.#limitsOf(requester);
    await inTransaction(db, async (trx) => {
      for (const limit of limits)
        if (!(await spend(trx, limit, characters, now))) throw this.#exceeded(limit.max, now);
    });
    return () =>
      inTransaction(db, async (trx) => {
        for (const { spender } of limits) await giveBack(trx, spender, characters, now);
      });
  }

  /** In the order in which their rows are locked, the one that all share last. */
  #limitsOf({ actor, ip }: Requester): readonly { readonly spender: string; readonly max: number }[] {
    const { charactersPerDay: total, keys } = this.parts;
    const isGuest = actor.kind !== 'user';
    const one = isGuest ? clientNetwork(ip) : accountOf(actor);
    return [
      { spender: keys.sign('translation-spender', one), max: Math.floor(total * SHARE_OF_ONE) },
      ...(isGuest ? [{ spender: 'guests', max: Math.floor(total * SHARE_OF_GUESTS) }] : []),
      { spender: 'total', max: total },
    ];
  }

  #exceeded(limit: number, now: Date): Error {
    const waitSeconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
    return rateLimited(t('No more text can be translated today. Please try again tomorrow.'), {
      limit,
      waitSeconds,
    });
  }
}
