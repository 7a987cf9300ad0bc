import type { Concept } from './concept.ts';

// Trade names of vehicles and bodies, in English, German, French, Dutch, Polish, Spanish and Italian. A body
// alone ("tipper") can be on trucks, vans and trailers; the name of a vehicle next to it narrows it ("tipper
// trailer"). The names of single categories come from the taxonomy. A "wagon" is a motor vehicle.

const TIPPER_TRUCKS = 'tipper-trucks three-sided-tippers dumper-trucks';
const TIPPER_VANS = 'tipper-vans three-sided-tipper-vans';
const TIPPERS = `${TIPPER_TRUCKS} ${TIPPER_VANS} tipper-semi-trailers tipper-trailers`;
const REEFERS = 'refrigerated-semi-trailers refrigerated-trailers refrigerated-trucks refrigerated-vans';
const INSULATED = 'insulated-box-semi-trailers insulated-box-trailers';
const CURTAINS = 'curtainsider-semi-trailers curtainsider-trailers curtainsider-trucks curtainsider-vans';
const BOXES = 'box-trucks box-vans box-semi-trailers box-trailers';
const MILK_TANKS = 'milk-tank-trucks milk-tank-semi-trailers milk-tank-trailers';
const TANKS = `tank-trucks tank-semi-trailers tank-trailers ${MILK_TANKS}`;
const SILOS = 'silo-semi-trailers silo-trailers';
const DROPSIDES = 'dropside-trucks dropside-vans dropside-semi-trailers dropside-trailers';
const PLATFORMS = 'platform-semi-trailers platform-trailers';
const LOW_LOADERS = 'low-loader-semi-trailers low-loader-trailers';
const CAR_CARRIERS =
  'car-transporter-trucks car-transporter-vans car-carrier-semi-trailers car-carrier-trailers';
const AERIAL = 'aerial-platform-trucks aerial-platform-vans work-platforms work-platform-trailers';
const EXCAVATORS = 'crawler-excavators wheeled-excavators mini-excavators';
const PANEL_VANS = 'panel-vans high-panel-vans long-panel-vans high-long-panel-vans';
const TIMBER = 'timber-trucks timber-semi-trailers timber-trailers';
const LIVESTOCK = 'livestock-semi-trailers livestock-trailers livestock-vans horse-trucks';
const BEVERAGES = 'beverage-trucks beverage-semi-trailers beverage-trailers';
const BREAKDOWN = 'breakdown-trucks breakdown-vans';
const MINIBUSES = 'minibuses minibuses-up-to-9-seats';
const ROADWORKS =
  'traffic-construction-trucks traffic-construction-semi-trailers traffic-construction-trailers road-building';

/** Categories that a name includes in addition to its own. */
export const KINDS: Readonly<Record<string, string>> = {
  'tipper-trucks': TIPPER_TRUCKS,
  'tipper-vans': TIPPER_VANS,
  'tank-trucks': 'tank-trucks milk-tank-trucks',
  'tank-semi-trailers': 'tank-semi-trailers milk-tank-semi-trailers',
  'tank-trailers': 'tank-trailers milk-tank-trailers',
  'panel-vans': PANEL_VANS,
};

const kind = (slugs: string, words: string): Concept => ({
  means: { field: 'category', values: slugs.split(' ') },
  words,
});

/** Kinds of vehicles; each is a whole class. */
export const VEHICLES: readonly Concept[] = [
  kind('tractor-units', 'tractor unit, tractor head, tractor, artic, artic unit, prime mover, truck tractor, semi truck, sattelzugmaschine, sattelschlepper, sattelzug, szm, zugmaschine, sattelzugfahrzeug, tracteur, tracteur routier, trekker, ciągnik, ciągnik siodłowy, ciągnik samochodowy, cabeza tractora, tractora, tracto camión, tractocamión, cabezas, trattore, trattore stradale, trattrice, motrice trattore'),
  kind('trucks', 'truck, lorry, lorries, rigid, rigid truck, hgv, lkw, lastwagen, lastkraftwagen, laster, brummi, solofahrzeug, motorwagen, camion, camion porteur, porteur, poids lourd, pl, vrachtwagen, vrachtauto, truck solo, ciężarówka, samochód ciężarowy, auto ciężarowe, ciężarowy, solówka, camión, camión rígido, rígido, autocarro, autocarri, mezzo pesante, motrice, camion motrice'),
  kind('vans', 'van, lcv, light commercial vehicle, transporter, kleintransporter, lieferwagen, kleinlaster, utilitaire, véhicule utilitaire, utilitaire léger, vul, camionnette, fourgonnette, bestelwagen, bestelbus, bestelauto, bestelbusje, bedrijfswagen, busje, samochód dostawczy, dostawczy, dostawczak, auto dostawcze, furgoneta, vehículo comercial, comercial ligero, veicolo commerciale, commerciale leggero, furgoncino'),
  kind('semi-trailers', 'semi-trailer, semi, auflieger, sattelauflieger, sattelanhänger, semi-remorque, semi remorque, oplegger, naczepa, naczepka, semirremolque, semirimorchio, semiremolque'),
  kind('trailers semi-trailers', 'trailer, trailers'),
  kind('trailers', 'drawbar trailer, drawbar, full trailer, anhänger, hänger, deichselanhänger, gliederzuganhänger, remorque, aanhanger, aanhangwagen, aanhangwagens, przyczepa, przyczepka, remolque, rimorchio'),
  kind('buses', 'bus, omnibus, busse, autobus, bussen, autobusy, autobuses, autobús, otobus, psv, torpedone, corriera'),
  kind('construction-machinery', 'construction machine, construction equipment, construction machinery, heavy equipment, plant machinery, earthmover, baumaschine, baugerät, erdbewegung, engin de chantier, engin tp, matériel tp, travaux publics, bouwmachine, grondverzetmachine, grondverzet, maszyna budowlana, sprzęt budowlany, maquinaria de construcción, maquinaria de obra, maquinaria pesada, macchina movimento terra, macchine da cantiere, macchina edile'),
  kind('forklifts', 'forklift, fork lift, forklift truck, fork truck, stapler, gabelstapler, hubstapler, chariot élévateur, heftruck, vorkheftruck, wózek widłowy, sztaplarka, carretilla elevadora, carretilla, montacargas, carrello elevatore, muletto'),
  kind('agricultural-machinery', 'agricultural machine, farm machine, farm machinery, landmaschine, landtechnik, machine agricole, matériel agricole, landbouwmachine, maszyna rolnicza, maquinaria agrícola, macchina agricola'),
]; // prettier-ignore

/** Bodies and kinds of machines. */
export const BODIES: readonly Concept[] = [
  kind(TIPPERS, 'tipper, tipping, tip truck, kipper, kipp, kippaufbau, kippfahrzeug, mulde, muldenkipper, benne, benne basculante, basculant, kieper, kiep, kiepbak, kip, wywrotka, wywrot, samowyładowczy, wanna, volquete, basculante, bañera, ribaltabile, ribaltabili, vasca, vasca ribaltabile'),
  kind('three-sided-tippers three-sided-tipper-vans', 'three-sided tipper, three-way tipper, 3-way tipper, dreiseitenkipper, dreiseitenkipp, 3-seiten-kipper, 3 seitenkipper, dreiseiten, tribenne, driezijdige kipper, driezijdig, wywrotka trójstronna, trójstronny, trilateral, volquete trilateral, trilaterale, ribaltabile trilaterale'),
  kind('tipper-semi-trailers', 'kippmulde, muldenauflieger, kippsattel, sattelkipper, kippauflieger, naczepa wanna, naczepa wywrotka, benne céréalière, semi benne, bañera basculante, kipoplegger, semirimorchio vasca'),
  kind('dump-trucks dumper-trucks', 'dumper, dump truck, hinterkipper, rear tipper'),
  kind('dump-trucks', 'articulated dumper, articulated dump truck, adt, knicklenker, knickgelenkter dumper, raddumper, rigid dumper, tombereau, tombereau articulé, wozidło, wozidło przegubowe, dúmper, dúmper articulado, dumper articolato, knikdumper'),
  kind(REEFERS, 'reefer, refrigerated, refrigerated box, fridge, freezer, chiller, frigo, frigorific, kühl, kühler, kühlkoffer, kühlaufbau, kühlbox aufbau, tiefkühl, tiefkühler, tiefkühlkoffer, frischdienst, frigorifique, réfrigéré, koel, koelvries, vries, koeler, chłodnia, chłodniczy, chłodnicza, mroźnia, frigorífico, frigoríficos, frigorífica, refrigerado, frigorifero, frigorifera, frigoriferi, refrigerato'),
  kind('refrigerated-trucks refrigerated-vans', 'refrigerator truck, kühlwagen, kühlfahrzeug, tiefkühlfahrzeug, koelwagen, vrieswagen, koelauto'),
  kind('refrigerated-vans', 'kühltransporter, kühlkastenwagen, fridge van, koelbus, furgoneta frigorífica, furgone frigo'),
  kind('refrigerated-semi-trailers refrigerated-trailers', 'reefer trailer, fridge trailer, frigo trailer'),
  kind('refrigerated-semi-trailers', 'kühlauflieger, kühlsattel, tiefkühlauflieger, semi frigo, naczepa chłodnia, koeloplegger, semirimorchio frigo'),
  kind(INSULATED, 'insulated, insulated box, isolated box, isokoffer, isolierkoffer, isotherm, thermokoffer, isotherme, geïsoleerd, izoterma, izotermiczny, isotermo, isotérmico, isotermico, coibentato'),
  kind(CURTAINS, 'curtainsider, curtain sider, curtain side, curtain, tautliner, tauliner, tilt, plane, planen, planenaufbau, schiebeplane, schiebeplanen, gardine, gardinen, gardinenplane, pritsche plane, pritsche und plane, pritsche mit plane, plandeka, plandekowy, firana, firanka, firanki, kurtyna, kurtynowy, schuifzeil, schuifzeilen, zeil, zeilen, huif, rideaux coulissants, rideau coulissant, plsc, savoyarde, bâché, bâche, débâchable, tapissière, lona, lonas, lona corredera, tauliner, telonato, centinato, telone, telo scorrevole, telato'),
  kind(BOXES, 'box, box body, boxbody, luton, dry freight, koffer, kofferaufbau, trockenfracht, trockenkoffer, möbelkoffer, caisse, caisse fourgon, gesloten opbouw, gesloten bak, gesloten, bakwagen, kontener zabudowa, zabudowa kontener, caja cerrada, paquetera, furgón cerrado, furgonato, cassa furgonata, furgonatura'),
  kind(TANKS, 'tank, tanker, tank body, tankaufbau, fuel tanker, citerne, cysterna, cisterna, cisterne'),
  kind('tank-trucks milk-tank-trucks', 'tankwagen, tankfahrzeug, tankauto, autocysterna, autocisterna, camión cisterna'),
  kind('tank-semi-trailers milk-tank-semi-trailers', 'tanksattel, tankauflieger, tanker trailer'),
  kind(MILK_TANKS, 'milk tank, milk tanker, milchtank, milchsammel, milch, citerne à lait, laitière, melktank, melk, cysterna do mleka, cisterna de leche, cisterna latte'),
  kind(SILOS, 'silo, bulk tanker, bulker, powder tanker, silofahrzeug, citerne pulvérulent, pulvérulent, bulk, silos, cisterna de pulverulentos, silos semirimorchio'),
  kind('hooklift-trucks hooklift-trailers', 'hooklift, hook lift, hook loader, hookloader, hook, roll-off, rolloff, abroller, abrollkipper, abrollanlage, abroll, haken, hakengerät, hakenlift, hakenlader, ampliroll, polybenne, multilift, haakarm, haakarmsysteem, containersysteem, kabelsysteem, hakowiec, hakowy, urządzenie hakowe, gancho, portacontenedores gancho, scarrabile, scarrabili, scarrabilista'),
  kind('skip-loaders skip-trailers', 'skip loader, skip lorry, skip truck, skip, absetzer, absetzkipper, absetz, absetzmulde, multibenne, portaalarm, portaalsysteem, bramowiec, bramowy, cadenas portacontenedores, multibenna'),
  kind(DROPSIDES, 'dropside, drop side, pritsche, pritschen, pritschenwagen, pritschenaufbau, offener kasten, ridelles, plateau ridelles, open laadbak, open bak, laadbak, skrzynia, skrzyniowy, burtowy, burty, caja abierta, cartolas, cassone, cassone fisso, cassonato, sponde'),
  kind(`${DROPSIDES} ${PLATFORMS}`, 'flatbed, flat bed, flat, plateau, platte, vlakke'),
  kind(PLATFORMS, 'platform, plattform, plateauauflieger, flachbett, platforma, plataforma, pianale'),
  kind(LOW_LOADERS, 'low loader, lowloader, lowbed, low bed, lowboy, low-bed, tieflader, tiefbett, tiefladeanhänger, satteltieflader, semitieflader, tele-tieflader, porte-engins, porte engins, porte-engin, porte char, dieplader, semi-dieplader, dieplader oplegger, euro-dieplader, niskopodwoziowy, niskopodwoziowa, niskopodłogowa, laweta niskopodwoziowa, góndola, gondola, carrellone, carrelloni, ribassato, pianale ribassato, culla'),
  kind('walking-floor-semi-trailers walking-floor-trailers', 'walking floor, moving floor, walkingfloor, schubboden, schubböden, cargofloor, cargo floor, fond mouvant, plancher mobile, schuifvloer, ruchoma podłoga, piso móvil, piano mobile'),
  kind('container-chassis-semi-trailers chassis-trailers', 'container chassis, skeletal, containerchassis, container, containerfahrgestell, containerauflieger, containertransporter, porte-conteneur, porte conteneur, porte-conteneurs, podkontenerowy, kontenerowy, naczepa kontenerowa, portacontenedores, portacontainer, porta container'),
  kind('swap-body-trucks swap-body-trailers', 'swap body, swapbody, swap, bdf, bdf wechselfahrgestell, wechsel, wechselfahrgestell, wechselbrücke, wechselpritsche, wechselsystem, wechselkoffer, wechsler, wechselaufbau, lafette, wissellaadbak, wissel, caisse mobile, porte caisse mobile, bdf rama, portacajas, caja móvil, caja intercambiable, cassa mobile, casse mobili, porta casse'),
  kind('chassis-trucks chassis-vans chassis-trailers', 'chassis, chassis cab, fahrgestell, châssis cabine, châssis nu, chassis cabine, podwozie, do zabudowy, chasis, chasis cabina, telaio, autotelaio, cabinato'),
  kind(CAR_CARRIERS, 'car transporter, car carrier, car hauler, autotransporter, autotransport, pkw transporter, fahrzeugtransporter, porte-voitures, porte voitures, porte-autos, autolaweta, laweta, do przewozu samochodów, portacoches, portavehículos, porta coches, bisarca, trasporto auto, bisarche, autoambulance, oprijwagen'),
  kind(BREAKDOWN, 'breakdown, recovery, recovery truck, tow truck, towing, wrecker, abschleppwagen, abschlepper, abschlepp, bergefahrzeug, bergungsfahrzeug, dépanneuse, dépannage, bergingsvoertuig, bergingswagen, takelwagen, pomoc drogowa, holownik, grúa de rescate, grúa asistencia, carro attrezzi, soccorso stradale'),
  kind('crane-trucks', 'crane truck, truck mounted crane, hiab truck, kranwagen, kran-lkw, ladekran lkw, camion grue, kraanwagen, camión grúa, camion gru, autogrù per camion'),
  kind('concrete-mixers', 'concrete mixer, cement mixer, mixer, mixer truck, betonmischer, fahrmischer, transportmischer, mischer, malaxeur, toupie, camion toupie, toupie béton, betonmixer, betoniarka, betonomieszarka, gruszka, hormigonera, camión hormigonera, betoniera, autobetoniera'),
  kind('concrete-pumps', 'concrete pump, boom pump, betonpumpe, autobetonpumpe, pompe à béton, betonpomp, pompa do betonu, bomba de hormigón, pompa calcestruzzo, autopompa'),
  kind('vacuum-trucks municipal-vans', 'vacuum, vacuum truck, suction, jetting, gully emptier, saugwagen, saug, spülwagen, saug- und spülwagen, kanalreiniger, kanalspüler, hydrocureur, aspiratrice, kolkenzuiger, zuigwagen, asenizacyjny, wuko, camión cuba, succión, autospurgo, spurgo'),
  kind(TIMBER, 'timber, log, logging, holz, langholz, kurzholz, rungen, holztransporter, holzauflieger, grumier, houttransport, hout, drewno, do drewna, dłużyca, do dłużycy, kłonice, kłonicowy, forestal, maderero, legname, trasporto legname'),
  kind(LIVESTOCK, 'livestock, cattle, animal transport, vieh, viehtransporter, tiertransporter, tiertransport, bétaillère, vee, veewagen, veetransport, do zwierząt, do przewozu zwierząt, zwierzęta, ganado, ganadero, jaula, bestiame, trasporto bestiame, trasporto animali'),
  kind('horse-trucks livestock-trailers', 'horse, horsebox, horse box, horse trailer, pferde, pferdetransporter, pferdeanhänger, chevaux, van chevaux, transport chevaux, paarden, paardentrailer, paardenvrachtwagen, koniowóz, konie, do koni, caballos, cavalli, trasporto cavalli'),
  kind(BEVERAGES, 'beverage, drinks, getränke, getränkewagen, schwenkwand, brasseur, boissons, dranken, napoje, bebidas, botellero, bevande, bibitari'),
  kind('grain-trucks', 'grain, getreide, céréales, céréalier, graan, zboże, do zboża, cereales, cereali'),
  kind('refuse-trucks municipal-vans', 'refuse, garbage, garbage truck, bin lorry, bin wagon, dustcart, rcv, müll, müllwagen, müllfahrzeug, abfallsammler, abfallsammelfahrzeug, ordures, benne à ordures, bom, benne ordures ménagères, vuilnis, vuilniswagen, kraakwagen, huisvuilwagen, śmieciarka, basura, camión de basura, recolector, compattatore, rifiuti, autocompattatore'),
  kind('sweepers municipal-vans', 'sweeper, road sweeper, street sweeper, kehrmaschine, straßenkehrmaschine, kehr, balayeuse, veegwagen, veegmachine, zamiatarka, barredora, spazzatrice'),
  kind(AERIAL, 'aerial platform, aerial, cherry picker, work platform, access platform, boom lift, scissor lift, arbeitsbühne, hubarbeitsbühne, steiger, hubsteiger, scherenbühne, bühne, nacelle, nacelle élévatrice, hoogwerker, schaarlift, podnośnik koszowy, podnośnik, zwyżka, plataforma elevadora, plataforma aérea, cesta, piattaforma aerea, piattaforma, cestello, ple'),
  kind('glass-transport-vans glass-trailers', 'glass transport, glass, glastransporter, glasreff, porte-verre, glastransport, do szkła, transporte de vidrio, trasporto vetri'),
  kind('ambulances', 'ambulance, krankenwagen, rettungswagen, rtw, ktw, karetka, ambulancia, ambulanza'),
  kind('security-vans', 'cash in transit, armoured van, geldtransporter, werttransporter, fourgon blindé, geldwagen, bankowóz, blindado, portavalori'),
  kind('municipal-vans sweepers refuse-trucks', 'municipal vehicle, kommunalfahrzeug, kommunal, véhicule de voirie'),
  kind('long-material-semi-trailers long-material-trailers', 'extendable, long material, teleauflieger, telesattel, teleskopauflieger, nachläufer, langmaterial, extensible, uitschuifbaar, uitschuifbare, rozsuwany, rozsuwana, rozciągana, allungabile'),
  kind('jumbo-trucks', 'jumbo, volumenzug, jumbozug'),
  kind(PANEL_VANS, 'panel van, delivery van, kastenwagen, kasten, hochdachkasten, fourgon, fourgon tôlé, tôlé, gesloten bestelwagen, furgon, blaszak, blaszanka, furgón, furgone, furgone lastrato'),
  kind('coaches', 'coach, touring coach, reisebus, fernreisebus, autocar, touringcar, autokar, autokar turystyczny, autocar de turismo, pullman, gran turismo, granturismo'),
  kind('city-buses', 'city bus, transit bus, linienbus, stadtbus, autobus urbain, stadsbus, lijnbus, autobus miejski, autobús urbano, autobus urbano'),
  kind('intercity-buses', 'intercity bus, überlandbus, autocar interurbain, streekbus, autobus międzymiastowy, interurbano'),
  kind('articulated-buses', 'articulated bus, bendy bus, gelenkbus, autobus articulé, harmonicabus, gelede bus, przegubowiec, autobus przegubowy, autobús articulado, autosnodato'),
  kind('double-decker-buses', 'double decker, doppeldecker, doppelstockbus, impériale, dubbeldekker, piętrowy, dos pisos, due piani'),
  kind('midi-buses', 'midibus, midi bus, clubbus'),
  kind(MINIBUSES, 'minibus, minibus, mini bus, kleinbus, minibusje, minivan, microbús, pulmino, combi, kombi, people carrier, personenbus, personenbusje'),
  kind('minibuses-up-to-9-seats', 'nine-seater, neunsitzer'),
  kind('school-buses', 'school bus, schulbus, car scolaire, autocar scolaire, schoolbus, gimbus, autobus szkolny, autobús escolar, scuolabus'),
  kind(EXCAVATORS, 'excavator, digger, bagger, hydraulikbagger, pelle, pelleteuse, pelle hydraulique, pelle mécanique, graafmachine, graver, koparka, excavadora, retro excavadora giratoria, giratoria, escavatore'),
  kind('crawler-excavators', 'crawler excavator, tracked excavator, track excavator, kettenbagger, raupenbagger, pelle à chenilles, pelle sur chenilles, pelle chenille, rupsgraafmachine, rupskraan, koparka gąsienicowa, gąsienicowa, excavadora de cadenas, excavadora de orugas, giratoria de cadenas, escavatore cingolato, cingolato'),
  kind('wheeled-excavators', 'wheeled excavator, mobile excavator, rubber duck, mobilbagger, radbagger, pelle à pneus, pelle sur pneus, mobiele graafmachine, bandenkraan, mobiele kraan, koparka kołowa, excavadora de ruedas, giratoria de ruedas, escavatore gommato'),
  kind('mini-excavators', 'mini excavator, mini digger, minibagger, kompaktbagger, kleinbagger, mini-pelle, minipelle, mini pelle, minigraver, minigraafmachine, mini graafmachine, minikoparka, mini koparka, miniexcavadora, mini excavadora, miniescavatore, mini escavatore'),
  kind('wheel-loaders', 'wheel loader, wheeled loader, loading shovel, loader, front loader, radlader, hoflader, lader, chargeuse, chargeuse sur pneus, chargeur, wiellader, shovel, laadschop, ładowarka, ładowarka kołowa, cargadora, cargadora de ruedas, pala cargadora, pala, pala gommata, pala caricatrice, caricatore'),
  kind('backhoe-loaders', 'backhoe loader, backhoe, digger loader, baggerlader, tractopelle, tracto-pelle, graaflaadcombinatie, graaf-laadcombinatie, koparko-ładowarka, koparkoładowarka, retroexcavadora, mixta, retropala, terna'),
  kind('skid-steers', 'skid steer, skid steer loader, skidsteer, kompaktlader, mini-chargeuse, minichargeuse, chargeuse compacte, schranklader, miniładowarka, ładowarka burtowa, minicargadora, minipala, minipala gommata'),
  kind('telehandlers', 'telehandler, telescopic handler, teleskoplader, telelader, teleskopstapler, teleskopmaschine, chariot télescopique, téléscopique, télescopique, verreiker, ładowarka teleskopowa, manipulador telescópico, telescópica, sollevatore telescopico, telescopico'),
  kind('bulldozers', 'bulldozer, dozer, planierraupe, raupe, laderaupe, schubraupe, bouteur, bull, spycharka, spychacz, topadora, buldócer, apripista, dozer cingolato'),
  kind('graders', 'grader, motor grader, niveleuse, równiarka, motoniveladora, livellatrice, motolivellatrice'),
  kind('rollers compactors', 'compactor, verdichter, verdichtung, compacteur, compactador, compattatore suolo'),
  kind('rollers', 'roller, road roller, walze, walzenzug, tandemwalze, rouleau, rouleau compacteur, cylindre, wals, trilwals, walec, walec drogowy, rodillo, rodillo compactador, rullo, rullo compressore'),
  kind('compactors', 'plate compactor, rüttelplatte, rammer, stampfer, plaque vibrante, trilplaat, zagęszczarka, bandeja vibratoria, piastra vibrante'),
  kind('drilling-machines', 'drilling rig, drill rig, drilling machine, bohrgerät, bohranlage, bohr, foreuse, boormachine, wiertnica, perforadora, perforatrice'),
  kind('crushers', 'crusher, screener, brecher, backenbrecher, prallbrecher, siebanlage, concasseur, crible, breker, zeef, puinbreker, kruszarka, przesiewacz, machacadora, trituradora, criba, frantoio, vaglio'),
  kind(ROADWORKS, 'road building, road construction, straßenbau, wegenbouw, travaux routiers, roboty drogowe, obras viales, lavori stradali'),
  kind('road-building', 'paver, asphalt paver, straßenfertiger, fertiger, kaltfräse, fräse, finisseur, raboteuse, asfalteermachine, rozściełacz, frezarka, extendedora, fresadora, finitrice, vibrofinitrice, scarificatrice'),
  kind('attachments', 'attachment, attachments, anbaugerät, löffel, tieflöffel, schaufel, hydraulikhammer, godet, bak, łyżka, osprzęt, cazo, implemento, benna accessorio'),
  kind('construction-trailers', 'site trailer, site hut, bauwagen, roulotte de chantier, bouwkeet, schaftwagen, barakowóz, caseta de obra'),
  kind('car-trailers boat-trailers motorcycle-trailers', 'light trailer, pkw anhänger, pkw-anhänger, remorque voiture'),
  kind('boat-trailers', 'boat trailer, bootsanhänger, bootstrailer, remorque bateau, boottrailer, przyczepa podłodziowa'),
  kind('tractors', 'farm tractor, agricultural tractor, traktor, schlepper, ackerschlepper, tracteur agricole, tractor agrícola, ciągnik rolniczy, trattore agricolo, landbouwtractor'),
  kind('combine-harvesters', 'combine harvester, combine, mähdrescher, moissonneuse batteuse, moissonneuse, maaidorser, kombajn, cosechadora, mietitrebbia'),
  kind('harvesting-machines', 'forage harvester, feldhäcksler, häcksler, ensileuse, hakselaar, sieczkarnia, picadora de forraje, trinciacaricatrice'),
  kind('haymaking-machines', 'baler, mower, ballenpresse, mähwerk, schwader, presse à balles, faucheuse, balenpers, maaier, prasa, kosiarka, empacadora, segadora, pressa, falciatrice'),
  kind('plant-protection', 'sprayer, field sprayer, feldspritze, pulvérisateur, veldspuit, opryskiwacz, pulverizador, irroratrice, atomizzatore'),
  kind('forestry-machines', 'forwarder, harvester, rückezug, forstmaschine, débusqueur, porteur forestier, forwarder harwester'),
  kind('ploughs', 'plough, plow, pflug, charrue, ploeg, pług, arado, aratro'),
  kind('seeders', 'seed drill, seeder, sämaschine, drillmaschine, semoir, zaaimachine, siewnik, sembradora, seminatrice'),
]; // prettier-ignore
