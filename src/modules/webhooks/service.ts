import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Static } from 'typebox';
import { type Origin, personal } from '../../platform/audit/audit-log.ts';
import { DAY_MS, addMs } from '../../platform/clock.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import {
  type ErrorDetail,
  forbidden,
  found,
  invalidField,
  invalidFields,
  overPlanLimit,
} from '../../platform/errors/app-error.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import { pagination, readOwnPage } from '../../platform/http/pagination.ts';
import type { UserActor } from '../../platform/actor.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import type { Pagination } from '../../platform/http/schemas.ts';
import { isId, newId } from '../../platform/ids.ts';
import { lockAccount } from '../auth/index.ts';
import { assertWithinPlan, lockSellerPlan } from '../billing/index.ts';
import { authorityAfter, canCarry, ownerOf, scopesOf, type WebhookOwner } from './authority.ts';
import { EVERY_EVENT, findUnknownNames, publicEvents } from './event-names.ts';
import { assertNotPaused, assertNoPausedHost } from './pauses.ts';
import type { CreateWebhookBody, UpdateWebhookBody, WebhookQuery, WebhookView } from './schemas.ts';
import { assertHasKeeper, lacksKeeper } from './silence.repository.ts';
import { webhookView } from './views.ts';
import { SECRET_PURPOSE } from './sender.ts';
import { newSigningSecret } from './signing.ts';
import { findTargetProblem, type TargetPolicy } from './target-url.ts';
import {
  countWebhooks,
  disableWebhook,
  enableWebhook,
  findWebhook,
  holdAllPending,
  insertWebhook,
  lockEligibleKeeper,
  listWebhooks,
  lockWebhook,
  type DeliveryHolder,
  markDeleted,
  namesOfUsers,
  updateWebhook,
} from './webhooks.repository.ts';
import type { WebhookRow } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

/** How long the previous secret still signs after a rotation. */
const ROTATION_GRACE_MS = DAY_MS;

/** Webhooks of an administrator, whom no plan limits. */
const ADMINISTRATOR_MAX = 20;

export interface WithSecret {
  readonly webhook: WebhookRow;
  readonly secret: string;
}

interface Parts extends Pick<Platform, 'db' | 'clock' | 'keys' | 'audit' | 'events'> {
  readonly policy: TargetPolicy;
  readonly holding: DeliveryHolder;
}

/** The webhooks of sellers and administrators. Every change is audited, without secrets. */
export class WebhookService extends Service<Parts> {
  async list(
    actor: UserActor,
    query: WebhookQuery,
  ): Promise<{ webhooks: readonly WebhookRow[]; pagination: Pagination }> {
    const { db } = this.parts;
    const owner = ownerOf(actor);
    const page = readOwnPage(query);
    const [webhooks, total] = await Promise.all([listWebhooks(db, owner, page), countWebhooks(db, owner)]);
    return { webhooks, pagination: pagination(page, total) };
  }

  async get(actor: UserActor, id: string): Promise<WebhookRow> {
    return found('webhook', isId('whk', id) && (await findWebhook(this.parts.db, ownerOf(actor), id)));
  }

  async getWithSecret(actor: UserActor, id: string): Promise<WithSecret> {
    const webhook = await this.get(actor, id);
    return { webhook, secret: this.parts.keys.open(SECRET_PURPOSE, webhook.secret) };
  }

  async create(actor: UserActor, body: CreateWebhookBody, origin: Origin): Promise<WithSecret> {
    this.#check(body);
    const secret = newSigningSecret();
    const webhook = await inTransaction(this.parts.db, async (trx) => {
      await assertMayKeep(trx, actor);
      await assertRoom(trx, ownerOf(actor));
      await assertNoPausedHost(trx, ownerOf(actor), body.url);
      const now = this.parts.clock.now();
      const row = await insertWebhook(trx, {
        id: newId('whk', now),
        seller_id: actor.seller?.sellerId ?? null,
        user_id: actor.userId,
        scopes: scopesOf(actor),
        url: body.url,
        events: body.events,
        secret: this.parts.keys.seal(SECRET_PURPOSE, secret),
        previous_secret: null,
        previous_secret_until: null,
        disabled_at: null,
        deleted_at: null,
        created_at: now,
        updated_at: now,
      });
      recordCreated(trx, row.id);
      await this.#audit(trx, actor, 'webhook.created', { after: row }, origin);
      return row;
    });
    return { webhook, secret };
  }

  async update(actor: UserActor, id: string, body: UpdateWebhookBody, origin: Origin): Promise<WebhookRow> {
    this.#check(body);
    return inTransaction(this.parts.db, async (trx) => {
      // Before the webhook, as everything that ends a membership locks them.
      await assertMayKeep(trx, actor);
      const before = await this.#lock(trx, actor, id);
      assertHasKeeper(before);
      const now = this.parts.clock.now();
      const { url = before.url, events = before.events, status = before.status } = body;
      if (url !== before.url) {
        assertNotPaused(
          before,
          t(
            'An administrator has paused the webhook. You cannot change its URL until an administrator resumes it.',
          ),
        );
        await assertNoPausedHost(trx, ownerOf(actor), url);
      }
      const authority = authorityAfter(before, actor, body);
      let after = await updateWebhook(trx, id, { url, events, ...authority, updated_at: now });
      if (status === 'active' && before.status === 'disabled') {
        assertNotPaused(
          before,
          t('An administrator has paused the webhook. Only an administrator can resume it.'),
        );
        after = await enableWebhook(trx, id, now);
      }
      if (status === 'disabled' && before.status === 'active')
        after = await disableWebhook(trx, id, { now, reason: 'owner', holding: this.parts.holding });
      await this.#audit(trx, actor, 'webhook.updated', { before, after }, origin);
      return after;
    });
  }

  /** The events that it subscribes to. */
  subscribed(webhook: WebhookRow): readonly EventDefinition[] {
    const known = publicEvents(this.parts.events.catalogue);
    if (webhook.events.includes(EVERY_EVENT)) return known;
    return known.filter((definition) => webhook.events.includes(definition.type));
  }

  /** The subscribed events that it does not receive, because the API key that chose its URL or events cannot read them. */
  withheld(webhook: WebhookRow): string[] {
    return this.subscribed(webhook)
      .filter((definition) => !canCarry(webhook.scopes, definition))
      .map((definition) => definition.type);
  }

  /** The problems of a body, or of the readable part of it. */
  problemsOf(body: UpdateWebhookBody): readonly ErrorDetail[] {
    const { events, policy } = this.parts;
    const urlProblem = body.url === undefined ? null : findTargetProblem(body.url, policy);
    const names = body.events?.filter((name) => name !== EVERY_EVENT) ?? [];
    return [
      ...(urlProblem === null ? [] : [{ field: 'url', message: urlProblem }]),
      ...findUnknownNames(names, events.catalogue, 'events'),
    ];
  }

  async remove(actor: UserActor, id: string, origin: Origin): Promise<void> {
    await inTransaction(this.parts.db, async (trx) => {
      const before = await this.#lock(trx, actor, id);
      assertNotPaused(
        before,
        t('An administrator has paused the webhook. You can delete it after an administrator resumes it.'),
      );
      await markDeleted(trx, [id], this.parts.clock.now(), this.parts.holding);
      await this.#audit(trx, actor, 'webhook.deleted', { before }, origin);
    });
  }

  /**
   * Makes another member the keeper of a webhook. A webhook that paused because its keeper left resumes with new
   * events. It carries no person's own events until its new keeper chooses URL or events.
   */
  async handOver(actor: SellerActor, id: string, memberId: string, origin: Origin): Promise<WebhookRow> {
    return inTransaction(this.parts.db, async (trx) => {
      // Before the webhook, as in `update`.
      const keeper = await lockEligibleKeeper(trx, actor.seller.sellerId, { id: memberId });
      const before = await this.#lock(trx, actor, id);
      if (keeper === undefined)
        throw invalidField('memberId', t('must be an owner or manager of the team whose account is active'));
      const now = this.parts.clock.now();
      if (lacksKeeper(before)) await holdAllPending(trx, id, now);
      const after = await updateWebhook(trx, id, {
        keeper_id: keeper.user_id,
        user_id: before.user_id === keeper.user_id ? before.user_id : null,
        updated_at: now,
      });
      await this.parts.audit.record(trx, {
        actor,
        action: 'webhook.handed_over',
        subject: { type: 'webhook', id },
        before: { keeperId: before.keeper_id },
        after: { keeperId: after.keeper_id },
        origin,
      });
      return after;
    });
  }

  /** The rows with the names of the members who made and keep them. */
  async viewsOf(rows: readonly WebhookRow[]): Promise<Static<typeof WebhookView>[]> {
    const ids = rows.flatMap(({ maker_id, keeper_id }) => [maker_id ?? [], keeper_id ?? []].flat());
    const names = await namesOfUsers(this.parts.db, [...new Set(ids)]);
    return rows.map((row) => webhookView(row, this.withheld(row), names));
  }

  async viewOf(row: WebhookRow): Promise<Static<typeof WebhookView>> {
    const [view] = await this.viewsOf([row]);
    if (view === undefined) throw new Error('a webhook without a view');
    return view;
  }

  async rotateSecret(actor: UserActor, id: string, origin: Origin): Promise<WithSecret> {
    const secret = newSigningSecret();
    const webhook = await inTransaction(this.parts.db, async (trx) => {
      const before = await this.#lock(trx, actor, id);
      const now = this.parts.clock.now();
      const row = await updateWebhook(trx, id, {
        secret: this.parts.keys.seal(SECRET_PURPOSE, secret),
        previous_secret: before.secret,
        previous_secret_until: addMs(now, ROTATION_GRACE_MS),
        updated_at: now,
      });
      await this.#audit(trx, actor, 'webhook.secret_rotated', { after: row }, origin);
      return row;
    });
    return { webhook, secret };
  }

  async #lock(trx: Transaction, actor: UserActor, id: string): Promise<WebhookRow> {
    return found('webhook', isId('whk', id) && (await lockWebhook(trx, ownerOf(actor), id)));
  }

  #check(body: UpdateWebhookBody): void {
    const problems = this.problemsOf(body);
    if (problems.length > 0) throw invalidFields(problems);
  }

  async #audit(
    trx: Transaction,
    actor: UserActor,
    action: string,
    change: { readonly before?: WebhookRow; readonly after?: WebhookRow },
    origin: Origin,
  ): Promise<void> {
    const { before, after } = change;
    await this.parts.audit.record(trx, {
      actor,
      action,
      subject: { type: 'webhook', id: (after ?? before)?.id ?? null },
      ...(before === undefined ? {} : { before: recorded(before) }),
      ...(after === undefined ? {} : { after: recorded(after) }),
      origin,
    });
  }
}

/** Locks the membership until the transaction ends, because the request may have overtaken the actor's removal. */
async function assertMayKeep(trx: Transaction, { seller, userId }: UserActor): Promise<void> {
  if (seller === null || (await lockEligibleKeeper(trx, seller.sellerId, { userId })) !== undefined) return;
  throw forbidden(t('You have left the team, or your role no longer allows this.'));
}

async function assertRoom(trx: Transaction, owner: WebhookOwner): Promise<void> {
  if ('sellerId' in owner) {
    const plan = await lockSellerPlan(trx, owner.sellerId);
    assertWithinPlan(plan, 'webhooks', await countWebhooks(trx, owner));
    return;
  }
  // An administrator's; a seller's are counted under the lock of its plan.
  await lockAccount(trx, owner.userId);
  if ((await countWebhooks(trx, owner)) < ADMINISTRATOR_MAX) return;
  throw overPlanLimit(t('An administrator can have at most {max} webhooks.', { max: ADMINISTRATOR_MAX }));
}

function recorded(row: WebhookRow): Record<string, unknown> {
  return { url: personal(row.url, row.seller_id ?? row.user_id), events: row.events, status: row.status };
}
