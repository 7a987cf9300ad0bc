import { distanceKm } from '@fifthwheel/search';
import type { Queryable } from '../../platform/db/transaction.ts';
import { loadGazetteer } from '../../platform/gazetteer/gazetteer.ts';
import { Service } from '../../platform/service.ts';
import type { Delivery, DeliveryFrom } from '../listings/index.ts';
import type { Settings } from '../settings/index.ts';
import { coordinatesOf } from './coordinates.ts';
import { deliveryEstimate } from './delivery-estimate.ts';
import { findTown } from './places.ts';
import { findTownOfPostalCode } from './postal-codes.repository.ts';
import { summaryLanguage } from './render.ts';

/** Estimates the delivery cost of a vehicle. */
export class Deliveries extends Service<{
  readonly db: Queryable;
  readonly settings: Pick<Settings, 'get'>;
}> {
  /**
   * Estimates the cost to a town or a postal code. A postal code that exists in several countries means the likeliest one for the
   * language.
   *
   * @throws LOCATION_NOT_FOUND
   */
  async estimate(
    from: DeliveryFrom,
    to: { readonly city: string; readonly country?: string | undefined },
    languages: readonly string[],
  ): Promise<Delivery> {
    const { db, settings } = this.parts;
    const { name, country, lat, lng } = await findTown(to.city, to.country?.toUpperCase(), {
      gazetteer: loadGazetteer(),
      language: summaryLanguage(languages),
      findTownOfPostalCode: (code, countries) => findTownOfPostalCode(db, code, countries),
    });
    const start = coordinatesOf(from);
    const km = start === null ? null : distanceKm(start.lat, start.lng, lat, lng);
    return {
      city: name,
      country,
      distance: km === null ? null : Math.round(km * 10) / 10,
      deliveryEstimate:
        km === null ? null : deliveryEstimate(km, from.category, settings.get('delivery.estimate')),
    };
  }
}
