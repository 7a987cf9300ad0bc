import { namesOfCategory } from './names/categories.ts';
import type { LocalizedName, VehicleClass } from './vehicle-class.ts';

export interface SeedCategory {
  readonly slug: string;
  /** Slug of the top category, null for a top category itself. */
  readonly parent: string | null;
  readonly class: VehicleClass;
  readonly names: LocalizedName;
  /** Class and category keys of mobile.de, by which feeds name the category. Unique over the whole tree. */
  readonly importKeys: readonly string[];
  /** Words of the trade that mean this category and no other. Unique over the whole tree when folded. */
  readonly aliases: readonly string[];
  readonly active: boolean;
  /** Order among siblings, from 1. */
  readonly position: number;
}

type Leaf = readonly [slug: string, en: string, de: string, importKeys: string, aliases: string];

interface Top {
  readonly slug: string;
  readonly class: VehicleClass;
  readonly names: { readonly en: string; readonly de: string };
  readonly importKeys: readonly string[];
  readonly aliases: readonly string[];
  readonly active: boolean;
  /** Import keys are separated by spaces, aliases by commas. */
  readonly leaves: readonly Leaf[];
}

// One category a line.
// prettier-ignore
const tops: readonly Top[] = [
  {
    slug: 'tractor-units',
    class: 'TU',
    names: { en: 'Tractor units', de: 'Sattelzugmaschinen' },
    importKeys: ['SemiTrailerTruck'],
    aliases: ['SZM', 'Zugmaschine', 'artic', 'prime mover', 'truck tractor', 'tracteur routier', 'trekker'],
    active: true,
    leaves: [
      ['standard-tractor-units', 'Standard tractor units', 'Standard-Sattelzugmaschinen', 'StandardTractorAndTrailerUnit', 'Standard SZM'],
      ['heavy-load-tractor-units', 'Heavy-load tractor units', 'Schwerlast-Sattelzugmaschinen', 'HeavyLoad', 'Schwerlast SZM,heavy haulage tractor'],
      ['hazardous-load-tractor-units', 'Hazardous-load tractor units (ADR)', 'Gefahrgut-Sattelzugmaschinen (ADR)', 'HazardousLoad', 'ADR SZM,GGVS SZM'],
      ['low-deck-tractor-units', 'Low-deck tractor units', 'Lowliner-Sattelzugmaschinen', 'VolumeTrailer', 'Lowliner,Low Deck,Mega SZM,Volumen SZM'],
      ['other-tractor-units', 'Other tractor units', 'Sonstige Sattelzugmaschinen', 'OtherSemiTrailerTruck', ''],
    ],
  },
  {
    slug: 'trucks',
    class: 'TR',
    names: { en: 'Trucks', de: 'Lkw ab 7,5 t' },
    importKeys: ['TruckOver7500'],
    aliases: ['Lkw', 'lorry', 'lorries', 'rigid truck', 'camion porteur'],
    active: true,
    leaves: [
      ['box-trucks', 'Box trucks', 'Koffer-Lkw', 'BoxTruck', 'Kofferaufbau,Luton truck'],
      ['refrigerated-trucks', 'Refrigerated trucks', 'Kühlkoffer-Lkw', 'RefrigeratorBodyTruck', 'reefer truck,Kühl-Lkw,Tiefkühl-Lkw'],
      ['curtainsider-trucks', 'Curtainsider trucks', 'Pritsche und Plane', 'StakeBodyAndTarpaulinTruck', 'Planen-Lkw,Pritschen-Lkw mit Plane'],
      ['dropside-trucks', 'Dropside trucks', 'Pritschenwagen', 'StakeBodyTruck', 'Pritschen-Lkw,flatbed truck'],
      ['tipper-trucks', 'Tipper trucks', 'Kipper-Lkw', 'TipperTruck', 'tipper,Kipper,camion benne,wywrotka'],
      ['three-sided-tippers', 'Three-way tippers', 'Dreiseitenkipper', 'Over7500_ThreeSidedTipper', '3-Seitenkipper,3-way tipper'],
      ['dumper-trucks', 'Dumper trucks', 'Muldenkipper-Lkw', 'DumperTruck', 'Hinterkipper,rear tipper'],
      ['hooklift-trucks', 'Hooklift trucks', 'Abrollkipper', 'RollOffTipperTruck', 'hooklift,Hakengerät,Hakenlift,ampliroll,roll-off truck'],
      ['skip-loaders', 'Skip loaders', 'Absetzkipper', 'SkipLorryTruck', 'skip lorry,skip truck'],
      ['chassis-trucks', 'Chassis trucks', 'Fahrgestell-Lkw', 'ChassisTruck', 'chassis cab truck'],
      ['swap-body-trucks', 'Swap-body trucks', 'BDF-Wechselfahrgestelle', 'SwapChassisTruck', 'BDF,Wechselfahrgestell,Wechsler'],
      ['crane-trucks', 'Trucks with loading crane', 'Lkw mit Ladekran', 'TruckMountedCraneTruck', 'crane truck,Kranwagen,Autokran-Lkw'],
      ['concrete-mixers', 'Concrete mixers', 'Betonmischer', 'CementMixerTruck', 'Fahrmischer,mixer truck'],
      ['concrete-pumps', 'Concrete pumps', 'Betonpumpen', 'ConcretePump', 'Autobetonpumpe'],
      ['tank-trucks', 'Tank trucks', 'Tankwagen', 'TankBodiesTruck', 'tanker truck,fuel tanker'],
      ['milk-tank-trucks', 'Milk tank trucks', 'Milchtankwagen', 'MilkTankTruck', 'Milchsammelwagen'],
      ['vacuum-trucks', 'Vacuum and jetting trucks', 'Saug- und Spülwagen', 'VacuumAndPressureVehicleTruck', 'Saugwagen,Kanalspüler'],
      ['timber-trucks', 'Timber trucks', 'Holztransporter', 'TimberCarrierTruck', 'logging truck,Langholzwagen'],
      ['car-transporter-trucks', 'Car transporter trucks', 'Autotransporter', 'CarCarrierTruck', 'car transporter,car carrier'],
      ['breakdown-trucks', 'Breakdown and recovery trucks', 'Abschlepp- und Bergefahrzeuge', 'BreakdownTruck', 'recovery truck,Abschleppwagen,tow truck'],
      ['beverage-trucks', 'Beverage trucks', 'Getränkewagen', 'BeveragesTruck', 'Getränke-Lkw,Schwenkwand-Lkw'],
      ['grain-trucks', 'Grain trucks', 'Getreide-Lkw', 'GrainTruck', 'Getreidekipper'],
      ['horse-trucks', 'Horse trucks', 'Pferdetransporter', 'HorsesTruck', 'horsebox'],
      ['jumbo-trucks', 'Jumbo trucks', 'Jumbo-Lkw', 'JumboTruck', 'Volumenzug,Jumbozug'],
      ['refuse-trucks', 'Refuse trucks', 'Müllwagen', 'RefuseTruck', 'garbage truck,bin lorry,Abfallsammelfahrzeug'],
      ['sweepers', 'Sweepers', 'Kehrmaschinen', 'SweepingMachineTruck', 'road sweeper,Straßenkehrmaschine'],
      ['aerial-platform-trucks', 'Trucks with aerial platform', 'Hubarbeitsbühnen-Lkw', 'HydraulicWorkPlatformTruck', 'Lkw-Arbeitsbühne,cherry picker'],
      ['traffic-construction-trucks', 'Traffic and road-construction trucks', 'Verkehrs- und Straßenbau-Lkw', 'TrafficConstructionTruck', ''],
      ['other-trucks', 'Other trucks', 'Sonstige Lkw', 'OtherTruckOver7500', ''],
    ],
  },
  {
    slug: 'vans',
    class: 'VA',
    names: { en: 'Vans', de: 'Transporter und Lkw bis 7,5 t' },
    importKeys: ['VanUpTo7500'],
    aliases: ['van', 'Transporter', 'LCV', 'light commercial vehicle', 'Kleintransporter', 'utilitaire'],
    active: true,
    leaves: [
      ['panel-vans', 'Panel vans', 'Kastenwagen', 'BoxTypeDeliveryVan', 'delivery van,Kasten'],
      ['high-panel-vans', 'High-roof panel vans', 'Kastenwagen hoch', 'HighBoxTypeDeliveryVan', 'Hochdach-Kastenwagen'],
      ['long-panel-vans', 'Long panel vans', 'Kastenwagen lang', 'LongBoxTypeDeliveryVan', 'LWB van'],
      ['high-long-panel-vans', 'High-roof long panel vans', 'Kastenwagen hoch und lang', 'HighAndLongBoxTypeDeliveryVan', 'Maxi-Kastenwagen,L3H2,L4H3'],
      ['box-vans', 'Box vans', 'Kofferaufbau-Transporter', 'BoxVan', 'Luton van,Koffer-Transporter'],
      ['refrigerated-vans', 'Refrigerated vans', 'Kühltransporter', 'RefrigeratorBodyVan RefrigeratorBox', 'fridge van,Kühlkastenwagen,Frischdienst'],
      ['dropside-vans', 'Dropside vans', 'Pritschenwagen bis 7,5 t', 'StakeBodyVan', 'Pritschen-Transporter,flatbed van'],
      ['curtainsider-vans', 'Curtainsider vans', 'Pritsche und Plane bis 7,5 t', 'StakeBodyWithTarpaulinVan', 'Planen-Transporter'],
      ['tipper-vans', 'Tipper vans', 'Kipper bis 7,5 t', 'TipperVan', 'Kipper-Transporter'],
      ['three-sided-tipper-vans', 'Three-way tipper vans', 'Dreiseitenkipper bis 7,5 t', 'UpTo7500_ThreeSidedTipper', ''],
      ['chassis-vans', 'Chassis vans', 'Fahrgestelle bis 7,5 t', 'ChassisVan', 'chassis cab van'],
      ['minibuses-up-to-9-seats', 'Passenger vans up to 9 seats', 'Kleinbusse bis 9 Sitze', 'EstateMinibusUpTo9SeatsVan', '9-Sitzer,9-seater,Kombi-Transporter'],
      ['car-transporter-vans', 'Car transporter vans', 'Autotransporter bis 7,5 t', 'CarCarrierVan', 'Plateauwagen'],
      ['crane-vans', 'Vans with loading crane', 'Transporter mit Ladekran', 'TruckMountedCraneVan', ''],
      ['aerial-platform-vans', 'Vans with aerial platform', 'Hubarbeitsbühnen bis 7,5 t', 'HydraulicWorkPlatformVan', 'Steiger-Transporter'],
      ['ambulances', 'Ambulances', 'Krankenwagen', 'AmbulanceVan', 'Rettungswagen,RTW,KTW'],
      ['security-vans', 'Security vans', 'Geld- und Werttransporter', 'SecurityVan', 'Geldtransporter,cash-in-transit van'],
      ['livestock-vans', 'Livestock vans', 'Viehtransporter bis 7,5 t', 'CattleTruckVan', ''],
      ['glass-transport-vans', 'Glass transport vans', 'Glastransporter', 'GlassTransportSuperstructureVan', 'Glasreff'],
      ['municipal-vans', 'Municipal vans', 'Kommunalfahrzeuge bis 7,5 t', 'SweepingMachineVan RefuseTruckVan VacuumAndPressureVehicleVan', 'Kommunaltransporter'],
      ['breakdown-vans', 'Breakdown and recovery vans', 'Abschleppwagen bis 7,5 t', 'BreakdownTruckVan', ''],
      ['other-vans', 'Other vans', 'Sonstige Transporter', 'OtherVanUpTo7500', ''],
    ],
  },
  {
    slug: 'semi-trailers',
    class: 'ST',
    names: { en: 'Semi-trailers', de: 'Sattelauflieger' },
    importKeys: ['SemiTrailer'],
    aliases: ['Auflieger', 'semitrailer', 'semi-remorque', 'naczepa', 'oplegger'],
    active: true,
    leaves: [
      ['curtainsider-semi-trailers', 'Curtainsider semi-trailers', 'Curtainsider / Schiebeplane', 'StakeBodyAndTarpaulinSemiTrailer', 'curtainsider,tautliner,Schiebeplane,Gardinenauflieger,Planenauflieger,firanka,schuifzeilen'],
      ['box-semi-trailers', 'Box semi-trailers', 'Kofferauflieger', 'BoxSemiTrailer', 'Trockenfrachtkoffer,dry freight box'],
      ['insulated-box-semi-trailers', 'Insulated box semi-trailers', 'Isolierkoffer-Auflieger', 'BoxAndIsolatedSemiTrailer', 'Isokoffer-Auflieger,Thermokoffer'],
      ['refrigerated-semi-trailers', 'Refrigerated semi-trailers', 'Kühlkoffer-Auflieger', 'RefrigeratorBodySemiTrailer', 'reefer,fridge trailer,Kühlauflieger,Kühler,Tiefkühlauflieger,frigo,chłodnia'],
      ['tipper-semi-trailers', 'Tipper semi-trailers', 'Kippauflieger', 'TipperSemiTrailer', 'Kippmulde,Muldenauflieger,Kippsattel,tipping trailer'],
      ['walking-floor-semi-trailers', 'Walking-floor semi-trailers', 'Schubboden-Auflieger', 'WalkingFloorSemiTrailer', 'Schubboden,walking floor,moving floor,Schubbodenauflieger'],
      ['container-chassis-semi-trailers', 'Container chassis', 'Containerchassis', 'ChassisSemiTrailer SwapChassisSemiTrailer', 'Containerauflieger,container chassis,skeletal trailer,Containerfahrgestell'],
      ['platform-semi-trailers', 'Platform semi-trailers', 'Plateauauflieger', 'PlatformSemiTrailer', 'flatbed trailer,Plattformauflieger,Flachbettauflieger'],
      ['dropside-semi-trailers', 'Dropside semi-trailers', 'Pritschenauflieger', 'StakeBodySemiTrailer', 'Pritschenauflieger mit Bordwänden'],
      ['low-loader-semi-trailers', 'Low-loader semi-trailers', 'Tieflader-Auflieger', 'LowLoaderSemiTrailer', 'low loader,Tieflader,Satteltieflader,Tiefbett,Semitieflader'],
      ['tank-semi-trailers', 'Tank semi-trailers', 'Tankauflieger', 'TankBodiesSemiTrailer', 'tanker trailer,Tanksattel,cysterna'],
      ['milk-tank-semi-trailers', 'Milk tank semi-trailers', 'Milchtankauflieger', 'MilkTankSemiTrailer', 'Milchsattel'],
      ['silo-semi-trailers', 'Silo semi-trailers', 'Siloauflieger', 'SiloSemiTrailer', 'bulk tanker,Siloauflieger kippbar,powder tanker'],
      ['car-carrier-semi-trailers', 'Car-carrier semi-trailers', 'Autotransporter-Auflieger', 'CarCarrierSemiTrailer', 'Autotransportauflieger'],
      ['livestock-semi-trailers', 'Livestock semi-trailers', 'Viehauflieger', 'CattleTruckSemiTrailer', 'Tiertransporter-Auflieger,cattle semi-trailer'],
      ['timber-semi-trailers', 'Timber semi-trailers', 'Holzauflieger', 'TimberCarrierSemiTrailer', 'Rungenauflieger,log semi-trailer'],
      ['long-material-semi-trailers', 'Long-material semi-trailers', 'Langmaterial-Auflieger', 'LongMaterialTransporterSemiTrailer', 'Teleauflieger,Telesattel,extendable trailer'],
      ['beverage-semi-trailers', 'Beverage semi-trailers', 'Getränkeauflieger', 'BeveragesSemiTrailer', 'Schwenkwand-Auflieger'],
      ['crane-semi-trailers', 'Semi-trailers with loading crane', 'Auflieger mit Ladekran', 'TruckMountedCraneSemiTrailer', 'Kranauflieger'],
      ['traffic-construction-semi-trailers', 'Traffic and road-construction semi-trailers', 'Verkehrs- und Straßenbau-Auflieger', 'TrafficConstructionSemiTrailer', ''],
      ['other-semi-trailers', 'Other semi-trailers', 'Sonstige Auflieger', 'OtherSemiTrailer', ''],
    ],
  },
  {
    slug: 'trailers',
    class: 'TL',
    names: { en: 'Trailers', de: 'Anhänger' },
    importKeys: ['Trailer'],
    aliases: ['Hänger', 'drawbar trailer', 'remorque', 'przyczepa', 'aanhanger'],
    active: true,
    leaves: [
      ['curtainsider-trailers', 'Curtainsider trailers', 'Anhänger mit Pritsche und Plane', 'StakeBodyAndTarpaulinTrailer', 'Planenanhänger,Plananhänger'],
      ['box-trailers', 'Box trailers', 'Kofferanhänger', 'BoxTrailer', 'Koffer-Hänger'],
      ['insulated-box-trailers', 'Insulated box trailers', 'Isolierkoffer-Anhänger', 'BoxAndIsolatedTrailer', 'Isokoffer-Anhänger'],
      ['refrigerated-trailers', 'Refrigerated trailers', 'Kühlkoffer-Anhänger', 'RefrigeratorBodyTrailer', 'Kühlanhänger,reefer drawbar'],
      ['tipper-trailers', 'Tipper trailers', 'Kippanhänger', 'TipperTrailer', 'Kipper-Anhänger,Tandemkipper,Dreiseitenkipp-Anhänger'],
      ['walking-floor-trailers', 'Walking-floor trailers', 'Schubboden-Anhänger', 'WalkingFloorTrailer', 'Schubbodenanhänger'],
      ['chassis-trailers', 'Chassis trailers', 'Fahrgestell-Anhänger', 'ChassisTrailer', 'Containeranhänger'],
      ['swap-body-trailers', 'Swap-body trailers', 'Wechselanhänger', 'SwapBodyTrailer SwapChassisTrailer', 'BDF-Anhänger,Lafette'],
      ['platform-trailers', 'Platform trailers', 'Plattformanhänger', 'PlatformTrailer', 'Plateauanhänger,flatbed drawbar'],
      ['dropside-trailers', 'Dropside trailers', 'Pritschenanhänger', 'StakeBodyTrailer', 'Hochlader,Hochladeranhänger'],
      ['low-loader-trailers', 'Low-loader trailers', 'Tiefladeranhänger', 'LowLoaderTrailer', 'Tiefladeanhänger,plant trailer'],
      ['tank-trailers', 'Tank trailers', 'Tankanhänger', 'TankBodiesTrailer', 'Tank-Hänger'],
      ['milk-tank-trailers', 'Milk tank trailers', 'Milchtankanhänger', 'MilkTankTrailer', ''],
      ['silo-trailers', 'Silo trailers', 'Siloanhänger', 'SiloTrailer', ''],
      ['timber-trailers', 'Timber trailers', 'Holzanhänger', 'TimberCarrierTrailer', 'Langholzanhänger,log trailer,Rungenanhänger'],
      ['long-material-trailers', 'Long-material trailers', 'Langmaterialanhänger', 'LongMaterialTransporterTrailer', 'Nachläufer'],
      ['car-carrier-trailers', 'Car-carrier trailers', 'Autotransportanhänger', 'CarCarrierTrailer', 'Autotransporter-Anhänger'],
      ['livestock-trailers', 'Livestock trailers', 'Viehanhänger', 'CattleTruckTrailer', 'Pferdeanhänger,horse trailer,cattle trailer'],
      ['beverage-trailers', 'Beverage trailers', 'Getränkeanhänger', 'BeveragesTrailer', ''],
      ['hooklift-trailers', 'Hooklift trailers', 'Abrollanhänger', 'RollOffTrailer', 'Abrollcontainer-Anhänger'],
      ['skip-trailers', 'Skip trailers', 'Absetzanhänger', 'SkipHoistTrailer', 'Muldenanhänger'],
      ['construction-trailers', 'Construction trailers', 'Bauwagen und Baustellenanhänger', 'ConstructionTrailer', 'Bauwagen,site trailer'],
      ['work-platform-trailers', 'Work-platform trailers', 'Anhänger-Arbeitsbühnen', 'HydraulicWorkPlatformTrailer', 'Anhängerbühne,trailer-mounted lift'],
      ['traffic-construction-trailers', 'Traffic and road-construction trailers', 'Verkehrs- und Straßenbau-Anhänger', 'TrafficConstructionTrailer', 'Absperrtafel,Warnleitanhänger'],
      ['car-trailers', 'Car trailers', 'Pkw-Anhänger', 'TrailerCar', 'PKW-Hänger,light trailer'],
      ['boat-trailers', 'Boat trailers', 'Bootsanhänger', 'BoatTrailer', 'Bootstrailer'],
      ['motorcycle-trailers', 'Motorcycle trailers', 'Motorradanhänger', 'MotorcycleTrailer', ''],
      ['glass-trailers', 'Glass trailers', 'Glastransport-Anhänger', 'GlassTransportSuperstructureTrailer', ''],
      ['other-trailers', 'Other trailers', 'Sonstige Anhänger', 'OtherTrailer', ''],
    ],
  },
  {
    slug: 'buses',
    class: 'BU',
    names: { en: 'Buses and coaches', de: 'Busse' },
    importKeys: ['Bus'],
    aliases: ['Omnibus', 'Omnibusse', 'autobus', 'autobusy'],
    active: true,
    leaves: [
      ['coaches', 'Coaches', 'Reisebusse', 'Coach', 'Reisebus,touring coach,autocar'],
      ['city-buses', 'City buses', 'Linienbusse', 'PublicServiceVehicleBus', 'Stadtbus,Linienbus,transit bus'],
      ['intercity-buses', 'Intercity buses', 'Überlandbusse', 'CrossCountryBus', 'Überlandbus,Kombibus'],
      ['articulated-buses', 'Articulated buses', 'Gelenkbusse', 'ArticulatedBus', 'Gelenkbus,bendy bus'],
      ['double-decker-buses', 'Double-decker buses', 'Doppelstockbusse', 'DoubleDeckerBus', 'Doppeldecker,Doppelstockbus'],
      ['midi-buses', 'Midi buses', 'Clubbusse / Midibusse', 'Clubbus', 'Clubbus,Midibus'],
      ['minibuses', 'Minibuses', 'Kleinbusse', 'Minibus', 'Kleinbus,Minibus'],
      ['school-buses', 'School buses', 'Schulbusse', 'SchoolBus', 'Schulbus'],
      ['other-buses', 'Other buses', 'Sonstige Busse', 'OtherBus', ''],
    ],
  },
  {
    slug: 'construction-machinery',
    class: 'CM',
    names: { en: 'Construction machinery', de: 'Baumaschinen' },
    importKeys: ['ConstructionMachine'],
    aliases: ['Baumaschine', 'plant machinery', 'heavy equipment', 'engins TP'],
    active: true,
    leaves: [
      ['crawler-excavators', 'Crawler excavators', 'Kettenbagger', 'CaterpillarDigger', 'Raupenbagger,tracked excavator,digger'],
      ['wheeled-excavators', 'Wheeled excavators', 'Mobilbagger', 'MobileDigger', 'Radbagger'],
      ['mini-excavators', 'Mini excavators', 'Minibagger', 'MiniDigger', 'mini digger,Kompaktbagger'],
      ['wheel-loaders', 'Wheel loaders', 'Radlader', 'WheeledLoader', 'loading shovel,Hoflader'],
      ['backhoe-loaders', 'Backhoe loaders', 'Baggerlader', 'CombinedDredgerLoader', 'backhoe,tractopelle'],
      ['skid-steers', 'Skid-steer loaders', 'Kompaktlader', 'SkidSteer', 'skid steer,Bobcat-Lader'],
      ['telehandlers', 'Telehandlers', 'Teleskoplader', 'Telehandler', 'telescopic handler,Telelader'],
      ['bulldozers', 'Bulldozers', 'Planierraupen', 'Dozer', 'dozer,Raupe,Laderaupe'],
      ['graders', 'Graders', 'Grader', 'Grader', 'motor grader'],
      ['rollers', 'Rollers', 'Walzen', 'Roller', 'Walzenzug,Tandemwalze,road roller'],
      ['compactors', 'Compaction equipment', 'Verdichtungstechnik', 'CompactionTechnology', 'Rüttelplatte,plate compactor,Stampfer'],
      ['dump-trucks', 'Dump trucks', 'Dumper und Muldenkipper', 'DumpTruck', 'articulated dumper,Knicklenker,Raddumper,Dumper'],
      ['cranes', 'Cranes', 'Krane', 'ConstructionCrane', 'mobile crane,Mobilkran,Autokran,Turmdrehkran,tower crane'],
      ['drilling-machines', 'Drilling machines', 'Bohrgeräte', 'DrillMachine', 'drilling rig,Bohranlage'],
      ['crushers', 'Crushers and screeners', 'Brecher und Siebanlagen', 'Crusher', 'Brecher,screener,Siebanlage,Backenbrecher'],
      ['road-building', 'Road-building machinery', 'Straßenbautechnik', 'RoadBuildingTechnology', 'Straßenfertiger,paver,Kaltfräse,asphalt paver'],
      ['soil-stabilisers', 'Soil stabilisers', 'Bodenstabilisierer', 'SoilStabiliser', 'Bodenfräse'],
      ['work-platforms', 'Work platforms', 'Arbeitsbühnen', 'WorkingPlatform', 'scissor lift,Scherenbühne,boom lift,Gelenkteleskopbühne'],
      ['construction-equipment', 'Construction equipment', 'Baugeräte', 'ConstructionEquipment', 'Kompressor,Stromerzeuger,generator'],
      ['attachments', 'Attachments', 'Anbaugeräte', 'OtherSubstructure', 'Tieflöffel,Hydraulikhammer,excavator bucket'],
      ['other-construction-machinery', 'Other construction machinery', 'Sonstige Baumaschinen', 'OtherConstructionMachine', ''],
    ],
  },
  {
    slug: 'forklifts',
    class: 'FL',
    names: { en: 'Forklifts and warehouse trucks', de: 'Stapler und Lagertechnik' },
    importKeys: ['ForkliftTruck'],
    aliases: ['Gabelstapler', 'Stapler', 'forklift', 'fork truck', 'Flurförderzeuge'],
    active: false,
    leaves: [
      ['counterbalance-forklifts', 'Counterbalance forklifts', 'Frontstapler', 'FrontMountedForkliftTruck', 'Gegengewichtsstapler'],
      ['reach-trucks', 'Reach trucks', 'Schubmaststapler', 'ReachForkliftTruck', ''],
      ['telescopic-forklifts', 'Telescopic forklifts', 'Teleskopstapler', 'TelescopicForkliftTruck', ''],
      ['rough-terrain-forklifts', 'Rough-terrain forklifts', 'Geländestapler', 'RoughTerrainForkliftTruck', 'all-terrain forklift'],
      ['container-handlers', 'Container handlers', 'Containerstapler', 'ContainerForkliftTruck', 'reach stacker'],
      ['side-loaders', 'Side loaders', 'Seitenstapler', 'SideLoadingForkliftTruck', 'Vierwegestapler'],
      ['high-lift-trucks', 'High-lift trucks', 'Hochhubwagen', 'HighLiftTruck', 'pallet stacker'],
      ['low-lift-trucks', 'Low-lift trucks', 'Niederhubwagen', 'LowLiftTruck', 'pallet truck,Ameise'],
      ['high-bay-forklifts', 'High-bay forklifts', 'Hochregalstapler', 'HighBayRackForkliftTruck', 'VNA truck'],
      ['other-forklifts', 'Other forklifts', 'Sonstige Stapler', 'OtherForkliftTruck', ''],
    ],
  },
  {
    slug: 'agricultural-machinery',
    class: 'AG',
    names: { en: 'Agricultural machinery', de: 'Landmaschinen' },
    importKeys: ['AgriculturalVehicle'],
    aliases: ['Landtechnik', 'Agrarfahrzeuge', 'farm machinery'],
    active: false,
    leaves: [
      ['tractors', 'Tractors', 'Traktoren', 'Tractor', 'Traktor,Schlepper,farm tractor'],
      ['farmyard-tractors', 'Farmyard tractors', 'Hofschlepper', 'FarmyardTractor', 'Kleintraktor'],
      ['combine-harvesters', 'Combine harvesters', 'Mähdrescher', 'CombineHarvester', 'combine'],
      ['harvesting-machines', 'Harvesting machines', 'Erntemaschinen', 'HarvestingMachine', 'Feldhäcksler,forage harvester,Rübenroder'],
      ['loader-wagons', 'Loader wagons', 'Ladewagen', 'LoaderWagon', 'Häckselwagen'],
      ['front-loaders', 'Front loaders', 'Frontlader', 'FrontEndLoader', ''],
      ['forestry-machines', 'Forestry machines', 'Forstmaschinen', 'ForestryVehicle', 'forwarder,Harvester,Rückezug'],
      ['fertilizer-spreaders', 'Fertilizer spreaders', 'Düngerstreuer', 'FertilizerSpreader', 'Miststreuer,Güllefass'],
      ['ploughs', 'Ploughs', 'Pflüge', 'Plough', 'plow'],
      ['seeders', 'Seeders', 'Sätechnik', 'Seeder', 'Drillmaschine,seed drill'],
      ['harrows', 'Harrows', 'Eggen', 'Harrow', 'Kreiselegge,Grubber,Scheibenegge'],
      ['haymaking-machines', 'Haymaking machines', 'Heuwerbung', 'HaymakingMachine', 'Ballenpresse,baler,Mähwerk,Schwader'],
      ['mulchers', 'Mulchers', 'Mulcher', 'Mulcher', ''],
      ['plant-protection', 'Plant protection', 'Pflanzenschutz', 'PlantProtection', 'Feldspritze,sprayer'],
      ['orchard-machinery', 'Orchard and vineyard machinery', 'Obst- und Weinbautechnik', 'OrchardMachine', 'Weinbauschlepper'],
      ['other-agricultural-machinery', 'Other agricultural machinery', 'Sonstige Landmaschinen', 'OtherAgriculturalVehicle', ''],
    ],
  },
];

const split = (text: string, separator: string): string[] => (text === '' ? [] : text.split(separator));

function withLeaves(top: Top, position: number): SeedCategory[] {
  const { leaves, ...rest } = top;
  return [
    { ...rest, names: { ...rest.names, ...namesOfCategory(rest.slug) }, parent: null, position },
    ...leaves.map(([slug, en, de, importKeys, aliases], index) => ({
      slug,
      parent: top.slug,
      class: top.class,
      names: { en, de, ...namesOfCategory(slug) },
      importKeys: split(importKeys, ' '),
      aliases: split(aliases, ','),
      active: top.active,
      position: index + 1,
    })),
  ];
}

/** The two-level tree, every parent before its children. */
export const seedCategories: readonly SeedCategory[] = tops.flatMap((top, index) =>
  withLeaves(top, index + 1),
);
