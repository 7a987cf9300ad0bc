import type { Random } from '../random.ts';
import type { DemoClass } from '../records.ts';
import type { Vehicle } from './vehicle.ts';

/** Code, share of vehicles that have it, and first year of manufacture in which it was available. */
type Option = readonly [code: string, share: number, since: number];

// prettier-ignore
const motorHeavy: readonly Option[] = [
  ['abs', 0.9, 2000],
  ['ebs', 0.6, 2000],
  ['esp', 0.5, 2012],
  ['cruise_control', 0.8, 2000],
  ['adaptive_cruise_control', 0.35, 2014],
  ['lane_departure_warning', 0.6, 2015],
  ['emergency_braking', 0.6, 2015],
  ['blind_spot_monitor', 0.4, 2019],
  ['rear_view_camera', 0.2, 2012],
  ['air_conditioning', 0.8, 2000],
  ['electric_windows', 0.6, 2000],
  ['central_locking', 0.55, 2000],
  ['multifunction_steering_wheel', 0.5, 2010],
  ['bluetooth', 0.4, 2012],
  ['on_board_computer', 0.45, 2008],
  ['digital_tachograph', 0.5, 2006],
  ['smart_tachograph', 0.5, 2020],
  ['adblue', 0.5, 2009],
  ['led_headlights', 0.35, 2017],
  ['differential_lock', 0.3, 2000],
  ['full_service_history', 0.3, 2000],
];

// prettier-ignore
const options: Readonly<Record<DemoClass, readonly Option[]>> = {
  TU: [
    ...motorHeavy, ['air_suspension', 0.85, 2000], ['sleeping_berth', 0.9, 2000], ['second_berth', 0.5, 2000],
    ['parking_air_conditioning', 0.4, 2010], ['auxiliary_heating', 0.75, 2000], ['refrigerator', 0.6, 2005],
    ['navigation_system', 0.3, 2012], ['leather_seats', 0.12, 2008], ['alloy_wheels', 0.3, 2000],
    ['full_fairing', 0.3, 2000], ['roof_spoiler', 0.5, 2000], ['side_skirts', 0.4, 2000],
    ['dual_fuel_tanks', 0.5, 2000], ['tipper_hydraulics', 0.14, 2000], ['apple_carplay', 0.2, 2021],
  ],
  TR: [
    ...motorHeavy, ['air_suspension', 0.6, 2000], ['sleeping_berth', 0.4, 2000], ['auxiliary_heating', 0.4, 2000],
    ['trailer_coupling', 0.45, 2000], ['central_lubrication', 0.1, 2000], ['pto', 0.2, 2000],
  ],
  VA: [
    ['abs', 0.95, 2000], ['esp', 0.8, 2009], ['air_conditioning', 0.7, 2000], ['cruise_control', 0.5, 2008],
    ['parking_sensors_rear', 0.45, 2010], ['rear_view_camera', 0.3, 2014], ['electric_windows', 0.85, 2000],
    ['electric_mirrors', 0.6, 2005], ['central_locking', 0.9, 2000], ['bluetooth', 0.6, 2011],
    ['navigation_system', 0.3, 2012], ['apple_carplay', 0.35, 2019], ['heated_seats', 0.25, 2008],
    ['trailer_coupling', 0.35, 2000], ['lane_departure_warning', 0.3, 2019], ['start_stop_system', 0.4, 2014],
    ['full_service_history', 0.35, 2000],
  ],
  ST: [
    ['ebs', 0.5, 2003], ['air_suspension', 0.4, 2000], ['disc_brakes', 0.4, 2000], ['lift_axle', 0.35, 2000],
    ['pallet_box', 0.25, 2000], ['tire_pressure_monitoring', 0.15, 2016], ['alloy_wheels', 0.08, 2000],
    ['adr', 0.05, 2000], ['new_inspection', 0.2, 2000],
  ],
  TL: [
    ['abs', 0.6, 2000], ['air_suspension', 0.35, 2000], ['disc_brakes', 0.2, 2000], ['trailer_coupling', 0.1, 2000],
    ['new_inspection', 0.25, 2000],
  ],
  BU: [
    ['abs', 0.95, 2000], ['esp', 0.5, 2010], ['cruise_control', 0.5, 2000], ['rear_view_camera', 0.4, 2008],
    ['auxiliary_heating', 0.7, 2000], ['tv', 0.3, 2003], ['particulate_filter', 0.4, 2008],
    ['full_service_history', 0.4, 2000],
  ],
  CM: [
    ['central_lubrication', 0.3, 2005], ['auxiliary_heating', 0.2, 2005], ['beacon', 0.4, 2000],
    ['hammer_hydraulics', 0.2, 2000], ['full_service_history', 0.35, 2000],
  ],
};

/** Draws codes in the order of the tables, without duplicates and consistent with the technical fields. */
export function drawFeatures(random: Random, vehicle: Vehicle): string[] {
  const { technical, life } = vehicle;
  const codes = new Set(vehicle.bodyFeatures);
  for (const [code, share, since] of options[vehicle.vehicleClass]) {
    if (life.year >= since && random.chance(share)) codes.add(code);
  }
  if (technical.retarder === 'retarder' || technical.retarder === 'intarder') codes.add('retarder');
  else codes.delete('retarder');
  if (technical.retarder === 'engine_brake') codes.add('engine_brake');
  if (technical.fuelType === 'electric') {
    for (const code of ['adblue', 'dual_fuel_tanks', 'particulate_filter', 'start_stop_system'])
      codes.delete(code);
    codes.add('fast_charging');
  }
  if (vehicle.vehicleClass !== 'CM' && vehicle.vehicleClass !== 'VA') {
    if (technical.suspensionRear === 'air') codes.add('air_suspension');
    else codes.delete('air_suspension');
  }
  if (technical.brakeType === 'disc') codes.add('disc_brakes');
  else codes.delete('disc_brakes');
  if (technical.cabType === 'day') for (const code of ['sleeping_berth', 'second_berth']) codes.delete(code);
  if (technical.bunks !== null && technical.bunks < 2) codes.delete('second_berth');
  if (life.condition === 'certified') codes.add('warranty');
  if (life.condition === 'new') {
    codes.add('warranty');
    codes.delete('full_service_history');
  }
  return [...codes];
}
