import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Total } from '../../platform/db/count-up-to.ts';
import { addMs, DAY_MS } from '../../platform/clock.ts';
import { found } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { SellerActor } from '../../platform/http/route.ts';
import { type AccountEvent, type EventFilter, findEvent, pageEvents } from './account-events.repository.ts';
import { canRead } from './authority.ts';
import { assertKnownNames, EVERY_EVENT, publicEvents } from './event-names.ts';
import { RETENTION_DAYS } from './retention.repository.ts';

export type { AccountEvent, EventFilter } from './account-events.repository.ts';

interface EventQuery {
  readonly type?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly order?: 'asc' | 'desc';
}

type AccountEventsParts = Pick<Platform, 'db' | 'clock' | 'events'>;

/** Reads the events of an account within their retention. */
export class AccountEvents extends Service<AccountEventsParts> {
  list(actor: SellerActor, query: EventQuery, page: Page): Promise<{ events: AccountEvent[] } & Total> {
    return pageEvents(this.parts.db, this.filterOf(actor, query), page);
  }

  async get(actor: SellerActor, id: string): Promise<AccountEvent> {
    return found('event', await this.find(actor, id));
  }

  /** Undefined if the event has expired or belongs to another account. */
  find(actor: SellerActor, id: string): Promise<AccountEvent | undefined> {
    return findEvent(this.parts.db, this.filterOf(actor, {}), id);
  }

  filterOf(
    actor: SellerActor,
    { type: names = [], since: from, until, order = 'desc' }: EventQuery,
  ): EventFilter {
    const wanted = names.filter((name) => name !== EVERY_EVENT);
    assertKnownNames(wanted, this.parts.events.catalogue, 'type');
    const type = wanted.length < names.length ? [] : wanted;
    const types = publicEvents(this.parts.events.catalogue)
      .filter((definition) => canRead(actor, definition))
      .map((definition) => definition.type)
      .filter((name) => type.length === 0 || type.includes(name));
    const keptSince = addMs(this.parts.clock.now(), -RETENTION_DAYS * DAY_MS);
    const since = from === undefined ? keptSince : new Date(from);
    return {
      sellerId: actor.seller.sellerId,
      userId: actor.userId,
      types,
      since: since < keptSince ? keptSince : since,
      until: until === undefined ? null : new Date(until),
      order,
    };
  }
}
