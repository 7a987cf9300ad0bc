import type { LocalizedName, NameCells, VehicleClass } from './vehicle-class.ts';

interface SeedCategory {
  readonly slug: string;
  /** Slug of the top category; null for a top category. */
  readonly parent: string | null;
  readonly class: VehicleClass;
  readonly names: LocalizedName;
  /** Class and category keys of mobile.de, which feeds use. Unique in the whole tree. */
  readonly importKeys: readonly string[];
  /** Trade terms that mean only this category. Unique in the whole tree when folded. */
  readonly aliases: readonly string[];
  readonly active: boolean;
  /** Order among siblings, from 1. */
  readonly position: number;
}

type Leaf = readonly [slug: string, ...names: NameCells, importKeys: string, aliases: string];

interface Top {
  readonly slug: string;
  readonly class: VehicleClass;
  readonly names: LocalizedName;
  readonly importKeys: readonly string[];
  readonly aliases: readonly string[];
  readonly active: boolean;
  /** Import keys are separated by spaces, aliases by commas. */
  readonly leaves: readonly Leaf[];
}

// One category per line.
// prettier-ignore
const tops: readonly Top[] = [
  {
    slug: 'tractor-units',
    class: 'TU',
    names: { en: 'Tractor units', de: 'Sattelzugmaschinen', fr: 'Tracteurs routiers', nl: 'Trekkers', pl: 'Ciągniki siodłowe', es: 'Cabezas tractoras', it: 'Trattori stradali' },
    importKeys: ['SemiTrailerTruck'],
    aliases: ['SZM', 'Zugmaschine', 'artic', 'prime mover', 'truck tractor', 'tracteur routier', 'trekker'],
    active: true,
    leaves: [
      ['standard-tractor-units', 'Standard tractor units', 'Standard-Sattelzugmaschinen', 'Tracteurs routiers standard', 'Standaard trekkers', 'Ciągniki siodłowe standardowe', 'Cabezas tractoras estándar', 'Trattori stradali standard', 'StandardTractorAndTrailerUnit', 'Standard SZM'],
      ['heavy-load-tractor-units', 'Heavy-load tractor units', 'Schwerlast-Sattelzugmaschinen', 'Tracteurs pour convois exceptionnels', 'Zware trekkers', 'Ciągniki siodłowe ciężkie', 'Cabezas tractoras para cargas pesadas', 'Trattori stradali per trasporti eccezionali', 'HeavyLoad', 'Schwerlast SZM,heavy haulage tractor'],
      ['hazardous-load-tractor-units', 'Hazardous-load tractor units (ADR)', 'Gefahrgut-Sattelzugmaschinen (ADR)', 'Tracteurs pour matières dangereuses (ADR)', 'Trekkers voor gevaarlijke stoffen (ADR)', 'Ciągniki siodłowe ADR', 'Cabezas tractoras para mercancías peligrosas (ADR)', 'Trattori stradali per merci pericolose (ADR)', 'HazardousLoad', 'ADR SZM,GGVS SZM'],
      ['low-deck-tractor-units', 'Low-deck tractor units', 'Lowliner-Sattelzugmaschinen', 'Tracteurs surbaissés', 'Lowdeck-trekkers', 'Ciągniki siodłowe niskopodłogowe', 'Cabezas tractoras de perfil bajo', 'Trattori stradali ribassati', 'VolumeTrailer', 'Lowliner,Low Deck,Mega SZM,Volumen SZM'],
      ['other-tractor-units', 'Other tractor units', 'Sonstige Sattelzugmaschinen', 'Autres tracteurs routiers', 'Overige trekkers', 'Inne ciągniki siodłowe', 'Otras cabezas tractoras', 'Altri trattori stradali', 'OtherSemiTrailerTruck', ''],
    ],
  },
  {
    slug: 'trucks',
    class: 'TR',
    names: { en: 'Trucks', de: 'Lkw ab 7,5 t', fr: 'Camions', nl: 'Vrachtwagens', pl: 'Samochody ciężarowe', es: 'Camiones', it: 'Camion' },
    importKeys: ['TruckOver7500'],
    aliases: ['Lkw', 'lorry', 'lorries', 'rigid truck', 'camion porteur'],
    active: true,
    leaves: [
      ['box-trucks', 'Box trucks', 'Koffer-Lkw', 'Camions fourgon', 'Bakwagens', 'Ciężarówki z kontenerem', 'Camiones con caja cerrada', 'Camion furgonati', 'BoxTruck', 'Kofferaufbau,Luton truck'],
      ['refrigerated-trucks', 'Refrigerated trucks', 'Kühlkoffer-Lkw', 'Camions frigorifiques', 'Koelwagens', 'Ciężarówki chłodnie', 'Camiones frigoríficos', 'Camion frigoriferi', 'RefrigeratorBodyTruck', 'reefer truck,Kühl-Lkw,Tiefkühl-Lkw'],
      ['curtainsider-trucks', 'Curtainsider trucks', 'Pritsche und Plane', 'Camions rideaux coulissants', 'Schuifzeilwagens', 'Ciężarówki z plandeką', 'Camiones con lona', 'Camion centinati', 'StakeBodyAndTarpaulinTruck', 'Planen-Lkw,Pritschen-Lkw mit Plane'],
      ['dropside-trucks', 'Dropside trucks', 'Pritschenwagen', 'Camions plateau ridelles', 'Open laadbakwagens', 'Ciężarówki skrzyniowe', 'Camiones de caja abierta', 'Camion con sponde', 'StakeBodyTruck', 'Pritschen-Lkw,flatbed truck'],
      ['tipper-trucks', 'Tipper trucks', 'Kipper-Lkw', 'Camions bennes', 'Kippers', 'Wywrotki', 'Camiones volquete', 'Camion ribaltabili', 'TipperTruck', 'tipper,Kipper,camion benne,wywrotka'],
      ['three-sided-tippers', 'Three-way tippers', 'Dreiseitenkipper', 'Camions tribennes', 'Driezijdige kippers', 'Wywrotki trójstronne', 'Camiones volquete trilateral', 'Camion ribaltabili trilaterali', 'Over7500_ThreeSidedTipper', '3-Seitenkipper,3-way tipper'],
      ['dumper-trucks', 'Dumper trucks', 'Muldenkipper-Lkw', 'Camions bennes arrière', 'Achterkippers', 'Wywrotki tylne', 'Camiones volquete trasero', 'Camion ribaltabili posteriori', 'DumperTruck', 'Hinterkipper,rear tipper'],
      ['hooklift-trucks', 'Hooklift trucks', 'Abrollkipper', 'Camions polybennes', 'Haakarmvoertuigen', 'Hakowce', 'Camiones multilift de gancho', 'Camion scarrabili', 'RollOffTipperTruck', 'hooklift,Hakengerät,Hakenlift,ampliroll,roll-off truck'],
      ['skip-loaders', 'Skip loaders', 'Absetzkipper', 'Camions multibennes', 'Portaalarmvoertuigen', 'Bramowce', 'Camiones portacontenedores de cadenas', 'Camion multibenna', 'SkipLorryTruck', 'skip lorry,skip truck'],
      ['chassis-trucks', 'Chassis trucks', 'Fahrgestell-Lkw', 'Châssis cabines', 'Chassis-cabines', 'Podwozia ciężarowe', 'Camiones chasis', 'Camion telaio', 'ChassisTruck', 'chassis cab truck'],
      ['swap-body-trucks', 'Swap-body trucks', 'BDF-Wechselfahrgestelle', 'Camions porte-caisses mobiles', 'Wissellaadbakwagens', 'Ciężarówki BDF', 'Camiones portacajas móviles', 'Camion porta casse mobili', 'SwapChassisTruck', 'BDF,Wechselfahrgestell,Wechsler'],
      ['crane-trucks', 'Trucks with loading crane', 'Lkw mit Ladekran', 'Camions grues', 'Kraanwagens', 'Ciężarówki z HDS', 'Camiones grúa', 'Camion con gru', 'TruckMountedCraneTruck', 'crane truck,Kranwagen,Autokran-Lkw'],
      ['concrete-mixers', 'Concrete mixers', 'Betonmischer', 'Camions malaxeurs', 'Betonmixers', 'Betonomieszarki', 'Camiones hormigonera', 'Betoniere', 'CementMixerTruck', 'Fahrmischer,mixer truck'],
      ['concrete-pumps', 'Concrete pumps', 'Betonpumpen', 'Pompes à béton', 'Betonpompen', 'Pompy do betonu', 'Bombas de hormigón', 'Pompe per calcestruzzo', 'ConcretePump', 'Autobetonpumpe'],
      ['tank-trucks', 'Tank trucks', 'Tankwagen', 'Camions citernes', 'Tankwagens', 'Ciężarówki cysterny', 'Camiones cisterna', 'Autocisterne', 'TankBodiesTruck', 'tanker truck,fuel tanker'],
      ['milk-tank-trucks', 'Milk tank trucks', 'Milchtankwagen', 'Camions citernes à lait', 'Melktankwagens', 'Cysterny do mleka', 'Camiones cisterna de leche', 'Autocisterne per latte', 'MilkTankTruck', 'Milchsammelwagen'],
      ['vacuum-trucks', 'Vacuum and jetting trucks', 'Saug- und Spülwagen', 'Camions hydrocureurs', 'Kolkenzuigers', 'Wozy asenizacyjne', 'Camiones de aspiración y limpieza', 'Autospurghi', 'VacuumAndPressureVehicleTruck', 'Saugwagen,Kanalspüler'],
      ['timber-trucks', 'Timber trucks', 'Holztransporter', 'Camions grumiers', 'Houttransportwagens', 'Ciężarówki do drewna', 'Camiones forestales', 'Camion per legname', 'TimberCarrierTruck', 'logging truck,Langholzwagen'],
      ['car-transporter-trucks', 'Car transporter trucks', 'Autotransporter', 'Camions porte-voitures', 'Autotransporters', 'Autolawety ciężarowe', 'Camiones portacoches', 'Camion bisarca', 'CarCarrierTruck', 'car transporter,car carrier'],
      ['breakdown-trucks', 'Breakdown and recovery trucks', 'Abschlepp- und Bergefahrzeuge', 'Dépanneuses poids lourds', 'Bergingsvoertuigen', 'Pojazdy pomocy drogowej', 'Camiones grúa de rescate', 'Carri attrezzi', 'BreakdownTruck', 'recovery truck,Abschleppwagen,tow truck'],
      ['beverage-trucks', 'Beverage trucks', 'Getränkewagen', 'Camions brasseurs', 'Drankenwagens', 'Ciężarówki do napojów', 'Camiones de bebidas', 'Camion per bevande', 'BeveragesTruck', 'Getränke-Lkw,Schwenkwand-Lkw'],
      ['grain-trucks', 'Grain trucks', 'Getreide-Lkw', 'Camions céréaliers', 'Graanwagens', 'Ciężarówki do zboża', 'Camiones de cereales', 'Camion per cereali', 'GrainTruck', 'Getreidekipper'],
      ['horse-trucks', 'Horse trucks', 'Pferdetransporter', 'Camions à chevaux', 'Paardenwagens', 'Koniowozy', 'Camiones de caballos', 'Camion per cavalli', 'HorsesTruck', 'horsebox'],
      ['jumbo-trucks', 'Jumbo trucks', 'Jumbo-Lkw', 'Camions jumbo', 'Jumbo-vrachtwagens', 'Ciężarówki jumbo', 'Camiones jumbo', 'Camion jumbo', 'JumboTruck', 'Volumenzug,Jumbozug'],
      ['refuse-trucks', 'Refuse trucks', 'Müllwagen', 'Bennes à ordures', 'Vuilniswagens', 'Śmieciarki', 'Camiones de basura', 'Compattatori per rifiuti', 'RefuseTruck', 'garbage truck,bin lorry,Abfallsammelfahrzeug'],
      ['sweepers', 'Sweepers', 'Kehrmaschinen', 'Balayeuses', 'Veegmachines', 'Zamiatarki', 'Barredoras', 'Spazzatrici', 'SweepingMachineTruck', 'road sweeper,Straßenkehrmaschine'],
      ['aerial-platform-trucks', 'Trucks with aerial platform', 'Hubarbeitsbühnen-Lkw', 'Camions nacelles', 'Hoogwerkers op vrachtwagen', 'Ciężarówki z podnośnikiem koszowym', 'Camiones con plataforma elevadora', 'Camion con piattaforma aerea', 'HydraulicWorkPlatformTruck', 'Lkw-Arbeitsbühne,cherry picker'],
      ['traffic-construction-trucks', 'Traffic and road-construction trucks', 'Verkehrs- und Straßenbau-Lkw', 'Camions pour travaux routiers', 'Wegenbouwwagens', 'Ciężarówki do robót drogowych', 'Camiones para obras viales', 'Camion per lavori stradali', 'TrafficConstructionTruck', ''],
      ['other-trucks', 'Other trucks', 'Sonstige Lkw', 'Autres camions', 'Overige vrachtwagens', 'Inne ciężarówki', 'Otros camiones', 'Altri camion', 'OtherTruckOver7500', ''],
    ],
  },
  {
    slug: 'vans',
    class: 'VA',
    names: { en: 'Vans', de: 'Transporter und Lkw bis 7,5 t', fr: 'Utilitaires légers', nl: 'Bestelwagens', pl: 'Samochody dostawcze', es: 'Furgonetas', it: 'Veicoli commerciali leggeri' },
    importKeys: ['VanUpTo7500'],
    aliases: ['van', 'Transporter', 'LCV', 'light commercial vehicle', 'Kleintransporter', 'utilitaire'],
    active: true,
    leaves: [
      ['panel-vans', 'Panel vans', 'Kastenwagen', 'Fourgons tôlés', 'Gesloten bestelwagens', 'Furgony', 'Furgones', 'Furgoni', 'BoxTypeDeliveryVan', 'delivery van,Kasten'],
      ['high-panel-vans', 'High-roof panel vans', 'Kastenwagen hoch', 'Fourgons tôlés surélevés', 'Gesloten bestelwagens hoog', 'Furgony wysokie', 'Furgones altos', 'Furgoni tetto alto', 'HighBoxTypeDeliveryVan', 'Hochdach-Kastenwagen'],
      ['long-panel-vans', 'Long panel vans', 'Kastenwagen lang', 'Fourgons tôlés longs', 'Gesloten bestelwagens lang', 'Furgony długie', 'Furgones largos', 'Furgoni passo lungo', 'LongBoxTypeDeliveryVan', 'LWB van'],
      ['high-long-panel-vans', 'High-roof long panel vans', 'Kastenwagen hoch und lang', 'Fourgons tôlés longs surélevés', 'Gesloten bestelwagens lang en hoog', 'Furgony długie i wysokie', 'Furgones largos y altos', 'Furgoni passo lungo tetto alto', 'HighAndLongBoxTypeDeliveryVan', 'Maxi-Kastenwagen,L3H2,L4H3'],
      ['box-vans', 'Box vans', 'Kofferaufbau-Transporter', 'Utilitaires à caisse', 'Bakbestelwagens', 'Dostawcze z kontenerem', 'Furgonetas de caja cerrada', 'Furgoni box', 'BoxVan', 'Luton van,Koffer-Transporter'],
      ['refrigerated-vans', 'Refrigerated vans', 'Kühltransporter', 'Utilitaires frigorifiques', 'Koelbestelwagens', 'Dostawcze chłodnie', 'Furgonetas frigoríficas', 'Furgoni frigoriferi', 'RefrigeratorBodyVan RefrigeratorBox', 'fridge van,Kühlkastenwagen,Frischdienst'],
      ['dropside-vans', 'Dropside vans', 'Pritschenwagen bis 7,5 t', 'Utilitaires plateau ridelles', 'Open laadbak bestelwagens', 'Dostawcze skrzyniowe', 'Furgonetas de caja abierta', 'Autocarri leggeri con sponde', 'StakeBodyVan', 'Pritschen-Transporter,flatbed van'],
      ['curtainsider-vans', 'Curtainsider vans', 'Pritsche und Plane bis 7,5 t', 'Utilitaires bâchés', 'Bestelwagens met huif', 'Dostawcze plandeki', 'Furgonetas con lona', 'Autocarri leggeri centinati', 'StakeBodyWithTarpaulinVan', 'Planen-Transporter'],
      ['tipper-vans', 'Tipper vans', 'Kipper bis 7,5 t', 'Utilitaires bennes', 'Kipper bestelwagens', 'Dostawcze wywrotki', 'Furgonetas volquete', 'Autocarri leggeri ribaltabili', 'TipperVan', 'Kipper-Transporter'],
      ['three-sided-tipper-vans', 'Three-way tipper vans', 'Dreiseitenkipper bis 7,5 t', 'Utilitaires tribennes', 'Driezijdige kipper bestelwagens', 'Dostawcze wywrotki trójstronne', 'Furgonetas volquete trilateral', 'Autocarri leggeri ribaltabili trilaterali', 'UpTo7500_ThreeSidedTipper', ''],
      ['chassis-vans', 'Chassis vans', 'Fahrgestelle bis 7,5 t', 'Châssis cabines légers', 'Bestelwagen chassis-cabines', 'Podwozia dostawcze', 'Furgonetas chasis', 'Autocarri leggeri a telaio', 'ChassisVan', 'chassis cab van'],
      ['minibuses-up-to-9-seats', 'Passenger vans up to 9 seats', 'Kleinbusse bis 9 Sitze', 'Combis jusqu’à 9 places', 'Personenbusjes tot 9 zitplaatsen', 'Busy osobowe do 9 miejsc', 'Furgonetas de pasajeros hasta 9 plazas', 'Pulmini fino a 9 posti', 'EstateMinibusUpTo9SeatsVan', '9-Sitzer,9-seater,Kombi-Transporter'],
      ['car-transporter-vans', 'Car transporter vans', 'Autotransporter bis 7,5 t', 'Utilitaires porte-voitures', 'Autoambulances', 'Autolawety dostawcze', 'Furgonetas portacoches', 'Autocarri leggeri trasporto auto', 'CarCarrierVan', 'Plateauwagen'],
      ['crane-vans', 'Vans with loading crane', 'Transporter mit Ladekran', 'Utilitaires avec grue', 'Bestelwagens met laadkraan', 'Dostawcze z żurawiem', 'Furgonetas con grúa', 'Autocarri leggeri con gru', 'TruckMountedCraneVan', ''],
      ['aerial-platform-vans', 'Vans with aerial platform', 'Hubarbeitsbühnen bis 7,5 t', 'Utilitaires nacelles', 'Bestelwagens met hoogwerker', 'Dostawcze z podnośnikiem koszowym', 'Furgonetas con plataforma elevadora', 'Autocarri leggeri con piattaforma aerea', 'HydraulicWorkPlatformVan', 'Steiger-Transporter'],
      ['ambulances', 'Ambulances', 'Krankenwagen', 'Ambulances', 'Ambulances', 'Karetki pogotowia', 'Ambulancias', 'Ambulanze', 'AmbulanceVan', 'Rettungswagen,RTW,KTW'],
      ['security-vans', 'Security vans', 'Geld- und Werttransporter', 'Fourgons blindés', 'Geldtransportwagens', 'Bankowozy', 'Furgones blindados', 'Furgoni portavalori', 'SecurityVan', 'Geldtransporter,cash-in-transit van'],
      ['livestock-vans', 'Livestock vans', 'Viehtransporter bis 7,5 t', 'Utilitaires bétaillères', 'Veewagens tot 7,5 t', 'Dostawcze do zwierząt', 'Furgonetas para ganado', 'Furgoni trasporto bestiame', 'CattleTruckVan', ''],
      ['glass-transport-vans', 'Glass transport vans', 'Glastransporter', 'Utilitaires porte-verre', 'Glastransportwagens', 'Dostawcze do szkła', 'Furgonetas para vidrio', 'Furgoni trasporto vetri', 'GlassTransportSuperstructureVan', 'Glasreff'],
      ['municipal-vans', 'Municipal vans', 'Kommunalfahrzeuge bis 7,5 t', 'Utilitaires de voirie', 'Gemeentevoertuigen tot 7,5 t', 'Dostawcze komunalne', 'Furgonetas municipales', 'Veicoli leggeri comunali', 'SweepingMachineVan RefuseTruckVan VacuumAndPressureVehicleVan', 'Kommunaltransporter'],
      ['breakdown-vans', 'Breakdown and recovery vans', 'Abschleppwagen bis 7,5 t', 'Dépanneuses légères', 'Lichte bergingsvoertuigen', 'Dostawcze pomocy drogowej', 'Furgonetas de rescate', 'Carri attrezzi leggeri', 'BreakdownTruckVan', ''],
      ['other-vans', 'Other vans', 'Sonstige Transporter', 'Autres utilitaires', 'Overige bestelwagens', 'Inne dostawcze', 'Otras furgonetas', 'Altri veicoli leggeri', 'OtherVanUpTo7500', ''],
    ],
  },
  {
    slug: 'semi-trailers',
    class: 'ST',
    names: { en: 'Semi-trailers', de: 'Sattelauflieger', fr: 'Semi-remorques', nl: 'Opleggers', pl: 'Naczepy', es: 'Semirremolques', it: 'Semirimorchi' },
    importKeys: ['SemiTrailer'],
    aliases: ['Auflieger', 'semitrailer', 'semi-remorque', 'naczepa', 'oplegger'],
    active: true,
    leaves: [
      ['curtainsider-semi-trailers', 'Curtainsider semi-trailers', 'Curtainsider / Schiebeplane', 'Semi-remorques à rideaux coulissants', 'Schuifzeilopleggers', 'Naczepy kurtynowe', 'Semirremolques de lona', 'Semirimorchi centinati', 'StakeBodyAndTarpaulinSemiTrailer', 'curtainsider,tautliner,Schiebeplane,Gardinenauflieger,Planenauflieger,firanka,schuifzeilen'],
      ['box-semi-trailers', 'Box semi-trailers', 'Kofferauflieger', 'Semi-remorques fourgon', 'Gesloten opleggers', 'Naczepy furgonowe', 'Semirremolques de caja cerrada', 'Semirimorchi furgonati', 'BoxSemiTrailer', 'Trockenfrachtkoffer,dry freight box'],
      ['insulated-box-semi-trailers', 'Insulated box semi-trailers', 'Isolierkoffer-Auflieger', 'Semi-remorques isothermes', 'Geïsoleerde opleggers', 'Naczepy izotermiczne', 'Semirremolques isotermos', 'Semirimorchi isotermici', 'BoxAndIsolatedSemiTrailer', 'Isokoffer-Auflieger,Thermokoffer'],
      ['refrigerated-semi-trailers', 'Refrigerated semi-trailers', 'Kühlkoffer-Auflieger', 'Semi-remorques frigorifiques', 'Koelopleggers', 'Naczepy chłodnie', 'Semirremolques frigoríficos', 'Semirimorchi frigoriferi', 'RefrigeratorBodySemiTrailer', 'reefer,fridge trailer,Kühlauflieger,Kühler,Tiefkühlauflieger,frigo,chłodnia'],
      ['tipper-semi-trailers', 'Tipper semi-trailers', 'Kippauflieger', 'Semi-remorques bennes', 'Kipopleggers', 'Naczepy wywrotki', 'Semirremolques volquete', 'Semirimorchi ribaltabili', 'TipperSemiTrailer', 'Kippmulde,Muldenauflieger,Kippsattel,tipping trailer'],
      ['walking-floor-semi-trailers', 'Walking-floor semi-trailers', 'Schubboden-Auflieger', 'Semi-remorques à fond mouvant', 'Schuifvloeropleggers', 'Naczepy z ruchomą podłogą', 'Semirremolques piso móvil', 'Semirimorchi a piano mobile', 'WalkingFloorSemiTrailer', 'Schubboden,walking floor,moving floor,Schubbodenauflieger'],
      ['container-chassis-semi-trailers', 'Container chassis', 'Containerchassis', 'Porte-conteneurs', 'Containerchassis opleggers', 'Naczepy kontenerowe', 'Semirremolques portacontenedores', 'Semirimorchi portacontainer', 'ChassisSemiTrailer SwapChassisSemiTrailer', 'Containerauflieger,container chassis,skeletal trailer,Containerfahrgestell'],
      ['platform-semi-trailers', 'Platform semi-trailers', 'Plateauauflieger', 'Semi-remorques plateaux', 'Platte opleggers', 'Naczepy platformy', 'Semirremolques plataforma', 'Semirimorchi pianali', 'PlatformSemiTrailer', 'flatbed trailer,Plattformauflieger,Flachbettauflieger'],
      ['dropside-semi-trailers', 'Dropside semi-trailers', 'Pritschenauflieger', 'Semi-remorques à ridelles', 'Open opleggers met borden', 'Naczepy burtowe', 'Semirremolques con cartolas', 'Semirimorchi con sponde', 'StakeBodySemiTrailer', 'Pritschenauflieger mit Bordwänden'],
      ['low-loader-semi-trailers', 'Low-loader semi-trailers', 'Tieflader-Auflieger', 'Semi-remorques porte-engins', 'Diepladers', 'Naczepy niskopodwoziowe', 'Semirremolques góndola', 'Semirimorchi ribassati carrelloni', 'LowLoaderSemiTrailer', 'low loader,Tieflader,Satteltieflader,Tiefbett,Semitieflader'],
      ['tank-semi-trailers', 'Tank semi-trailers', 'Tankauflieger', 'Semi-remorques citernes', 'Tankopleggers', 'Naczepy cysterny', 'Semirremolques cisterna', 'Semirimorchi cisterna', 'TankBodiesSemiTrailer', 'tanker trailer,Tanksattel,cysterna'],
      ['milk-tank-semi-trailers', 'Milk tank semi-trailers', 'Milchtankauflieger', 'Semi-remorques citernes à lait', 'Melktankopleggers', 'Naczepy cysterny do mleka', 'Semirremolques cisterna de leche', 'Semirimorchi cisterna per latte', 'MilkTankSemiTrailer', 'Milchsattel'],
      ['silo-semi-trailers', 'Silo semi-trailers', 'Siloauflieger', 'Semi-remorques silos', 'Silo-opleggers', 'Naczepy silosy', 'Semirremolques silo', 'Semirimorchi silo', 'SiloSemiTrailer', 'bulk tanker,Siloauflieger kippbar,powder tanker'],
      ['car-carrier-semi-trailers', 'Car-carrier semi-trailers', 'Autotransporter-Auflieger', 'Semi-remorques porte-voitures', 'Autotransportopleggers', 'Naczepy do przewozu samochodów', 'Semirremolques portacoches', 'Semirimorchi bisarca', 'CarCarrierSemiTrailer', 'Autotransportauflieger'],
      ['livestock-semi-trailers', 'Livestock semi-trailers', 'Viehauflieger', 'Semi-remorques bétaillères', 'Veeopleggers', 'Naczepy do przewozu zwierząt', 'Semirremolques para ganado', 'Semirimorchi trasporto bestiame', 'CattleTruckSemiTrailer', 'Tiertransporter-Auflieger,cattle semi-trailer'],
      ['timber-semi-trailers', 'Timber semi-trailers', 'Holzauflieger', 'Semi-remorques grumiers', 'Houttransportopleggers', 'Naczepy do drewna', 'Semirremolques forestales', 'Semirimorchi per legname', 'TimberCarrierSemiTrailer', 'Rungenauflieger,log semi-trailer'],
      ['long-material-semi-trailers', 'Long-material semi-trailers', 'Langmaterial-Auflieger', 'Semi-remorques extensibles', 'Uitschuifbare opleggers', 'Naczepy rozsuwane', 'Semirremolques extensibles', 'Semirimorchi allungabili', 'LongMaterialTransporterSemiTrailer', 'Teleauflieger,Telesattel,extendable trailer'],
      ['beverage-semi-trailers', 'Beverage semi-trailers', 'Getränkeauflieger', 'Semi-remorques brasseurs', 'Drankenopleggers', 'Naczepy do napojów', 'Semirremolques de bebidas', 'Semirimorchi per bevande', 'BeveragesSemiTrailer', 'Schwenkwand-Auflieger'],
      ['crane-semi-trailers', 'Semi-trailers with loading crane', 'Auflieger mit Ladekran', 'Semi-remorques avec grue', 'Opleggers met laadkraan', 'Naczepy z HDS', 'Semirremolques con grúa', 'Semirimorchi con gru', 'TruckMountedCraneSemiTrailer', 'Kranauflieger'],
      ['traffic-construction-semi-trailers', 'Traffic and road-construction semi-trailers', 'Verkehrs- und Straßenbau-Auflieger', 'Semi-remorques pour travaux routiers', 'Wegenbouwopleggers', 'Naczepy do robót drogowych', 'Semirremolques para obras viales', 'Semirimorchi per lavori stradali', 'TrafficConstructionSemiTrailer', ''],
      ['other-semi-trailers', 'Other semi-trailers', 'Sonstige Auflieger', 'Autres semi-remorques', 'Overige opleggers', 'Inne naczepy', 'Otros semirremolques', 'Altri semirimorchi', 'OtherSemiTrailer', ''],
    ],
  },
  {
    slug: 'trailers',
    class: 'TL',
    names: { en: 'Trailers', de: 'Anhänger', fr: 'Remorques', nl: 'Aanhangwagens', pl: 'Przyczepy', es: 'Remolques', it: 'Rimorchi' },
    importKeys: ['Trailer'],
    aliases: ['Hänger', 'drawbar trailer', 'remorque', 'przyczepa', 'aanhanger'],
    active: true,
    leaves: [
      ['curtainsider-trailers', 'Curtainsider trailers', 'Anhänger mit Pritsche und Plane', 'Remorques à rideaux coulissants', 'Schuifzeilaanhangwagens', 'Przyczepy z plandeką', 'Remolques de lona', 'Rimorchi centinati', 'StakeBodyAndTarpaulinTrailer', 'Planenanhänger,Plananhänger'],
      ['box-trailers', 'Box trailers', 'Kofferanhänger', 'Remorques fourgon', 'Gesloten aanhangwagens', 'Przyczepy furgonowe', 'Remolques de caja cerrada', 'Rimorchi furgonati', 'BoxTrailer', 'Koffer-Hänger'],
      ['insulated-box-trailers', 'Insulated box trailers', 'Isolierkoffer-Anhänger', 'Remorques isothermes', 'Geïsoleerde aanhangwagens', 'Przyczepy izotermiczne', 'Remolques isotermos', 'Rimorchi isotermici', 'BoxAndIsolatedTrailer', 'Isokoffer-Anhänger'],
      ['refrigerated-trailers', 'Refrigerated trailers', 'Kühlkoffer-Anhänger', 'Remorques frigorifiques', 'Koelaanhangwagens', 'Przyczepy chłodnie', 'Remolques frigoríficos', 'Rimorchi frigoriferi', 'RefrigeratorBodyTrailer', 'Kühlanhänger,reefer drawbar'],
      ['tipper-trailers', 'Tipper trailers', 'Kippanhänger', 'Remorques bennes', 'Kipaanhangwagens', 'Przyczepy wywrotki', 'Remolques volquete', 'Rimorchi ribaltabili', 'TipperTrailer', 'Kipper-Anhänger,Tandemkipper,Dreiseitenkipp-Anhänger'],
      ['walking-floor-trailers', 'Walking-floor trailers', 'Schubboden-Anhänger', 'Remorques à fond mouvant', 'Schuifvloeraanhangwagens', 'Przyczepy z ruchomą podłogą', 'Remolques piso móvil', 'Rimorchi a piano mobile', 'WalkingFloorTrailer', 'Schubbodenanhänger'],
      ['chassis-trailers', 'Chassis trailers', 'Fahrgestell-Anhänger', 'Remorques châssis', 'Chassisaanhangwagens', 'Przyczepy podwozia', 'Remolques chasis', 'Rimorchi a telaio', 'ChassisTrailer', 'Containeranhänger'],
      ['swap-body-trailers', 'Swap-body trailers', 'Wechselanhänger', 'Remorques porte-caisses mobiles', 'Wissellaadbakaanhangwagens', 'Przyczepy BDF', 'Remolques portacajas móviles', 'Rimorchi porta casse mobili', 'SwapBodyTrailer SwapChassisTrailer', 'BDF-Anhänger,Lafette'],
      ['platform-trailers', 'Platform trailers', 'Plattformanhänger', 'Remorques plateaux', 'Platte aanhangwagens', 'Przyczepy platformy', 'Remolques plataforma', 'Rimorchi pianali', 'PlatformTrailer', 'Plateauanhänger,flatbed drawbar'],
      ['dropside-trailers', 'Dropside trailers', 'Pritschenanhänger', 'Remorques à ridelles', 'Open aanhangwagens', 'Przyczepy burtowe', 'Remolques con cartolas', 'Rimorchi con sponde', 'StakeBodyTrailer', 'Hochlader,Hochladeranhänger'],
      ['low-loader-trailers', 'Low-loader trailers', 'Tiefladeranhänger', 'Remorques porte-engins', 'Dieplader-aanhangwagens', 'Przyczepy niskopodwoziowe', 'Remolques góndola', 'Rimorchi ribassati carrelloni', 'LowLoaderTrailer', 'Tiefladeanhänger,plant trailer'],
      ['tank-trailers', 'Tank trailers', 'Tankanhänger', 'Remorques citernes', 'Tankaanhangwagens', 'Przyczepy cysterny', 'Remolques cisterna', 'Rimorchi cisterna', 'TankBodiesTrailer', 'Tank-Hänger'],
      ['milk-tank-trailers', 'Milk tank trailers', 'Milchtankanhänger', 'Remorques citernes à lait', 'Melktankaanhangwagens', 'Przyczepy cysterny do mleka', 'Remolques cisterna de leche', 'Rimorchi cisterna per latte', 'MilkTankTrailer', ''],
      ['silo-trailers', 'Silo trailers', 'Siloanhänger', 'Remorques silos', 'Silo-aanhangwagens', 'Przyczepy silosy', 'Remolques silo', 'Rimorchi silo', 'SiloTrailer', ''],
      ['timber-trailers', 'Timber trailers', 'Holzanhänger', 'Remorques grumiers', 'Houttransportaanhangwagens', 'Przyczepy do drewna', 'Remolques forestales', 'Rimorchi per legname', 'TimberCarrierTrailer', 'Langholzanhänger,log trailer,Rungenanhänger'],
      ['long-material-trailers', 'Long-material trailers', 'Langmaterialanhänger', 'Remorques extensibles', 'Uitschuifbare aanhangwagens', 'Przyczepy do dłużycy', 'Remolques extensibles', 'Rimorchi allungabili', 'LongMaterialTransporterTrailer', 'Nachläufer'],
      ['car-carrier-trailers', 'Car-carrier trailers', 'Autotransportanhänger', 'Remorques porte-voitures', 'Autotransportaanhangwagens', 'Przyczepy do przewozu samochodów', 'Remolques portacoches', 'Rimorchi trasporto auto', 'CarCarrierTrailer', 'Autotransporter-Anhänger'],
      ['livestock-trailers', 'Livestock trailers', 'Viehanhänger', 'Remorques bétaillères', 'Veeaanhangwagens', 'Przyczepy do przewozu zwierząt', 'Remolques para ganado', 'Rimorchi trasporto bestiame', 'CattleTruckTrailer', 'Pferdeanhänger,horse trailer,cattle trailer'],
      ['beverage-trailers', 'Beverage trailers', 'Getränkeanhänger', 'Remorques brasseurs', 'Drankenaanhangwagens', 'Przyczepy do napojów', 'Remolques de bebidas', 'Rimorchi per bevande', 'BeveragesTrailer', ''],
      ['hooklift-trailers', 'Hooklift trailers', 'Abrollanhänger', 'Remorques polybennes', 'Haakarmaanhangwagens', 'Przyczepy hakowe', 'Remolques multilift de gancho', 'Rimorchi scarrabili', 'RollOffTrailer', 'Abrollcontainer-Anhänger'],
      ['skip-trailers', 'Skip trailers', 'Absetzanhänger', 'Remorques multibennes', 'Portaalarmaanhangwagens', 'Przyczepy bramowe', 'Remolques portacontenedores de cadenas', 'Rimorchi multibenna', 'SkipHoistTrailer', 'Muldenanhänger'],
      ['construction-trailers', 'Construction trailers', 'Bauwagen und Baustellenanhänger', 'Roulottes de chantier', 'Bouwketen', 'Przyczepy budowlane', 'Remolques de obra', 'Rimorchi da cantiere', 'ConstructionTrailer', 'Bauwagen,site trailer'],
      ['work-platform-trailers', 'Work-platform trailers', 'Anhänger-Arbeitsbühnen', 'Nacelles tractées', 'Aanhangerhoogwerkers', 'Przyczepy z podnośnikiem koszowym', 'Plataformas elevadoras remolcables', 'Piattaforme aeree trainate', 'HydraulicWorkPlatformTrailer', 'Anhängerbühne,trailer-mounted lift'],
      ['traffic-construction-trailers', 'Traffic and road-construction trailers', 'Verkehrs- und Straßenbau-Anhänger', 'Remorques pour travaux routiers', 'Wegenbouwaanhangwagens', 'Przyczepy do robót drogowych', 'Remolques para obras viales', 'Rimorchi per lavori stradali', 'TrafficConstructionTrailer', 'Absperrtafel,Warnleitanhänger'],
      ['car-trailers', 'Car trailers', 'Pkw-Anhänger', 'Remorques pour voitures', 'Personenwagenaanhangers', 'Przyczepki samochodowe', 'Remolques de turismo', 'Rimorchi per auto', 'TrailerCar', 'PKW-Hänger,light trailer'],
      ['boat-trailers', 'Boat trailers', 'Bootsanhänger', 'Remorques à bateaux', 'Boottrailers', 'Przyczepy podłodziowe', 'Remolques para barcos', 'Rimorchi per barche', 'BoatTrailer', 'Bootstrailer'],
      ['motorcycle-trailers', 'Motorcycle trailers', 'Motorradanhänger', 'Remorques à motos', 'Motoraanhangers', 'Przyczepy motocyklowe', 'Remolques para motos', 'Rimorchi per moto', 'MotorcycleTrailer', ''],
      ['glass-trailers', 'Glass trailers', 'Glastransport-Anhänger', 'Remorques porte-verre', 'Glastransportaanhangwagens', 'Przyczepy do szkła', 'Remolques para vidrio', 'Rimorchi trasporto vetri', 'GlassTransportSuperstructureTrailer', ''],
      ['other-trailers', 'Other trailers', 'Sonstige Anhänger', 'Autres remorques', 'Overige aanhangwagens', 'Inne przyczepy', 'Otros remolques', 'Altri rimorchi', 'OtherTrailer', ''],
    ],
  },
  {
    slug: 'buses',
    class: 'BU',
    names: { en: 'Buses and coaches', de: 'Busse', fr: 'Autobus et autocars', nl: 'Bussen', pl: 'Autobusy', es: 'Autobuses y autocares', it: 'Autobus e pullman' },
    importKeys: ['Bus'],
    aliases: ['Omnibus', 'Omnibusse', 'autobus', 'autobusy'],
    active: true,
    leaves: [
      ['coaches', 'Coaches', 'Reisebusse', 'Autocars', 'Touringcars', 'Autokary turystyczne', 'Autocares', 'Pullman granturismo', 'Coach', 'Reisebus,touring coach,autocar'],
      ['city-buses', 'City buses', 'Linienbusse', 'Autobus urbains', 'Stadsbussen', 'Autobusy miejskie', 'Autobuses urbanos', 'Autobus urbani', 'PublicServiceVehicleBus', 'Stadtbus,Linienbus,transit bus'],
      ['intercity-buses', 'Intercity buses', 'Überlandbusse', 'Autocars interurbains', 'Streekbussen', 'Autobusy międzymiastowe', 'Autobuses interurbanos', 'Autobus interurbani', 'CrossCountryBus', 'Überlandbus,Kombibus'],
      ['articulated-buses', 'Articulated buses', 'Gelenkbusse', 'Autobus articulés', 'Gelede bussen', 'Autobusy przegubowe', 'Autobuses articulados', 'Autobus articolati', 'ArticulatedBus', 'Gelenkbus,bendy bus'],
      ['double-decker-buses', 'Double-decker buses', 'Doppelstockbusse', 'Autobus à impériale', 'Dubbeldekkers', 'Autobusy piętrowe', 'Autobuses de dos pisos', 'Autobus a due piani', 'DoubleDeckerBus', 'Doppeldecker,Doppelstockbus'],
      ['midi-buses', 'Midi buses', 'Clubbusse / Midibusse', 'Midibus', 'Midibussen', 'Midibusy', 'Midibuses', 'Midibus', 'Clubbus', 'Clubbus,Midibus'],
      ['minibuses', 'Minibuses', 'Kleinbusse', 'Minibus', 'Minibussen', 'Minibusy', 'Minibuses', 'Minibus', 'Minibus', 'Kleinbus,Minibus'],
      ['school-buses', 'School buses', 'Schulbusse', 'Autocars scolaires', 'Schoolbussen', 'Autobusy szkolne', 'Autobuses escolares', 'Scuolabus', 'SchoolBus', 'Schulbus'],
      ['other-buses', 'Other buses', 'Sonstige Busse', 'Autres autobus', 'Overige bussen', 'Inne autobusy', 'Otros autobuses', 'Altri autobus', 'OtherBus', ''],
    ],
  },
  {
    slug: 'construction-machinery',
    class: 'CM',
    names: { en: 'Construction machinery', de: 'Baumaschinen', fr: 'Engins de chantier', nl: 'Bouwmachines', pl: 'Maszyny budowlane', es: 'Maquinaria de construcción', it: 'Macchine movimento terra' },
    importKeys: ['ConstructionMachine'],
    aliases: ['Baumaschine', 'plant machinery', 'heavy equipment', 'engins TP'],
    active: true,
    leaves: [
      ['crawler-excavators', 'Crawler excavators', 'Kettenbagger', 'Pelles à chenilles', 'Rupsgraafmachines', 'Koparki gąsienicowe', 'Excavadoras de cadenas', 'Escavatori cingolati', 'CaterpillarDigger', 'Raupenbagger,tracked excavator,digger'],
      ['wheeled-excavators', 'Wheeled excavators', 'Mobilbagger', 'Pelles à pneus', 'Mobiele graafmachines', 'Koparki kołowe', 'Excavadoras de ruedas', 'Escavatori gommati', 'MobileDigger', 'Radbagger'],
      ['mini-excavators', 'Mini excavators', 'Minibagger', 'Mini-pelles', 'Minigravers', 'Minikoparki', 'Miniexcavadoras', 'Miniescavatori', 'MiniDigger', 'mini digger,Kompaktbagger'],
      ['wheel-loaders', 'Wheel loaders', 'Radlader', 'Chargeuses sur pneus', 'Wielladers', 'Ładowarki kołowe', 'Cargadoras de ruedas', 'Pale gommate', 'WheeledLoader', 'loading shovel,Hoflader'],
      ['backhoe-loaders', 'Backhoe loaders', 'Baggerlader', 'Tractopelles', 'Graaflaadcombinaties', 'Koparko-ładowarki', 'Retroexcavadoras', 'Terne', 'CombinedDredgerLoader', 'backhoe,tractopelle'],
      ['skid-steers', 'Skid-steer loaders', 'Kompaktlader', 'Chargeuses compactes', 'Schrankladers', 'Ładowarki burtowe', 'Minicargadoras', 'Minipale', 'SkidSteer', 'skid steer,Bobcat-Lader'],
      ['telehandlers', 'Telehandlers', 'Teleskoplader', 'Chariots télescopiques', 'Verreikers', 'Ładowarki teleskopowe', 'Manipuladores telescópicos', 'Sollevatori telescopici', 'Telehandler', 'telescopic handler,Telelader'],
      ['bulldozers', 'Bulldozers', 'Planierraupen', 'Bouteurs', 'Bulldozers', 'Spycharki', 'Bulldozers', 'Bulldozer', 'Dozer', 'dozer,Raupe,Laderaupe'],
      ['graders', 'Graders', 'Grader', 'Niveleuses', 'Graders', 'Równiarki', 'Motoniveladoras', 'Motolivellatrici', 'Grader', 'motor grader'],
      ['rollers', 'Rollers', 'Walzen', 'Rouleaux compacteurs', 'Walsen', 'Walce', 'Rodillos compactadores', 'Rulli compattatori', 'Roller', 'Walzenzug,Tandemwalze,road roller'],
      ['compactors', 'Compaction equipment', 'Verdichtungstechnik', 'Matériel de compactage', 'Verdichtingsmachines', 'Zagęszczarki', 'Equipos de compactación', 'Attrezzature di compattazione', 'CompactionTechnology', 'Rüttelplatte,plate compactor,Stampfer'],
      ['dump-trucks', 'Dump trucks', 'Dumper und Muldenkipper', 'Tombereaux', 'Dumpers', 'Wozidła', 'Dúmperes', 'Dumper', 'DumpTruck', 'articulated dumper,Knicklenker,Raddumper,Dumper'],
      ['cranes', 'Cranes', 'Krane', 'Grues', 'Kranen', 'Dźwigi', 'Grúas', 'Gru', 'ConstructionCrane', 'mobile crane,Mobilkran,Autokran,Turmdrehkran,tower crane'],
      ['drilling-machines', 'Drilling machines', 'Bohrgeräte', 'Foreuses', 'Boormachines', 'Wiertnice', 'Perforadoras', 'Perforatrici', 'DrillMachine', 'drilling rig,Bohranlage'],
      ['crushers', 'Crushers and screeners', 'Brecher und Siebanlagen', 'Concasseurs et cribles', 'Brekers en zeven', 'Kruszarki i przesiewacze', 'Machacadoras y cribas', 'Frantoi e vagli', 'Crusher', 'Brecher,screener,Siebanlage,Backenbrecher'],
      ['road-building', 'Road-building machinery', 'Straßenbautechnik', 'Matériel routier', 'Wegenbouwmachines', 'Maszyny drogowe', 'Maquinaria vial', 'Macchine stradali', 'RoadBuildingTechnology', 'Straßenfertiger,paver,Kaltfräse,asphalt paver'],
      ['soil-stabilisers', 'Soil stabilisers', 'Bodenstabilisierer', 'Stabilisateurs de sols', 'Grondstabilisatoren', 'Stabilizatory gruntu', 'Estabilizadoras de suelos', 'Stabilizzatrici di terreno', 'SoilStabiliser', 'Bodenfräse'],
      ['work-platforms', 'Work platforms', 'Arbeitsbühnen', 'Nacelles élévatrices', 'Hoogwerkers', 'Podnośniki koszowe', 'Plataformas elevadoras', 'Piattaforme aeree', 'WorkingPlatform', 'scissor lift,Scherenbühne,boom lift,Gelenkteleskopbühne'],
      ['construction-equipment', 'Construction equipment', 'Baugeräte', 'Matériel de chantier', 'Bouwmaterieel', 'Sprzęt budowlany', 'Equipos de construcción', 'Attrezzature edili', 'ConstructionEquipment', 'Kompressor,Stromerzeuger,generator'],
      ['attachments', 'Attachments', 'Anbaugeräte', 'Équipements et accessoires', 'Aanbouwdelen', 'Osprzęt', 'Implementos', 'Attrezzature intercambiabili', 'OtherSubstructure', 'Tieflöffel,Hydraulikhammer,excavator bucket'],
      ['other-construction-machinery', 'Other construction machinery', 'Sonstige Baumaschinen', 'Autres engins de chantier', 'Overige bouwmachines', 'Inne maszyny budowlane', 'Otra maquinaria de construcción', 'Altre macchine movimento terra', 'OtherConstructionMachine', ''],
    ],
  },
  {
    slug: 'forklifts',
    class: 'FL',
    names: { en: 'Forklifts and warehouse trucks', de: 'Stapler und Lagertechnik', fr: 'Chariots élévateurs et magasinage', nl: 'Heftrucks en magazijntrucks', pl: 'Wózki widłowe i magazynowe', es: 'Carretillas elevadoras y de almacén', it: 'Carrelli elevatori e da magazzino' },
    importKeys: ['ForkliftTruck'],
    aliases: ['Gabelstapler', 'Stapler', 'forklift', 'fork truck', 'Flurförderzeuge'],
    active: false,
    leaves: [
      ['counterbalance-forklifts', 'Counterbalance forklifts', 'Frontstapler', 'Chariots frontaux', 'Frontheftrucks', 'Wózki widłowe czołowe', 'Carretillas contrapesadas', 'Carrelli frontali', 'FrontMountedForkliftTruck', 'Gegengewichtsstapler'],
      ['reach-trucks', 'Reach trucks', 'Schubmaststapler', 'Chariots à mât rétractable', 'Reachtrucks', 'Wózki wysokiego składowania', 'Carretillas retráctiles', 'Carrelli retrattili', 'ReachForkliftTruck', ''],
      ['telescopic-forklifts', 'Telescopic forklifts', 'Teleskopstapler', 'Chariots élévateurs télescopiques', 'Telescopische heftrucks', 'Wózki teleskopowe', 'Carretillas telescópicas', 'Carrelli telescopici', 'TelescopicForkliftTruck', ''],
      ['rough-terrain-forklifts', 'Rough-terrain forklifts', 'Geländestapler', 'Chariots tout-terrain', 'Terreinheftrucks', 'Wózki terenowe', 'Carretillas todoterreno', 'Carrelli fuoristrada', 'RoughTerrainForkliftTruck', 'all-terrain forklift'],
      ['container-handlers', 'Container handlers', 'Containerstapler', 'Porte-conteneurs gerbeurs', 'Containerheftrucks', 'Wózki kontenerowe', 'Carretillas portacontenedores', 'Carrelli per container', 'ContainerForkliftTruck', 'reach stacker'],
      ['side-loaders', 'Side loaders', 'Seitenstapler', 'Chariots latéraux', 'Zijladers', 'Wózki boczne', 'Carretillas de carga lateral', 'Carrelli laterali', 'SideLoadingForkliftTruck', 'Vierwegestapler'],
      ['high-lift-trucks', 'High-lift trucks', 'Hochhubwagen', 'Gerbeurs', 'Stapelaars', 'Wózki podnośnikowe', 'Apiladores', 'Stoccatori', 'HighLiftTruck', 'pallet stacker'],
      ['low-lift-trucks', 'Low-lift trucks', 'Niederhubwagen', 'Transpalettes', 'Pallettrucks', 'Wózki paletowe', 'Transpaletas', 'Transpallet', 'LowLiftTruck', 'pallet truck,Ameise'],
      ['high-bay-forklifts', 'High-bay forklifts', 'Hochregalstapler', 'Chariots pour rayonnages hauts', 'Hoogbouwtrucks', 'Wózki do wysokich regałów', 'Carretillas para pasillo estrecho', 'Carrelli per scaffali alti', 'HighBayRackForkliftTruck', 'VNA truck'],
      ['other-forklifts', 'Other forklifts', 'Sonstige Stapler', 'Autres chariots', 'Overige heftrucks', 'Inne wózki widłowe', 'Otras carretillas', 'Altri carrelli elevatori', 'OtherForkliftTruck', ''],
    ],
  },
  {
    slug: 'agricultural-machinery',
    class: 'AG',
    names: { en: 'Agricultural machinery', de: 'Landmaschinen', fr: 'Machines agricoles', nl: 'Landbouwmachines', pl: 'Maszyny rolnicze', es: 'Maquinaria agrícola', it: 'Macchine agricole' },
    importKeys: ['AgriculturalVehicle'],
    aliases: ['Landtechnik', 'Agrarfahrzeuge', 'farm machinery'],
    active: false,
    leaves: [
      ['tractors', 'Tractors', 'Traktoren', 'Tracteurs agricoles', 'Landbouwtractoren', 'Ciągniki rolnicze', 'Tractores agrícolas', 'Trattori agricoli', 'Tractor', 'Traktor,Schlepper,farm tractor'],
      ['farmyard-tractors', 'Farmyard tractors', 'Hofschlepper', 'Petits tracteurs', 'Erftractoren', 'Ciągniki ogrodowe', 'Tractores de granja', 'Trattorini', 'FarmyardTractor', 'Kleintraktor'],
      ['combine-harvesters', 'Combine harvesters', 'Mähdrescher', 'Moissonneuses-batteuses', 'Maaidorsers', 'Kombajny zbożowe', 'Cosechadoras', 'Mietitrebbie', 'CombineHarvester', 'combine'],
      ['harvesting-machines', 'Harvesting machines', 'Erntemaschinen', 'Récolteuses', 'Oogstmachines', 'Maszyny żniwne', 'Máquinas de recolección', 'Macchine da raccolta', 'HarvestingMachine', 'Feldhäcksler,forage harvester,Rübenroder'],
      ['loader-wagons', 'Loader wagons', 'Ladewagen', 'Remorques autochargeuses', 'Opraapwagens', 'Przyczepy samozbierające', 'Remolques autocargadores', 'Carri autocaricanti', 'LoaderWagon', 'Häckselwagen'],
      ['front-loaders', 'Front loaders', 'Frontlader', 'Chargeurs frontaux', 'Voorladers', 'Ładowacze czołowe', 'Palas cargadoras frontales', 'Caricatori frontali', 'FrontEndLoader', ''],
      ['forestry-machines', 'Forestry machines', 'Forstmaschinen', 'Machines forestières', 'Bosbouwmachines', 'Maszyny leśne', 'Maquinaria forestal', 'Macchine forestali', 'ForestryVehicle', 'forwarder,Harvester,Rückezug'],
      ['fertilizer-spreaders', 'Fertilizer spreaders', 'Düngerstreuer', 'Épandeurs', 'Kunstmeststrooiers', 'Rozsiewacze nawozów', 'Abonadoras', 'Spandiconcime', 'FertilizerSpreader', 'Miststreuer,Güllefass'],
      ['ploughs', 'Ploughs', 'Pflüge', 'Charrues', 'Ploegen', 'Pługi', 'Arados', 'Aratri', 'Plough', 'plow'],
      ['seeders', 'Seeders', 'Sätechnik', 'Semoirs', 'Zaaimachines', 'Siewniki', 'Sembradoras', 'Seminatrici', 'Seeder', 'Drillmaschine,seed drill'],
      ['harrows', 'Harrows', 'Eggen', 'Herses', 'Eggen', 'Brony', 'Gradas', 'Erpici', 'Harrow', 'Kreiselegge,Grubber,Scheibenegge'],
      ['haymaking-machines', 'Haymaking machines', 'Heuwerbung', 'Machines de fenaison', 'Hooibouwmachines', 'Maszyny do sianokosów', 'Maquinaria de henificación', 'Macchine per fienagione', 'HaymakingMachine', 'Ballenpresse,baler,Mähwerk,Schwader'],
      ['mulchers', 'Mulchers', 'Mulcher', 'Broyeurs', 'Klepelmaaiers', 'Mulczery', 'Trituradoras', 'Trinciatrici', 'Mulcher', ''],
      ['plant-protection', 'Plant protection', 'Pflanzenschutz', 'Pulvérisateurs', 'Gewasbescherming', 'Ochrona roślin', 'Pulverizadores', 'Irroratrici', 'PlantProtection', 'Feldspritze,sprayer'],
      ['orchard-machinery', 'Orchard and vineyard machinery', 'Obst- und Weinbautechnik', 'Machines viticoles et arboricoles', 'Fruit- en wijnbouwmachines', 'Maszyny sadownicze', 'Maquinaria para viñas y frutales', 'Macchine per frutteti e vigneti', 'OrchardMachine', 'Weinbauschlepper'],
      ['other-agricultural-machinery', 'Other agricultural machinery', 'Sonstige Landmaschinen', 'Autres machines agricoles', 'Overige landbouwmachines', 'Inne maszyny rolnicze', 'Otra maquinaria agrícola', 'Altre macchine agricole', 'OtherAgriculturalVehicle', ''],
    ],
  },
];

const split = (text: string, separator: string): string[] => (text === '' ? [] : text.split(separator));

function withLeaves(top: Top, position: number): SeedCategory[] {
  const { leaves, ...rest } = top;
  return [
    { ...rest, parent: null, position },
    ...leaves.map(([slug, en, de, fr, nl, pl, es, it, importKeys, aliases], index) => ({
      slug,
      parent: top.slug,
      class: top.class,
      names: { en, de, fr, nl, pl, es, it },
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
