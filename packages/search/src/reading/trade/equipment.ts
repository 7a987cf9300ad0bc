import type { Condition } from '../../types.ts';
import type { Concept } from './concept.ts';

// Trade names of equipment, in English, German, French, Dutch, Polish, Spanish and Italian, in addition to
// the names of each feature in the taxonomy.

const feature = (...codes: string[]): Condition => ({ field: 'feature', values: codes });
const category = (slugs: string): Condition => ({ field: 'category', values: slugs.split(' ') });
const cab = (...kinds: string[]): Condition => ({ field: 'cab', values: kinds });
const drive = (...formulas: string[]): Condition => ({ field: 'driveType', values: formulas });
const any = (...conditions: Condition[]): Condition => ({ any: conditions });
const says = (means: Condition, words: string): Concept => ({ means, words });

const ALL_WHEELS = ['4x4', '6x6', '8x8'];

export const EQUIPMENT: readonly Concept[] = [
  says(feature('tail_lift'), 'tail lift, taillift, tail gate lift, tailgate lift, liftgate, lift gate, cargolift, dhollandia, bär lift, lbw, ladebordwand, ladebühne, hebebühne, hebebuhne, hayon, hayon élévateur, hayon rabattable, hayon rétractable, laadklep, achterklep, laadlift, winda, winda załadowcza, winda samowyładowcza, trampilla, trampilla elevadora, trampilla hidráulica, sponda idraulica, sponda montacarichi, sponda caricatrice, pedana, pedana idraulica'),
  says(feature('retarder'), 'retarder, intarder, voith retarder, zf intarder, ralentisseur, retardeur, intardeur, zwalniacz, retarder zwalniacz, ralentizador, rallentatore, rallentatore idraulico, telma'),
  says(feature('engine_brake'), 'engine brake, jake brake, veb, dekompressionsbremse, motorbremse, frein moteur, motorrem, hamulec silnikowy, freno motor, freno motore'),
  says(feature('air_conditioning', 'automatic_air_conditioning'), 'air conditioning, aircon, air con, a/c, klima, klimaanlage, clim, climatisation, airco, klimatyzacja, aire acondicionado, aire, aria condizionata, clima, climatizzatore'),
  says(feature('parking_air_conditioning'), 'parking cooler, night cooler, night aircon, parking a/c, standklima, standklimaanlage, icecool, klimatronik postojowy, clim de nuit, clim autonome, standairco, klimatyzacja postojowa, klima postojowa, aire de parking, aire nocturno, condizionatore da fermo'),
  says(feature('auxiliary_heating'), 'night heater, parking heater, auxiliary heater, webasto, eberspächer, standheizung, chauffage autonome, chauffage additionnel, chauffage nuit, standkachel, kachel, ogrzewanie postojowe, webasto ogrzewanie, calefacción estacionaria, calefacción autónoma, riscaldamento supplementare, riscaldatore autonomo, webasto riscaldatore'),
  says(feature('air_suspension'), 'air suspension, air ride, air sprung, full air, luftfederung, luftgefedert, luft, vollluft, suspension pneumatique, suspension air, pneumatique intégral, luchtvering, luchtgeveerd, zawieszenie pneumatyczne, poduszki, pneumatyka, suspensión neumática, suspensión de aire, sospensioni pneumatiche, sospensione pneumatica, pneumatica'),
  says(feature('alloy_wheels'), 'alloy wheels, alloys, alcoa, alcoas, alcoa wheels, dura-bright, durabright, alufelgen, alu felgen, aluräder, leichtmetallfelgen, jantes alu, jantes aluminium, alu velgen, aluminium velgen, lichtmetalen velgen, alufelgi, felgi aluminiowe, felgi alu, llantas de aluminio, llantas alcoa, llantas, cerchi in lega, cerchi alcoa, cerchi'),
  says(feature('pto'), 'pto, power take off, power take-off, nebenantrieb, prise de mouvement, prise de force, pdf, pto aandrijving, krachtafnemer, przystawka, przystawka mocy, toma de fuerza, toma fuerza, presa di forza, presa forza'),
  says(feature('tipper_hydraulics', 'walking_floor_hydraulics', 'tanker_hydraulics', 'hammer_hydraulics', 'front_hydraulics'), 'hydraulics, hydraulic, hydraulik, hydraulikanlage, wet kit, wetkit, hydraulique, ligne hydraulique, hydrauliek, hydraulika, equipo hidráulico, hidráulico, hidráulica, impianto idraulico, idraulica'),
  says(feature('tipper_hydraulics'), 'tipper hydraulics, tipping gear, kipphydraulik, hydraulique benne, kiphydrauliek, hydraulika do wywrotki, hydraulika wywrotu, equipo hidráulico volquete, impianto ribaltabile'),
  says(any(feature('crane'), category('crane-trucks crane-vans crane-semi-trailers cranes')), 'crane, loading crane, loader crane, hiab, palfinger, fassi, kran, ladekran, grue, grue auxiliaire, grue de chargement, kraan, laadkraan, autolaadkraan, żuraw, hds, dźwig, grúa, pluma, gru, gruetta'),
  says(category('cranes'), 'mobile crane, tower crane, crawler crane, mobilkran, autokran, turmdrehkran, raupenkran, baukran, grue mobile, grue à tour, telekraan, torenkraan, dźwig samojezdny, żuraw samojezdny, żuraw wieżowy, grúa móvil, grúa torre, autogrù, gru a torre'),
  says(feature('trailer_coupling', 'detachable_trailer_coupling'), 'tow bar, towbar, tow hitch, towing hitch, tow ball, trailer coupling, hitch, ahk, anhängerkupplung, maulkupplung, rockinger, hängerkupplung, attelage, crochet d attelage, boule d attelage, trekhaak, vangmuil, hak, hak holowniczy, zaczep, enganche, bola, bola de remolque, gancio traino, gancio di traino, gancio'),
  says(feature('lift_axle'), 'lift axle, lifting axle, liftachse, hubachse, essieu relevable, essieu levable, liftas, oś podnoszona, podnoszona oś, eje elevable, eje levantable, asse sollevabile, sollevatore assale'),
  says(feature('steered_axle'), 'steered axle, steering axle, rear steer, steer axle, lenkachse, nachlauflenkachse, zwangslenkung, gelenkt, essieu directeur, essieu suiveur, auto-vireur, gestuurde as, stuuras, oś skrętna, eje direccional, autodireccional, asse sterzante'),
  says(any(feature('adr'), category('hazardous-load-tractor-units')), 'adr, hazardous, hazardous goods, dangerous goods, gefahrgut, ggvs, matières dangereuses, matière dangereuse, gevaarlijke stoffen, materiały niebezpieczne, mercancías peligrosas, merci pericolose'),
  says(any(feature('four_wheel_drive'), drive(...ALL_WHEELS)), 'all-wheel drive, all wheel drive, four wheel drive, 4wd, awd, four-wheel drive, allrad, allradantrieb, allradler, 4 roues motrices, quatre roues motrices, transmission intégrale, 4 motion, 4matic, vierwielaandrijving, napęd na cztery koła, napęd 4x4, tracción total, cuatro por cuatro, trazione integrale, quattro ruote motrici'),
  says(any(feature('sleeping_berth', 'second_berth'), cab('sleeper', 'high_sleeper', 'mega_sleeper')), 'sleeper, sleeper cab, sleeping cab, berth, bunk, schlafkabine, fernverkehrskabine, liege, cabine couchette, couchette, slaapcabine, kabina sypialna, leżanka, cabina dormitorio, litera, cabina con letto, cuccetta'),
  says(feature('second_berth'), 'twin bunk, two bunks, double bunk, second bunk, zwei betten, zwei liegen, doppelbett, deux couchettes, twee bedden, dwa łóżka, dwie leżanki, dos literas, dos camas, due letti, due cuccette'),
  says(cab('day', 'local'), 'day cab, short cab, nahverkehrskabine, nahverkehr, kurzes fahrerhaus, cabine courte, cabine de jour, dagcabine, kabina dzienna, cabina corta, cabina de día, cabina giorno'),
  says(cab('double'), 'crew cab, double cab, crewcab, doublecab, doka, doppelkabine, doppelfahrerhaus, double cabine, dubbele cabine, dubbelcabine, brygadówka, podwójna kabina, doble cabina, doppia cabina'),
  says(cab('mega_sleeper'), 'mega sleeper, mega cab, high roof sleeper, großraumkabine, megakabine'),
  says(cab('high_sleeper', 'mega_sleeper'), 'high sleeper, high roof cab, hochdach, hochdachkabine, cabine haute, hoge cabine, wysoka kabina, cabina alta'),
  says(feature('cruise_control', 'adaptive_cruise_control'), 'cruise control, cruise, tempomat, régulateur, régulateur de vitesse, cruisecontrol, control de velocidad, control de crucero, regolatore di velocità, cruise control adattivo'),
  says(feature('adaptive_cruise_control'), 'acc, adaptive cruise control, abstandstempomat, abstandsregeltempomat, régulateur adaptatif, tempomat adaptacyjny'),
  says(feature('dual_fuel_tanks'), 'twin tanks, two tanks, double tank, dual tank, dual tanks, doppeltank, zwei tanks, 2 tanks, zusatztank, deux réservoirs, double réservoir, dubbele tank, dwa zbiorniki, dwa baki, dos depósitos, doble depósito, doppio serbatoio, due serbatoi'),
  says(feature('navigation_system'), 'navigation, navi, sat nav, satnav, gps, navigationssystem, navigatie, nawigacja, navegador, navigatore'),
  says(feature('rear_view_camera', 'camera_360'), 'reversing camera, rear camera, backup camera, camera, kamera, rückfahrkamera, caméra de recul, caméra, achteruitrijcamera, kamera cofania, cámara trasera, cámara de marcha atrás, cámara, retrocamera, telecamera'),
  says(feature('heated_seats'), 'heated seats, seat heating, sitzheizung, sièges chauffants, stoelverwarming, podgrzewane fotele, podgrzewane siedzenia, asientos calefactados, sedili riscaldati'),
  says(feature('leather_seats'), 'leather, leather seats, leder, ledersitze, cuir, sièges cuir, leren bekleding, skóra, skórzana tapicerka, cuero, piel, pelle, sedili in pelle'),
  says(feature('led_headlights'), 'led, led lights, led headlights, led scheinwerfer, phares led, led koplampen, światła led, faros led, fari led'),
  says(feature('xenon_headlights'), 'xenon, bixenon, xenon scheinwerfer, xénon, ksenon, ksenony, xenón'),
  says(feature('refrigerator'), 'fridge in cab, cab fridge, kühlbox, kühlschrank, frigo de cabine, koelkast, lodówka, nevera, frigorifero di bordo'),
  says(feature('sliding_door'), 'sliding door, side door, schiebetür, schiebetüren, porte latérale, porte coulissante, schuifdeur, zijdeur, drzwi przesuwne, drzwi boczne, puerta lateral, puerta corredera, porta laterale, porta scorrevole'),
  says(feature('roller_door'), 'roller door, roller shutter, shutter, rolltor, rollladen, rideau à lames, volet roulant, roldeur, rolluik, roleta, żaluzja, persiana, puerta enrollable, serranda, avvolgibile'),
  says(feature('partition_wall'), 'partition, bulkhead, trennwand, cloison, tussenschot, tussenwand, przegroda, ścianka działowa, mampara, paratia'),
  says(feature('multi_temperature'), 'multi temp, multi-temp, multitemp, multi temperature, multitemperatur, mehrkammer, bi-temp, bitemp, bi-température, bitempérature, wielokomorowa, multitemperatura, bitemperatura'),
  says(feature('double_stock'), 'double stock, doppelstock, double deck, double-deck, double étage, dubbeldeks, dubbelstock, podwójna podłoga, doble piso, doble suelo, doppio piano'),
  says(feature('coil_well'), 'coil, coil well, coilmulde, coil mulde, fosse à bobines, porte-bobines, coilgoot, coilkuil, rynna na coile, do kręgów, portabobinas, coilmuldy, portacoil, buca coil'),
  says(feature('sliding_roof'), 'sliding roof, edscha, schiebeverdeck, schiebedach, verdeck, toit coulissant, schuifdak, przesuwny dach, dach edscha, techo corredizo, techo corredero, tetto apribile, tetto scorrevole'),
  says(feature('lifting_roof'), 'lifting roof, raising roof, hubdach, toit relevable, hefdak, podnoszony dach, techo elevable, tetto sollevabile'),
  says(feature('pallet_box'), 'pallet box, palettenkasten, staukasten, coffre à palettes, palettière, palletbox, palletbak, palletkist, kosz paletowy, skrzynia paletowa, paletero, caja de palets, cassa porta pallet, cesta portapallet'),
  says(feature('code_xl'), 'code xl, xl code, xl zertifikat, xl certificate, certificat xl, certyfikat xl, code-xl, certificado xl, codice xl'),
  says(feature('twist_locks'), 'twist locks, twistlocks, twist lock, containerverriegelung, verrous tournants'),
  says(feature('disc_brakes'), 'disc brakes, disc brake, scheibenbremsen, scheibenbremse, freins à disque, schijfremmen, hamulce tarczowe, tarcze, frenos de disco, freni a disco'),
  says(feature('differential_lock'), 'diff lock, differential lock, differenzialsperre, differentialsperre, sperre, blocage de différentiel, blocage, sper, differentieel, blokada, blokada mostu, bloqueo de diferencial, bloqueo diferencial, blocco differenziale, bloccaggio differenziale'),
  says(feature('central_lubrication'), 'central lubrication, auto lube, autolube, greaser, zentralschmierung, zentralschmieranlage, graissage centralisé, graissage automatique, centraal vetsysteem, vetsmering, centralne smarowanie, engrase automático, engrase centralizado, lubrificazione centralizzata, ingrassaggio centralizzato'),
  says(feature('quick_coupler'), 'quick hitch, quick coupler, schnellwechsler, sw, attache rapide, snelwissel, snelwisselsysteem, szybkozłącze, enganche rápido, attacco rapido, lehnhoff, oilquick'),
  says(feature('hammer_hydraulics'), 'hammer line, hammer hydraulics, hammerhydraulik, hammerleitung, ligne marteau, brh, hamerfunctie, hamerleiding, linia młota, línea de martillo, predisposizione martello'),
  says(feature('full_service_history'), 'full service history, fsh, service history, scheckheft, scheckheftgepflegt, carnet d entretien, entretien complet, suivi, onderhoudsboekje, dealer onderhouden, serwisowany, serwisowana, historia serwisowa, książka serwisowa, libro de mantenimiento, historial de mantenimiento, tagliandato, tagliandata'),
  says(feature('warranty'), 'warranty, guarantee, garantie, gewährleistung, gwarancja, garantía, garanzia, approved'),
  says(feature('new_inspection'), 'new inspection, mot, new mot, tüv, tüv neu, hu neu, hauptuntersuchung, contrôle technique, ct ok, apk, apk nieuw, nowy przegląd, przegląd, itv, itv recién, revisione, revisionato'),
  says(feature('rentable'), 'rent, rental, for hire, hire, mieten, zu vermieten, miete, vermietung, location, à louer, te huur, huur, wynajem, na wynajem, alquiler, se alquila, noleggio'),
  says(feature('low_floor'), 'low floor, low-floor, niederflur, plancher bas, lagevloer, lage vloer, niskopodłogowy autobus, niska podłoga, piso bajo, pianale ribassato autobus'),
  says(feature('wc'), 'wc, toilet, toilette, toilettes, toaleta, aseo, baño, bagno'),
  says(feature('kitchen'), 'kitchen, bordküche, küche, cuisine, keuken, kuchnia, cocina, cucina'),
  says(feature('wheelchair_access'), 'wheelchair, wheelchair access, wheelchair lift, rollstuhl, rollstuhlgerecht, rollstuhllift, fauteuil roulant, pmr, handicapé, rolstoel, rolstoelbus, dla niepełnosprawnych, wózek inwalidzki, silla de ruedas, adaptado, disabili, trasporto disabili'),
  says(feature('seat_belts'), 'seat belts, sicherheitsgurte, gurte, ceintures, gordels, pasy, pasy bezpieczeństwa, cinturones, cinture'),
  says(feature('beacon'), 'beacon, beacons, rundumleuchte, rundumkennleuchte, gyrophare, zwaailamp, zwaailicht, kogut, rotativo, lampeggiante'),
  says(feature('adblue'), 'adblue, ad blue, urea'),
  says(feature('side_skirts'), 'side skirts, seitenverkleidung, jupes, jupes latérales, sideskirts, faldones, minigonne'),
  says(feature('super_single_tyres'), 'super single, super singles, supersingle, superbreit, super single reifen'),
  says(feature('atp_certificate'), 'atp, frc, atp frc, atp certificate, fna'),
  says(feature('compressor'), 'compressor, kompressor, compresseur, kompresor, compresor, compressore, blower'),
  says(feature('digital_tachograph', 'smart_tachograph'), 'tachograph, tacho, digital tacho, fahrtenschreiber, tachograf, chronotachygraphe, tachograaf, tacógrafo, tachigrafo, cronotachigrafo'),
  says(feature('particulate_filter'), 'dpf, particulate filter, partikelfilter, filtre à particules, fap, roetfilter, filtr dpf, filtro de partículas, filtro antiparticolato'),
  says(feature('start_stop_system'), 'start stop, start-stop'),
  says(feature('roof_spoiler'), 'roof spoiler, dachspoiler, spoiler, déflecteur, dakspoiler, spojler, deflector, deflettore'),
]; // prettier-ignore
