import type { AuditLog, Origin } from '../../platform/audit/audit-log.ts';
import { type Clock, DAY_MS, later } from '../../platform/clock.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { type ErrorDetail, invalidFields, notFound } from '../../platform/errors/app-error.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { pagination, readPage } from '../../platform/http/pagination.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import type { Pagination } from '../../platform/http/schemas.ts';
import { isId, newId } from '../../platform/ids.ts';
import { assertWithinPlan, lockSellerPlan } from '../billing/index.ts';
import { EVERY_EVENT, findUnknownNames } from './event-names.ts';
import type { CreateWebhookBody, UpdateWebhookBody, WebhookQuery } from './schemas.ts';
import { SECRET_PURPOSE } from './sender.ts';
import { newSigningSecret } from './signing.ts';
import { findTargetProblem, type TargetPolicy } from './target-url.ts';
import {
  countWebhooks,
  disableWebhook,
  enableWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  markDeleted,
  updateWebhook,
  type WebhookRow,
} from './webhooks.repository.ts';

/** How long the previous secret still signs after a rotation. */
const ROTATION_GRACE_MS = DAY_MS;

export interface WithSecret {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly audit: AuditLog;
  readonly events: EventBus;
  readonly policy: TargetPolicy;
}

/** Sellers' webhooks. Every change is audited, without secrets. */
export class WebhookService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(
    actor: SellerActor,
    query: WebhookQuery,
  ): Promise<{ webhooks: readonly WebhookRow[]; pagination: Pagination }> {
    const { db } = this.#parts;
    const { sellerId } = actor.seller;
    const page = readPage(query, { isOwn: true });
    const [webhooks, total] = await Promise.all([
      listWebhooks(db, sellerId, page),
      countWebhooks(db, sellerId),
    ]);
    return { webhooks, pagination: pagination(page, total) };
  }

  async get(actor: SellerActor, id: string): Promise<WebhookRow> {
    const row = isId('whk', id) ? await findWebhook(this.#parts.db, actor.seller.sellerId, id) : undefined;
    if (row === undefined) throw notFound('webhook');
    return row;
  }

  async create(actor: SellerActor, body: CreateWebhookBody, origin: Origin): Promise<WithSecret> {
    this.#check(body);
    const { sellerId } = actor.seller;
    const secret = newSigningSecret();
    const webhook = await inTransaction(this.#parts.db, async (trx) => {
      const plan = await lockSellerPlan(trx, sellerId);
      assertWithinPlan(plan, 'webhooks', await countWebhooks(trx, sellerId));
      const now = this.#parts.clock.now();
      const row = await insertWebhook(trx, {
        id: newId('whk', now),
        seller_id: sellerId,
        url: body.url,
        events: body.events,
        secret: this.#parts.keys.seal(SECRET_PURPOSE, secret),
        previous_secret: null,
        previous_secret_until: null,
        disabled_at: null,
        deleted_at: null,
        created_at: now,
        updated_at: now,
      });
      await this.#audit(trx, actor, 'webhook.created', { after: row }, origin);
      return row;
    });
    return { webhook, secret };
  }

  async update(actor: SellerActor, id: string, body: UpdateWebhookBody, origin: Origin): Promise<WebhookRow> {
    this.#check(body);
    return inTransaction(this.#parts.db, async (trx) => {
      const before = await this.#lock(trx, actor, id);
      const now = this.#parts.clock.now();
      const { url = before.url, events = before.events, status = before.status } = body;
      let after = await updateWebhook(trx, id, { url, events, updated_at: now });
      if (status === 'active' && before.status === 'disabled') after = await enableWebhook(trx, id, now);
      if (status === 'disabled' && before.status === 'active') after = await disableWebhook(trx, id, now);
      await this.#audit(trx, actor, 'webhook.updated', { before, after }, origin);
      return after;
    });
  }

  /** The problems of a body, or of the readable part of it. */
  problemsOf(body: UpdateWebhookBody): readonly ErrorDetail[] {
    const { events, policy } = this.#parts;
    const urlProblem = body.url === undefined ? null : findTargetProblem(body.url, policy);
    const names = body.events?.filter((name) => name !== EVERY_EVENT) ?? [];
    return [
      ...(urlProblem === null ? [] : [{ field: 'url', message: urlProblem }]),
      ...findUnknownNames(names, events.catalogue, 'events'),
    ];
  }

  async remove(actor: SellerActor, id: string, origin: Origin): Promise<void> {
    await inTransaction(this.#parts.db, async (trx) => {
      const before = await this.#lock(trx, actor, id);
      await markDeleted(trx, [id], this.#parts.clock.now());
      await this.#audit(trx, actor, 'webhook.deleted', { before }, origin);
    });
  }

  async rotateSecret(actor: SellerActor, id: string, origin: Origin): Promise<WithSecret> {
    const secret = newSigningSecret();
    const webhook = await inTransaction(this.#parts.db, async (trx) => {
      const before = await this.#lock(trx, actor, id);
      const now = this.#parts.clock.now();
      const row = await updateWebhook(trx, id, {
        secret: this.#parts.keys.seal(SECRET_PURPOSE, secret),
        previous_secret: before.secret,
        previous_secret_until: later(now, ROTATION_GRACE_MS),
        updated_at: now,
      });
      await this.#audit(trx, actor, 'webhook.secret_rotated', { after: row }, origin);
      return row;
    });
    return { webhook, secret };
  }

  async #lock(trx: Transaction, actor: SellerActor, id: string): Promise<WebhookRow> {
    const row = isId('whk', id) ? await lockWebhook(trx, actor.seller.sellerId, id) : undefined;
    if (row === undefined) throw notFound('webhook');
    return row;
  }

  #check(body: UpdateWebhookBody): void {
    const problems = this.problemsOf(body);
    if (problems.length > 0) throw invalidFields(problems);
  }

  async #audit(
    trx: Transaction,
    actor: SellerActor,
    action: string,
    change: { readonly before?: WebhookRow; readonly after?: WebhookRow },
    origin: Origin,
  ): Promise<void> {
    const { before, after } = change;
    await this.#parts.audit.record(trx, {
      actor,
      action,
      subject: { type: 'webhook', id: (after ?? before)?.id ?? null },
      ...(before === undefined ? {} : { before: recorded(before) }),
      ...(after === undefined ? {} : { after: recorded(after) }),
      origin,
    });
  }
}

function recorded(row: WebhookRow): Pick<WebhookRow, 'url' | 'events' | 'status'> {
  return { url: row.url, events: row.events, status: row.status };
}
