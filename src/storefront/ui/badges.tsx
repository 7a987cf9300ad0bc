import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

export interface Feature {
  readonly code: string;
  readonly name: string;
}

/** What is rare and dear comes first; what nearly all vehicles have, last. */
const RANK: readonly string[] = [
  'retarder',
  'adr',
  'parking_air_conditioning',
  'tail_lift',
  'crane',
  'pto',
  'double_stock',
  'multi_temperature',
  'lift_axle',
  'lifting_roof',
  'sliding_roof',
  'walking_floor_hydraulics',
  'steered_axle',
  'auxiliary_heating',
  'dual_fuel_tanks',
  'adaptive_cruise_control',
  'wheelchair_access',
  'wc',
  'kitchen',
  'quick_coupler',
  'hammer_hydraulics',
  'central_lubrication',
  'atp_certificate',
  'pallet_box',
  'code_xl',
  'differential_lock',
  'four_wheel_drive',
  'second_berth',
  'refrigerator',
  'leather_seats',
  'full_service_history',
  'new_inspection',
  'warranty',
  'rear_view_camera',
  'camera_360',
  'trailer_coupling',
  'compressor',
  'automatic_air_conditioning',
  'air_conditioning',
  'navigation_system',
  'full_fairing',
  'tipper_hydraulics',
  'air_suspension',
  'disc_brakes',
  'ebs',
];

/** The equipment that says most about a vehicle, on one line. */
export function Badges({
  features,
  reader,
  max = 4,
}: {
  features: readonly Feature[];
  reader: Reader;
  max?: number;
}): ReactElement | null {
  if (features.length === 0) return null;
  const ranked = features.toSorted((a, b) => rankOf(a) - rankOf(b));
  const more = ranked.length - max;
  return (
    <ul className="badges">
      {ranked.slice(0, max).map(({ code, name }) => (
        <li key={code} className="badge">
          {name}
        </li>
      ))}
      {more > 0 && (
        <li className="badge quiet">
          <span aria-hidden="true">+{more}</span>
          <span className="unseen">{reader.count('card.moreFeatures', more)}</span>
        </li>
      )}
    </ul>
  );
}

function rankOf({ code }: Feature): number {
  const rank = RANK.indexOf(code);
  return rank === -1 ? RANK.length : rank;
}
