import { addMs, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { JobContext, JobDefinition } from '../../platform/jobs/job.ts';
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import { withoutLinks } from '../../platform/mail/without-links.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { vehicleCards } from '../notifications/index.ts';
import { EMAIL_ALERT_PAUSE_MS } from './email-alerts.ts';
import {
  type EmailAlertRow,
  endAlertRuns,
  listNewVehicles,
  lockDueAlerts,
  type NewVehicle,
  purgeUnconfirmed,
} from './email-alerts.repository.ts';
import type { StoredQuery } from './tables.ts';
import { emailAlertEndUrl } from './email-alert-link.ts';

const BATCH = 100;
const PURGE_BATCH = 1000;
const RUN_EVERY_MS = 10 * MINUTE_MS;
/** Vehicles shown in an email; the rest is counted. */
const SHOWN = 20;
const COUNTED_MAX = 1000;
/** A match may get its time this long before it commits. */
const COMMIT_MAX_MS = MINUTE_MS;

type DeliveryParts = Pick<Platform, 'db' | 'clock' | 'mails' | 'keys' | 'config' | 'wording'>;

/** Emails the new vehicles of alerts without an account. A batch of alerts and its emails are one transaction. */
export class EmailAlertDelivery extends Service<DeliveryParts> {
  readonly sendJob: JobDefinition<Record<string, never>> = {
    name: 'saved-searches.send-email-alerts',
    everyMs: RUN_EVERY_MS,
    run: (_payload, context) => this.#sendDue(context),
  };
  readonly purgeJob: JobDefinition<Record<string, never>> = {
    name: 'saved-searches.purge-unconfirmed-alerts',
    everyMs: HOUR_MS,
    run: async (_payload, context) => {
      const { db, clock } = this.parts;
      while ((await purgeUnconfirmed(db, clock.now(), PURGE_BATCH)) === PURGE_BATCH)
        if (!(await context.heartbeat())) return;
    },
  };

  async #sendDue(context: JobContext): Promise<void> {
    const { db, clock } = this.parts;
    for (let isMore = true; isMore;)
      isMore =
        (await inTransaction(db, (trx) => this.#sendBatch(trx, clock.now()))) === BATCH &&
        (await context.heartbeat());
  }

  async #sendBatch(trx: Transaction, now: Date): Promise<number> {
    const due = await lockDueAlerts(trx, now, BATCH);
    if (due.length === 0) return 0;
    const alertIds = due.map(({ id }) => id);
    const until = addMs(now, -COMMIT_MAX_MS);
    const vehicles = await listNewVehicles(trx, alertIds, { until, counted: COUNTED_MAX, shown: SHOWN });
    const vehiclesOf = groupBy(vehicles, ({ alert_id: id }) => id);
    const mailed = due.filter(({ id }) => vehiclesOf.has(id));
    const mails = mailed.map((alert) => this.#mailOf(alert, vehiclesOf.get(alert.id) ?? []));
    await this.parts.mails.enqueueMany(trx, mails, { account: null, lane: 'whenever' });
    const runs = { alertIds, mailedIds: mailed.map(({ id }) => id) };
    await endAlertRuns(trx, runs, { now, until, dueAt: addMs(now, EMAIL_ALERT_PAUSE_MS) });
    return due.length;
  }

  #mailOf(alert: EmailAlertRow, vehicles: readonly NewVehicle[]): TemplatedMail {
    const { config, wording, keys } = this.parts;
    const { cards, more } = vehicleCards(
      vehicles.map((vehicle) => ({
        title: vehicle.title,
        link: `/listings/${vehicle.slug}`,
        image: vehicle.thumbnail,
        price: vehicle.price,
        previousPrice: null,
        currency: vehicle.currency,
        vatDeductible: vehicle.vat_deductible,
        city: vehicle.city,
        country: vehicle.country,
        facts: vehicle.facts,
        isNew: false,
      })),
      vehicles[0]?.found ?? 0,
      { baseUrl: config.baseUrl, wording, language: alert.language },
    );
    return {
      to: alert.email,
      language: alert.language,
      name: 'email_alert',
      values: { name: withoutLinks(alert.name) },
      about: [alert.id, ...new Set(vehicles.map((vehicle) => vehicle.seller_id))],
      actionUrl: `${config.baseUrl}/search?${searchString(alert.query)}`,
      cards,
      belowCards: more ?? undefined,
      unsubscribeUrl: emailAlertEndUrl(config.baseUrl, keys, alert.id),
    };
  }
}

function searchString(query: StoredQuery): string {
  const parameters = Object.entries(query).map(
    ([name, value]) => [name, [value].flat().join(',')] as [string, string],
  );
  return new URLSearchParams(parameters).toString();
}
