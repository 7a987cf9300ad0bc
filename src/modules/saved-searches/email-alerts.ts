/**
 * Alerts without an account: an address asks for the new vehicles of a search, confirms it through an emailed link, and then
 * receives at most one email a day. Without the confirmation there is no alert, and the request is deleted once the link expires.
 */
import { addMs, DAY_MS, secondsToMidnight } from '../../platform/clock.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { found, overPlanLimit } from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import { t } from '../../platform/errors/sentence.ts';
import { clientNetwork } from '../../platform/http/limits/connections.ts';
import { isId, newId } from '../../platform/ids.ts';
import { countAgainstDay, mailboxKey } from '../../platform/mail/daily-limits.repository.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { findUserByEmail, lockAccount } from '../auth/index.ts';
import type { SearchService } from '../discovery/index.ts';
import {
  confirmAlert,
  countConfirmed,
  deleteAlert,
  type EmailAlertRow,
  findAlert,
  findByToken,
  lockByToken,
  lockConfirmedOf,
  moveAlert,
  requestAlert,
} from './email-alerts.repository.ts';
import type { SavedSearchMatcher } from './matcher.ts';
import { announceChanges, countOwn } from './repository.ts';
import type { EmailAlertView, RequestEmailAlert } from './schemas.ts';
import { SEARCHES_MAX } from './service.ts';

const TOKEN_PREFIX = 'fwal_';
const TOKEN_MS = 2 * DAY_MS;
/** Confirmation emails that one mailbox receives per day (UTC), whoever requests them. */
const CONFIRMATIONS_PER_DAY_MAX = 3;
/** Requests from one network per day (UTC). */
const REQUESTS_PER_NETWORK_MAX = 30;
const ALERTS_PER_ADDRESS_MAX = 20;
/** The least time between two emails of an alert, and until the first one. */
export const EMAIL_ALERT_PAUSE_MS = DAY_MS;

interface EmailAlertsParts {
  readonly platform: Platform;
  readonly search: SearchService;
  readonly matcher: SavedSearchMatcher;
}

interface Requester {
  readonly ip: string;
  readonly language: string;
}

export class EmailAlerts extends Service<EmailAlertsParts> {
  /** The response is the same whether or not an email is sent, so that it reveals nothing about the address. */
  async request({ email, name, query }: RequestEmailAlert, { ip, language }: Requester): Promise<void> {
    const { db, clock, keys, mails, config } = this.parts.platform;
    // Throws for a query that GET /search would reject, with the same error.
    await this.parts.search.countStored(query);
    const now = clock.now();
    const network = keys.sign('email-alert-network', clientNetwork(ip));
    await inTransaction(db, async (trx) => {
      const counted = `emailAlertFrom:${network}`;
      if (!(await countAgainstDay(trx, { counted, max: REQUESTS_PER_NETWORK_MAX, now })))
        throw rateLimited(
          t('You can request {max} alerts per day. Try again tomorrow.', {
            max: REQUESTS_PER_NETWORK_MAX,
          }),
          { limit: REQUESTS_PER_NETWORK_MAX, waitSeconds: secondsToMidnight(now) },
        );
      const recipient = `emailAlert:${await mailboxKey(trx, keys, email)}`;
      if (!(await countAgainstDay(trx, { counted: recipient, max: CONFIRMATIONS_PER_DAY_MAX, now }))) return;
      const token = newToken(TOKEN_PREFIX);
      const id = await requestAlert(trx, {
        id: newId('eal', now),
        email,
        language,
        name: name.trim(),
        query: JSON.stringify(query),
        token_hash: hashToken(token),
        token_expires_at: addMs(now, TOKEN_MS),
        created_at: now,
      });
      // Quotes nothing that the requester wrote: the address may be a stranger's.
      await mails.enqueue(trx, {
        to: email,
        language,
        name: 'alert_confirmation',
        values: {},
        actionUrl: `${config.baseUrl}/alerts/${token}`,
        about: [id],
      });
    });
  }

  async get(token: string): Promise<EmailAlertView> {
    const { db, clock } = this.parts.platform;
    return viewOf(found('alert', await findByToken(db, hashToken(token), clock.now())));
  }

  /** Starts the alert. If the address has an account, the alert becomes one of its saved searches. */
  async confirm(token: string): Promise<EmailAlertView> {
    const { db, clock } = this.parts.platform;
    const now = clock.now();
    const { view, hash } = await inTransaction(db, async (trx) => {
      const alert = found('alert', await lockByToken(trx, hashToken(token), now));
      const { id, email, query_hash: queryHash } = alert;
      if (alert.confirmed_at === null) {
        const max = ALERTS_PER_ADDRESS_MAX;
        if ((await countConfirmed(trx, email)) >= max)
          throw overPlanLimit(t('An address can have at most {max} alerts.', { max }));
        await confirmAlert(trx, id, { now, dueAt: addMs(now, EMAIL_ALERT_PAUSE_MS) });
      }
      const user = await findUserByEmail(trx, email);
      if (user?.status === 'active' && user.email_verified) {
        await lockAccount(trx, user.id);
        await this.moveToAccount(trx, user);
      }
      await announceChanges(trx, [queryHash]);
      const isMoved = (await findAlert(trx, id)) === undefined;
      return { view: { ...viewOf(alert), confirmed: true, in_account: isMoved }, hash: queryHash };
    });
    this.parts.matcher.changed(hash);
    return view;
  }

  /** Alerts of the verified address of an account become its saved searches, as long as the account has room for them. */
  async moveToAccount(
    trx: Transaction,
    { id: userId, email }: { readonly id: string; readonly email: string },
  ): Promise<void> {
    const now = this.parts.platform.clock.now();
    const free = SEARCHES_MAX - (await countOwn(trx, userId));
    if (free <= 0) return;
    const alerts = await lockConfirmedOf(trx, email, Math.min(free, ALERTS_PER_ADDRESS_MAX));
    for (const alert of alerts) await moveAlert(trx, alert, { userId, searchId: newId('ssr', now), now });
  }

  /** Name for the unsubscribe page; null if the alert does not exist. */
  async nameOf(id: string): Promise<string | null> {
    const alert = isId('eal', id) ? await findAlert(this.parts.platform.db, id) : undefined;
    return alert?.name ?? null;
  }

  /** Deletes the alert together with the address. */
  async end(id: string): Promise<void> {
    const { db, mails } = this.parts.platform;
    const hash = await inTransaction(db, async (trx) => {
      const queryHash = await deleteAlert(trx, id);
      if (queryHash === undefined) return undefined;
      await mails.forget(trx, [id]);
      await announceChanges(trx, [queryHash]);
      return queryHash;
    });
    if (hash !== undefined) this.parts.matcher.changed(hash);
  }
}

function viewOf({ name, query, confirmed_at: confirmedAt }: EmailAlertRow): EmailAlertView {
  return { name, query: { ...query }, confirmed: confirmedAt !== null, in_account: false };
}
