import { namesOfFeature } from './names/features.ts';
import { vehicleClasses } from './vehicle-class.ts';
import type { LocalizedName, VehicleClass } from './vehicle-class.ts';

export const featureGroups = [
  'driving',
  'assistance',
  'cab',
  'exterior',
  'body',
  'bus',
  'machine',
  'commercial',
] as const;

export type FeatureGroup = (typeof featureGroups)[number];

export interface SeedFeature {
  /** What the API and the search parameter `features` call it. */
  readonly code: string;
  readonly group: FeatureGroup;
  readonly names: LocalizedName;
  readonly classes: readonly VehicleClass[];
  /** Feature keys of mobile.de (upper case) and of AutoScout24 (lower case, hyphens). */
  readonly importKeys: readonly string[];
}

const everything = vehicleClasses;
const road: readonly VehicleClass[] = ['TU', 'TR', 'VA', 'BU'];
const roadAndTrailers: readonly VehicleClass[] = ['TU', 'TR', 'VA', 'ST', 'TL', 'BU'];
const heavy: readonly VehicleClass[] = ['TU', 'TR', 'BU'];
const tractorsAndTrucks: readonly VehicleClass[] = ['TU', 'TR'];
const trailersOnly: readonly VehicleClass[] = ['ST', 'TL'];
const load: readonly VehicleClass[] = ['TR', 'VA', 'ST', 'TL'];
const machines: readonly VehicleClass[] = ['CM', 'FL', 'AG'];
const powered: readonly VehicleClass[] = ['TU', 'TR', 'VA', 'BU', 'CM', 'FL', 'AG'];
const buses: readonly VehicleClass[] = ['BU'];

/** Import keys are separated by spaces. */
type Row = readonly [
  code: string,
  en: string,
  de: string,
  classes: readonly VehicleClass[],
  importKeys: string,
];

// One feature a line.
// prettier-ignore
const rows: Readonly<Record<FeatureGroup, readonly Row[]>> = {
  driving: [
    ['abs', 'ABS', 'ABS', roadAndTrailers, 'ABS'],
    ['ebs', 'Electronic braking system (EBS)', 'Elektronisches Bremssystem (EBS)', roadAndTrailers, 'EBS'],
    ['esp', 'Stability control (ESP)', 'ESP', road, 'ESP'],
    ['traction_control', 'Traction control (ASR)', 'Antriebsschlupfregelung (ASR)', road, 'traction-control'],
    ['retarder', 'Retarder / intarder', 'Retarder / Intarder', heavy, 'RETARDER'],
    ['engine_brake', 'Engine brake', 'Motorbremse', heavy, ''],
    ['disc_brakes', 'Disc brakes', 'Scheibenbremsen', roadAndTrailers, 'DISC_BRAKE'],
    ['four_wheel_drive', 'All-wheel drive', 'Allradantrieb', powered, 'FOUR_WHEEL_DRIVE'],
    ['differential_lock', 'Differential lock', 'Differenzialsperre', powered, 'differential-lock'],
    ['hill_start_assist', 'Hill-start assist', 'Berganfahrhilfe', road, 'hill-start-assist'],
    ['air_suspension', 'Air suspension', 'Luftfederung', roadAndTrailers, 'AIR_SUSPENSION air-suspension'],
    ['reinforced_suspension', 'Reinforced suspension', 'Verstärkte Federung', ['TR', 'VA', 'TL'], 'reinforced-suspension'],
    ['lift_axle', 'Lift axle', 'Liftachse', ['TU', 'TR', 'ST', 'TL'], ''],
    ['steered_axle', 'Steered axle', 'Lenkachse', ['TU', 'TR', 'ST', 'TL', 'BU'], ''],
    ['power_steering', 'Power steering', 'Servolenkung', powered, 'POWER_ASSISTED_STEERING'],
    ['start_stop_system', 'Start-stop system', 'Start-Stopp-System', road, 'START_STOP_SYSTEM start-stop-system'],
    ['speed_limiter', 'Speed limiter', 'Geschwindigkeitsbegrenzer', road, 'SPEED_LIMITER'],
  ],
  assistance: [
    ['cruise_control', 'Cruise control', 'Tempomat', road, 'CRUISE_CONTROL'],
    ['adaptive_cruise_control', 'Adaptive cruise control', 'Abstandsregeltempomat', road, 'ADAPTIVE_CRUISE_CONTROL adaptive-cruise-control'],
    ['lane_departure_warning', 'Lane departure warning', 'Spurhalteassistent', road, 'LANE_DEPARTURE_WARNING'],
    ['collision_warning', 'Collision warning', 'Auffahrwarnsystem', road, 'COLLISION_AVOIDANCE'],
    ['emergency_braking', 'Emergency braking assist', 'Notbremsassistent', road, 'active-brake-assistant'],
    ['blind_spot_monitor', 'Blind-spot and turn assist', 'Totwinkel- und Abbiegeassistent', road, 'BLIND_SPOT_MONITOR blind-spot-monitor'],
    ['traffic_sign_recognition', 'Traffic sign recognition', 'Verkehrszeichenerkennung', road, 'TRAFFIC_SIGN_RECOGNITION'],
    ['fatigue_warning', 'Fatigue warning', 'Müdigkeitswarner', road, 'FATIGUE_WARNING'],
    ['tire_pressure_monitoring', 'Tyre pressure monitoring', 'Reifendruckkontrolle', roadAndTrailers, 'TIRE_PRESSURE_MONITORING'],
    ['parking_sensors_front', 'Front parking sensors', 'Einparkhilfe vorn', road, 'parking-sensors-front'],
    ['parking_sensors_rear', 'Rear parking sensors', 'Einparkhilfe hinten', road, 'parking-sensors-rear'],
    ['rear_view_camera', 'Rear-view camera', 'Rückfahrkamera', everything, 'REAR_VIEW_CAMERA rear-view-camera'],
    ['camera_360', '360° camera', '360°-Kamera', powered, 'CAMERA_360 camera-360'],
    ['high_beam_assist', 'High-beam assist', 'Fernlichtassistent', road, 'HIGH_BEAM_ASSIST'],
    ['emergency_call_system', 'Emergency call system', 'Notrufsystem', road, 'EMERGENCY_CALL_SYSTEM'],
  ],
  cab: [
    ['air_conditioning', 'Air conditioning', 'Klimaanlage', powered, 'air-conditioning'],
    ['automatic_air_conditioning', 'Automatic climate control', 'Klimaautomatik', powered, 'automatic-air-conditioning'],
    ['parking_air_conditioning', 'Parking air conditioning', 'Standklimaanlage', ['TU', 'TR', 'BU'], 'SECONDARY_AIR_CONDITIONING'],
    ['auxiliary_heating', 'Parking heater', 'Standheizung', powered, 'AUXILIARY_HEATING auxiliary-heating'],
    ['sleeping_berth', 'Sleeping berth', 'Schlafkabine', ['TU', 'TR', 'VA'], 'SLEEPING_BERTH'],
    ['second_berth', 'Second berth', 'Zweites Bett', tractorsAndTrucks, ''],
    ['refrigerator', 'Refrigerator', 'Kühlbox', ['TU', 'TR', 'BU'], 'COLDSTORE'],
    ['heated_seats', 'Heated seats', 'Sitzheizung', powered, 'HEATED_SEATS heated-seats'],
    ['ventilated_seats', 'Ventilated seats', 'Sitzbelüftung', powered, 'VENTILATED_SEATS ventilated-seats'],
    ['air_suspended_seat', 'Air-suspended driver seat', 'Luftgefederter Fahrersitz', powered, ''],
    ['leather_seats', 'Leather seats', 'Ledersitze', road, 'leather-seats'],
    ['electric_windows', 'Electric windows', 'Elektrische Fensterheber', road, 'ELECTRIC_WINDOWS electric-windows'],
    ['electric_mirrors', 'Electric mirrors', 'Elektrische Spiegel', road, 'ELECTRIC_MIRRORS'],
    ['central_locking', 'Central locking', 'Zentralverriegelung', road, 'CENTRAL_LOCKING'],
    ['keyless_entry', 'Keyless entry', 'Schlüssellose Zentralverriegelung', road, 'KEYLESS_ENTRY keyless-entry'],
    ['multifunction_steering_wheel', 'Multifunction steering wheel', 'Multifunktionslenkrad', road, 'MULTIFUNCTION_STEERING_WHEEL'],
    ['navigation_system', 'Navigation system', 'Navigationssystem', road, 'NAVIGATION_SYSTEM navigation-system'],
    ['bluetooth', 'Bluetooth', 'Bluetooth', powered, 'BLUETOOTH bluetooth'],
    ['hands_free', 'Hands-free kit', 'Freisprecheinrichtung', road, 'HANDS_FREE hands-free'],
    ['dab_radio', 'DAB radio', 'DAB-Radio', powered, 'dab-radio'],
    ['apple_carplay', 'Apple CarPlay', 'Apple CarPlay', road, 'APPLE_CARPLAY apple-carplay'],
    ['android_auto', 'Android Auto', 'Android Auto', road, 'ANDROID_AUTO android-auto'],
    ['touchscreen', 'Touchscreen', 'Touchscreen', powered, 'TOUCHSCREEN'],
    ['tv', 'TV', 'Fernseher', ['TU', 'TR', 'VA', 'BU'], 'TV tv'],
    ['on_board_computer', 'On-board computer', 'Bordcomputer', powered, 'ON_BOARD_COMPUTER'],
    ['digital_tachograph', 'Digital tachograph', 'Digitaler Tachograph', road, ''],
    ['smart_tachograph', 'Smart tachograph', 'Intelligenter Tachograph', road, ''],
    ['fleet_management', 'Fleet management unit', 'Flottenmanagement-System', everything, ''],
    ['alarm_system', 'Alarm system', 'Alarmanlage', powered, 'ALARM_SYSTEM alarm-system'],
    ['immobilizer', 'Immobiliser', 'Wegfahrsperre', powered, 'IMMOBILIZER'],
  ],
  exterior: [
    ['alloy_wheels', 'Alloy wheels', 'Alufelgen', roadAndTrailers, 'ALLOY_WHEELS'],
    ['super_single_tyres', 'Super single tyres', 'Super-Single-Bereifung', ['TU', 'TR', 'ST', 'TL'], 'SUPER_SINGLE_WHEELS'],
    ['full_fairing', 'Full fairing', 'Vollverkleidung', tractorsAndTrucks, 'FULL_FAIRING'],
    ['side_skirts', 'Side skirts', 'Seitenverkleidung', ['TU', 'TR', 'ST', 'TL'], ''],
    ['roof_spoiler', 'Roof spoiler', 'Dachspoiler', ['TU', 'TR', 'VA'], ''],
    ['led_headlights', 'LED headlights', 'LED-Scheinwerfer', powered, 'LED_HEADLIGHTS led-headlights'],
    ['xenon_headlights', 'Xenon headlights', 'Xenonscheinwerfer', road, 'XENON_HEADLIGHTS xenon-headlights'],
    ['fog_lights', 'Fog lights', 'Nebelscheinwerfer', road, 'FOG_LIGHTS'],
    ['daytime_running_lights', 'Daytime running lights', 'Tagfahrlicht', road, 'DAYTIME_RUNNING_LIGHTS'],
    ['dual_fuel_tanks', 'Two fuel tanks', 'Zwei Kraftstofftanks', heavy, ''],
    ['adblue', 'AdBlue tank', 'AdBlue-Tank', powered, 'UREA_TANK_AD_BLUE'],
    ['particulate_filter', 'Particulate filter', 'Partikelfilter', powered, 'PARTICULATE_FILTER'],
    ['biodiesel_suitable', 'Suitable for biodiesel', 'Biodieseltauglich', powered, 'BIODIESEL_SUITABLE'],
    ['fast_charging', 'DC fast charging', 'Schnellladefunktion', powered, 'fast-charging'],
    ['beacon', 'Rotating beacon', 'Rundumkennleuchte', everything, ''],
  ],
  body: [
    ['tail_lift', 'Tail lift', 'Ladebordwand', load, 'TAIL_LIFT liftgate'],
    ['crane', 'Loading crane', 'Ladekran', load, 'CRANE'],
    ['trailer_coupling', 'Trailer coupling', 'Anhängerkupplung', ['TU', 'TR', 'VA', 'TL', 'BU', 'FL', 'AG'], 'TRAILER_COUPLING'],
    ['detachable_trailer_coupling', 'Detachable trailer coupling', 'Anhängerkupplung abnehmbar', ['VA'], 'DETACHABLE_TRAILER_COUPLING detachable-trailer-coupling'],
    ['sliding_door', 'Sliding door', 'Schiebetür', ['TR', 'VA'], 'SLIDING_DOOR sliding-door'],
    ['partition_wall', 'Partition wall', 'Trennwand', load, 'DIVIDER partition-wall'],
    ['wing_doors', 'Wing doors', 'Flügeltüren', load, 'wing-doors'],
    ['roller_door', 'Roller door', 'Rolltor', load, ''],
    ['compressor', 'Compressor', 'Kompressor', ['TU', 'TR', 'ST', 'TL'], 'COMPRESSOR'],
    ['tipper_hydraulics', 'Tipper hydraulics', 'Kipphydraulik', tractorsAndTrucks, 'TIPPER_HYDRAULICS'],
    ['walking_floor_hydraulics', 'Walking-floor hydraulics', 'Schubbodenhydraulik', tractorsAndTrucks, 'WALKING_FLOOR_HYDRAULICS'],
    ['tanker_hydraulics', 'Tanker hydraulics', 'Tankhydraulik', tractorsAndTrucks, 'TANKER_HYDRAULICS'],
    ['pto', 'Power take-off (PTO)', 'Nebenantrieb (PTO)', tractorsAndTrucks, ''],
    ['twist_locks', 'Twist locks', 'Containerverriegelung', ['TR', 'ST', 'TL'], ''],
    ['code_xl', 'Code XL load-securing certificate', 'Code-XL-Zertifikat', ['TR', 'ST', 'TL'], ''],
    ['sliding_roof', 'Sliding roof', 'Schiebeverdeck', ['TR', 'ST', 'TL'], ''],
    ['lifting_roof', 'Lifting roof', 'Hubdach', ['TR', 'ST', 'TL'], ''],
    ['coil_well', 'Coil well', 'Coilmulde', trailersOnly, ''],
    ['pallet_box', 'Pallet box', 'Palettenkasten', ['TR', 'ST', 'TL'], ''],
    ['adr', 'ADR approval', 'ADR-Zulassung', ['TU', 'TR', 'ST', 'TL'], ''],
    ['atp_certificate', 'ATP / FRC certificate', 'ATP-/FRC-Zertifikat', load, ''],
    ['multi_temperature', 'Multi-temperature', 'Multi-Temperatur', load, ''],
    ['double_stock', 'Double-stock equipment', 'Doppelstock', ['TR', 'ST', 'TL'], ''],
    ['roller_tarpaulin', 'Rolling tarpaulin', 'Rollplane', ['TR', 'ST', 'TL'], ''],
  ],
  bus: [
    ['kitchen', 'Kitchen', 'Bordküche', buses, 'KITCHEN kitchen'],
    ['wc', 'Toilet', 'WC', buses, 'WC wc'],
    ['sleeping_seats', 'Reclining seats', 'Schlafsessel', buses, 'SLEEPING_SEATS'],
    ['driver_sleeping_compartment', 'Driver sleeping compartment', 'Fahrerschlafkabine', buses, 'DRIVER_SLEEPING_COMPARTMENT'],
    ['wheelchair_access', 'Wheelchair access', 'Rollstuhlgerecht', ['VA', 'BU'], ''],
    ['low_floor', 'Low floor', 'Niederflur', buses, ''],
    ['destination_display', 'Destination display', 'Zielanzeige', buses, ''],
    ['seat_belts', 'Seat belts on all seats', 'Sicherheitsgurte an allen Plätzen', buses, ''],
  ],
  machine: [
    ['central_lubrication', 'Central lubrication', 'Zentralschmieranlage', ['TU', 'TR', 'ST', 'TL', 'CM', 'FL', 'AG'], 'CENTRAL_LUBRICANT_APPLICATION'],
    ['quick_coupler', 'Quick coupler', 'Schnellwechsler', machines, 'QUICK_CHANGE_ATTACHMENT'],
    ['road_licence', 'Road licence', 'Straßenzulassung', machines, 'ROAD_LICENCE'],
    ['cabin', 'Cabin', 'Kabine', machines, 'CABIN'],
    ['protective_roof', 'Protective roof', 'Schutzdach', machines, 'PROTECTIVE_ROOF'],
    ['front_hydraulics', 'Front hydraulics', 'Fronthydraulik', ['CM', 'AG'], 'FRONT_HYDRAULICS'],
    ['front_linkage', 'Front linkage', 'Frontkraftheber', ['CM', 'AG'], 'FRONT_JACK'],
    ['front_pto', 'Front PTO', 'Frontzapfwelle', ['CM', 'AG'], ''],
    ['hammer_hydraulics', 'Hammer hydraulics', 'Hammerhydraulik', ['CM'], ''],
    ['bss', 'BSS', 'BSS', machines, 'BSS'],
  ],
  commercial: [
    ['full_service_history', 'Full service history', 'Scheckheftgepflegt', everything, 'FULL_SERVICE_HISTORY'],
    ['new_inspection', 'New inspection', 'HU/AU neu', roadAndTrailers, 'HU_AU_NEU'],
    ['warranty', 'Warranty', 'Garantie', everything, 'WARRANTY'],
    ['rentable', 'Available for hire', 'Vermietung möglich', everything, 'RENTABLE RENTING_POSSIBLE'],
    ['municipal', 'Municipal vehicle', 'Kommunalfahrzeug', everything, 'MUNICIPAL'],
    ['export_vehicle', 'For export', 'Exportfahrzeug', everything, 'EXPORT_VEHICLE'],
  ],
};

/** Order is the order of display: by group, then as listed. */
export const seedFeatures: readonly SeedFeature[] = featureGroups.flatMap((group) =>
  rows[group].map(([code, en, de, classes, importKeys]) => ({
    code,
    group,
    names: { en, de, ...namesOfFeature(code) },
    classes,
    importKeys: importKeys === '' ? [] : importKeys.split(' '),
  })),
);
