/**
 * Columns of mobile.de's CSV by position, as dealer systems write them, reserved ones included. Later columns differ
 * between systems and are recognized only by header.
 */
export const MOBILE_DE_POSITIONS: readonly string[] = (
  'kundennummer interne_nummer kategorie marke modell leistung hu reserviert_1 ez kilometer preis mwst reserviert_2 oldtimer ' +
  'vin beschaedigtes_fahrzeug farbe klima taxi behindertengerecht jahreswagen neufahrzeug unsere_empfehlung haendlerpreis ' +
  'reserviert_3 bemerkung bild_id metallic waehrung mwstsatz garantie leichtmetallfelgen esp abs anhaengerkupplung ' +
  'reserviert_4 wegfahrsperre navigationssystem schiebedach zentralverriegelung fensterheber allradantrieb tueren ' +
  'umweltplakette servolenkung biodiesel scheckheftgepflegt katalysator kickstarter estarter vorfuehrfahrzeug antrieb ccm ' +
  'tragkraft nutzlast gesamtgewicht hubhoehe bauhoehe baujahr betriebsstunden sitze schadstoff kabinenart achsen tempomat ' +
  'standheizung kabine schutzdach vollverkleidung komunal kran retarder_intarder schlafplatz tv wc ladebordwand ' +
  'hydraulikanlage schiebetuer radformel trennwand ebs vermietbar kompressor luftfederung scheibenbremse fronthydraulik bss ' +
  'schnellwechsel zsa kueche kuehlbox schlafsitze frontheber sichtbar_nur_fuer_haendler reserviert_5 envkv ' +
  'verbrauch_innerorts verbrauch_ausserorts verbrauch_kombiniert emission xenonscheinwerfer sitzheizung partikelfilter ' +
  'einparkhilfe schwackecode lieferdatum lieferfrist ueberfuehrungskosten hu_au_neu kraftstoffart getriebeart ' +
  'exportfahrzeug tageszulassung blickfaenger hsn tsn seite_1_inserat e10 pflanzenoel scr koffer sturzbuegel scheibe ' +
  'standklima s_s_bereifung strassenzulassung'
).split(' ');

/** Features by their yes-or-no column. */
export const MOBILE_DE_FEATURES: Readonly<Record<string, string>> = {
  garantie: 'warranty',
  leichtmetallfelgen: 'alloy_wheels',
  esp: 'esp',
  abs: 'abs',
  anhaengerkupplung: 'trailer_coupling',
  wegfahrsperre: 'immobilizer',
  navigationssystem: 'navigation_system',
  zentralverriegelung: 'central_locking',
  fensterheber: 'electric_windows',
  allradantrieb: 'four_wheel_drive',
  servolenkung: 'power_steering',
  biodiesel: 'biodiesel_suitable',
  scheckheftgepflegt: 'full_service_history',
  tempomat: 'cruise_control',
  standheizung: 'auxiliary_heating',
  kabine: 'cabin',
  schutzdach: 'protective_roof',
  vollverkleidung: 'full_fairing',
  komunal: 'municipal',
  kran: 'crane',
  retarder_intarder: 'retarder',
  schlafplatz: 'sleeping_berth',
  tv: 'tv',
  wc: 'wc',
  ladebordwand: 'tail_lift',
  schiebetuer: 'sliding_door',
  trennwand: 'partition_wall',
  ebs: 'ebs',
  vermietbar: 'rentable',
  kompressor: 'compressor',
  luftfederung: 'air_suspension',
  scheibenbremse: 'disc_brakes',
  fronthydraulik: 'front_hydraulics',
  bss: 'bss',
  schnellwechsel: 'quick_coupler',
  zsa: 'central_lubrication',
  kueche: 'kitchen',
  kuehlbox: 'refrigerator',
  schlafsitze: 'sleeping_seats',
  frontheber: 'front_linkage',
  xenonscheinwerfer: 'xenon_headlights',
  sitzheizung: 'heated_seats',
  partikelfilter: 'particulate_filter',
  einparkhilfe: 'parking_sensors_rear',
  hu_au_neu: 'new_inspection',
  exportfahrzeug: 'export_vehicle',
  standklima: 'parking_air_conditioning',
  s_s_bereifung: 'super_single_tyres',
  strassenzulassung: 'road_licence',
};

/** Columns with numeric keys; 0 means no input. */
export const MOBILE_DE_KEYS: Readonly<
  Record<string, { readonly field: string; readonly values: Readonly<Record<string, string>> }>
> = {
  klima: { field: 'climate', values: { 1: 'manual', 2: 'automatic' } },
  umweltplakette: { field: 'emissionSticker', values: { 1: 'none', 2: 'red', 3: 'yellow', 4: 'green' } },
  schadstoff: {
    field: 'euroStandard',
    values: { 1: 'euro1', 2: 'euro2', 3: 'euro3', 4: 'euro4', 5: 'euro5', 6: 'euro6' },
  },
  kabinenart: {
    field: 'cabType',
    values: { 1: 'double', 2: 'sleeper', 3: 'local', 4: 'high_sleeper' },
  },
  hydraulikanlage: {
    field: 'hydraulics',
    values: { 1: 'other', 2: 'tipper', 3: 'walking_floor', 4: 'tanker' },
  },
  radformel: {
    field: 'driveType',
    values: { 1: '4x2', 2: '4x4', 3: '6x2', 4: '6x4', 5: '6x6', 6: '8x4', 7: '8x6', 9: '8x8' },
  },
  kraftstoffart: {
    field: 'fuelType',
    values: {
      1: 'petrol',
      2: 'diesel',
      3: 'lpg',
      4: 'cng',
      6: 'electric',
      7: 'hybrid',
      8: 'hydrogen',
      9: 'ethanol',
      10: 'hybrid',
    },
  },
  getriebeart: {
    field: 'transmission',
    values: { 1: 'manual', 2: 'semi_automatic', 3: 'automatic' },
  },
};

/** Columns that hold one field unchanged; 0 means no input. */
export const MOBILE_DE_FIELDS: Readonly<Record<string, string>> = {
  leistung: 'powerKw',
  kilometer: 'mileage',
  ccm: 'engineDisplacementCcm',
  tragkraft: 'liftingCapacityKg',
  nutzlast: 'payloadKg',
  gesamtgewicht: 'grossVehicleWeightKg',
  hubhoehe: 'liftingHeightMm',
  bauhoehe: 'buildHeightMm',
  baujahr: 'year',
  betriebsstunden: 'operatingHours',
  sitze: 'seats',
  tueren: 'doors',
  achsen: 'axles',
  hu: 'nextInspection',
  ez: 'firstRegistration',
  verbrauch_kombiniert: 'fuelConsumption',
  emission: 'co2',
  haendlerpreis: 'dealerPrice',
  schlafplaetze: 'bunks',
  fahrzeuglaenge: 'lengthMm',
  fahrzeugbreite: 'widthMm',
  fahrzeughoehe: 'heightMm',
  laderaum_europalette: 'europallets',
  laderaum_volumen: 'loadVolumeM3',
  laderaum_laenge: 'loadLengthMm',
  laderaum_breite: 'loadWidthMm',
  laderaum_hoehe: 'loadHeightMm',
  vorbesitzer: 'previousOwners',
};
