import { DAY_MS, addMs, dayOf } from '../../platform/clock.ts';
import { AppError, inOneSentence, notFound } from '../../platform/errors/app-error.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { getSellerPlan, type UsageReader } from '../billing/index.ts';
import { type ListingState, listingStates, readDays, readStock, type StockSum } from '../listings/index.ts';
import {
  type DayFigures,
  type Period,
  readAnswering,
  readListingDays,
  readTopListings,
  readVehicles,
  readVehiclesAfter,
  readWeakest,
  STATES_TO_IMPROVE,
  type VehicleFigures,
  type VehicleSort,
} from './numbers.repository.ts';
import { type Message, t } from '../../platform/errors/sentence.ts';

const STATES_SHOWN = listingStates.filter((state) => state !== 'DELETED');
/** Earliest day of a report; no instance is older. */
const FIRST_DAY = '2000-01-01';
/** Latest day of a report. Without this limit, the day after the last possible date would be invalid in the database. */
const LAST_DAY = '2100-12-31';
const PERIOD_DAYS_DEFAULT = 30;
const PERIOD_DAYS_MAX = 366;
const TOP_LISTINGS = 10;
const WEAKEST_LISTINGS = 10;
const VEHICLES_AT_ONCE = 500;

export { VEHICLE_SORTS } from './numbers.repository.ts';

/** Statistics of a dealer, read from counters that are updated with each event. */
export class Dashboard extends Service<Platform & { readonly usage: UsageReader }> {
  async read(sellerId: string, query: { from?: string; to?: string }) {
    const { db, reads } = this.parts;
    const period = this.period(query);
    const plan = await getSellerPlan(db, sellerId);
    const [stock, usage, [days, topListings, answering, weakest]] = await Promise.all([
      // Read both from the primary, because a seller looks here for a listing just published.
      readStock(db, sellerId),
      this.parts.usage.read(db, sellerId, plan.limits),
      reads.stale((copy) =>
        Promise.all([
          readDays(copy, sellerId, period),
          readTopListings(copy, sellerId, period, TOP_LISTINGS),
          readAnswering(copy, sellerId, period),
          readWeakest(copy, sellerId, WEAKEST_LISTINGS),
        ]),
      ),
    ]);
    const visible = stock.filter(({ status }) => status !== 'DELETED');
    const improvable = visible.filter(({ status }) => isToImprove(status));
    const sum = (pick: (day: (typeof days)[number]) => number): number =>
      days.reduce((total, day) => total + pick(day), 0);
    const views = sum((day) => day.views);
    const inquiries = sum((day) => day.inquiries);
    return {
      period,
      listings: {
        total: visible.reduce((count, { listings }) => count + listings, 0),
        byStatus: Object.fromEntries(
          STATES_SHOWN.map((state) => [state, visible.find(({ status }) => status === state)?.listings ?? 0]),
        ),
      },
      views,
      visitors: sum((day) => day.visitors),
      inquiries,
      favorites: visible.reduce((count, { favorites }) => count + favorites, 0),
      // Inquiries per hundred views.
      conversionPercent: views === 0 ? 0 : Math.round((inquiries / views) * 10_000) / 100,
      responseTimeMinutes: answering.medianMinutes,
      responseRatePercent:
        answering.conversations === 0
          ? null
          : Math.round((answering.answered / answering.conversations) * 100),
      series: days,
      topListings,
      quality: {
        averageScore: averageScore(improvable),
        weakest: weakest.map(({ id, slug, title, score, images }) => ({ id, slug, title, score, images })),
      },
      plan: { slug: plan.slug, name: plan.name, usage },
    };
  }

  async series(sellerId: string, query: { from?: string; to?: string }) {
    const period = this.period(query);
    return this.parts.reads.stale((db) => readDays(db, sellerId, period));
  }

  /** Each vehicle of the stock with its figures of the period, a page of them. */
  async vehicles(
    sellerId: string,
    query: { from?: string; to?: string; sort?: VehicleSort; order?: 'asc' | 'desc' },
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ period: Period; vehicles: VehicleFigures[]; total: number }> {
    const period = this.period(query);
    const { sort = 'views', order = 'desc' } = query;
    const [vehicles, stock] = await this.parts.reads.stale((db) =>
      Promise.all([readVehicles(db, sellerId, { period, sort, order }, page), readStock(db, sellerId)]),
    );
    const visible = stock.filter(({ status }) => status !== 'DELETED');
    return { period, vehicles, total: visible.reduce((count, { listings }) => count + listings, 0) };
  }

  /** All of them, in batches. */
  async *allVehicles(
    sellerId: string,
    query: { from?: string; to?: string },
  ): AsyncGenerator<readonly VehicleFigures[]> {
    const period = this.period(query);
    for (let after: VehicleFigures | null = null; ;) {
      const vehicles: VehicleFigures[] = await this.parts.reads.stale((db) =>
        readVehiclesAfter(db, sellerId, period, after, VEHICLES_AT_ONCE),
      );
      yield vehicles;
      after = vehicles.at(-1) ?? null;
      if (vehicles.length < VEHICLES_AT_ONCE) return;
    }
  }

  async ofListing(sellerId: string, listingId: string, query: { from?: string; to?: string }) {
    const period = this.period(query);
    const found = await readListingDays(this.parts.db, sellerId, listingId, period);
    if (found === undefined) throw notFound('listing');
    const { listing, days } = found;
    const sum = (pick: (day: DayFigures) => number): number =>
      days.reduce((total, day) => total + pick(day), 0);
    return {
      ...listing,
      period,
      views: sum((day) => day.views),
      visitors: sum((day) => day.visitors),
      inquiries: sum((day) => day.inquiries),
      favorites: sum((day) => day.favorites),
      series: days,
    };
  }

  /** The last thirty days by default. */
  period(query: { from?: string; to?: string }): Period {
    const today = dayOf(this.parts.clock.now());
    const to = query.to ?? today;
    if (to < FIRST_DAY) throw invalidPeriod('to', t('must not be before {date}', { date: FIRST_DAY }));
    if (to > LAST_DAY) throw invalidPeriod('to', t('must not be after {date}', { date: LAST_DAY }));
    const from = query.from ?? dayOf(addMs(new Date(`${to}T00:00:00Z`), -(PERIOD_DAYS_DEFAULT - 1) * DAY_MS));
    const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
    if (days < 1 || days > PERIOD_DAYS_MAX) {
      throw invalidPeriod(
        'from',
        days < 1
          ? t('must not be after to')
          : t('must be at most {days} days before to', { days: PERIOD_DAYS_MAX }),
      );
    }
    return { from, to };
  }
}

const isToImprove = (status: ListingState): boolean => STATES_TO_IMPROVE.some((state) => state === status);

function averageScore(stock: readonly StockSum[]): number | null {
  const listings = stock.reduce((count, sum) => count + sum.listings, 0);
  return listings === 0 ? null : Math.round(stock.reduce((total, sum) => total + sum.quality, 0) / listings);
}

function invalidPeriod(field: string, message: Message): AppError {
  const details = [{ field, message }];
  return new AppError('VALIDATION_ERROR', inOneSentence(details), { status: 400, details });
}
