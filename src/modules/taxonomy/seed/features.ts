import { vehicleClasses, type LocalizedName, type NameCells, type VehicleClass } from './vehicle-class.ts';

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

type FeatureGroup = (typeof featureGroups)[number];

interface SeedFeature {
  /** Code in the API and in the search parameter `features`. */
  readonly code: string;
  readonly group: FeatureGroup;
  readonly names: LocalizedName;
  readonly classes: readonly VehicleClass[];
  /** Feature keys of mobile.de (upper case) and AutoScout24 (lower case, hyphens). */
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
type Row = readonly [code: string, ...names: NameCells, classes: readonly VehicleClass[], importKeys: string];

// One feature per line.
// prettier-ignore
const rows: Readonly<Record<FeatureGroup, readonly Row[]>> = {
  driving: [
    ['abs', 'ABS', 'ABS', 'ABS', 'ABS', 'ABS', 'ABS', 'ABS', roadAndTrailers, 'ABS'],
    ['ebs', 'Electronic braking system (EBS)', 'Elektronisches Bremssystem (EBS)', 'Freinage électronique (EBS)', 'Elektronisch remsysteem (EBS)', 'Elektroniczny układ hamulcowy (EBS)', 'Freno electrónico (EBS)', 'Frenata elettronica (EBS)', roadAndTrailers, 'EBS'],
    ['esp', 'Stability control (ESP)', 'ESP', 'Contrôle de stabilité (ESP)', 'Stabiliteitsregeling (ESP)', 'Kontrola stabilności (ESP)', 'Control de estabilidad (ESP)', 'Controllo stabilità (ESP)', road, 'ESP'],
    ['traction_control', 'Traction control (ASR)', 'Antriebsschlupfregelung (ASR)', 'Antipatinage (ASR)', 'Tractiecontrole (ASR)', 'Kontrola trakcji (ASR)', 'Control de tracción (ASR)', 'Controllo trazione (ASR)', road, 'traction-control'],
    ['retarder', 'Retarder / intarder', 'Retarder / Intarder', 'Ralentisseur', 'Retarder', 'Retarder (zwalniacz)', 'Ralentizador', 'Rallentatore', heavy, 'RETARDER'],
    ['engine_brake', 'Engine brake', 'Motorbremse', 'Frein moteur', 'Motorrem', 'Hamulec silnikowy', 'Freno motor', 'Freno motore', heavy, ''],
    ['disc_brakes', 'Disc brakes', 'Scheibenbremsen', 'Freins à disque', 'Schijfremmen', 'Hamulce tarczowe', 'Frenos de disco', 'Freni a disco', roadAndTrailers, 'DISC_BRAKE'],
    ['four_wheel_drive', 'All-wheel drive', 'Allradantrieb', 'Transmission intégrale', 'Vierwielaandrijving', 'Napęd na wszystkie koła', 'Tracción total', 'Trazione integrale', powered, 'FOUR_WHEEL_DRIVE'],
    ['differential_lock', 'Differential lock', 'Differenzialsperre', 'Blocage de différentiel', 'Differentieelslot', 'Blokada mechanizmu różnicowego', 'Bloqueo de diferencial', 'Bloccaggio differenziale', powered, 'differential-lock'],
    ['hill_start_assist', 'Hill-start assist', 'Berganfahrhilfe', 'Aide au démarrage en côte', 'Hellingstarthulp', 'Asystent ruszania pod górę', 'Asistente de arranque en pendiente', 'Assistente partenza in salita', road, 'hill-start-assist'],
    ['air_suspension', 'Air suspension', 'Luftfederung', 'Suspension pneumatique', 'Luchtvering', 'Zawieszenie pneumatyczne', 'Suspensión neumática', 'Sospensioni pneumatiche', roadAndTrailers, 'AIR_SUSPENSION air-suspension'],
    ['reinforced_suspension', 'Reinforced suspension', 'Verstärkte Federung', 'Suspension renforcée', 'Versterkte vering', 'Wzmocnione zawieszenie', 'Suspensión reforzada', 'Sospensioni rinforzate', ['TR', 'VA', 'TL'], 'reinforced-suspension'],
    ['lift_axle', 'Lift axle', 'Liftachse', 'Essieu relevable', 'Liftas', 'Oś podnoszona', 'Eje elevable', 'Asse sollevabile', ['TU', 'TR', 'ST', 'TL'], ''],
    ['steered_axle', 'Steered axle', 'Lenkachse', 'Essieu directeur', 'Gestuurde as', 'Oś skrętna', 'Eje direccional', 'Asse sterzante', ['TU', 'TR', 'ST', 'TL', 'BU'], ''],
    ['power_steering', 'Power steering', 'Servolenkung', 'Direction assistée', 'Stuurbekrachtiging', 'Wspomaganie kierownicy', 'Dirección asistida', 'Servosterzo', powered, 'POWER_ASSISTED_STEERING'],
    ['start_stop_system', 'Start-stop system', 'Start-Stopp-System', 'Système start-stop', 'Start-stopsysteem', 'System start-stop', 'Sistema start-stop', 'Sistema start-stop', road, 'START_STOP_SYSTEM start-stop-system'],
    ['speed_limiter', 'Speed limiter', 'Geschwindigkeitsbegrenzer', 'Limiteur de vitesse', 'Snelheidsbegrenzer', 'Ogranicznik prędkości', 'Limitador de velocidad', 'Limitatore di velocità', road, 'SPEED_LIMITER'],
  ],
  assistance: [
    ['cruise_control', 'Cruise control', 'Tempomat', 'Régulateur de vitesse', 'Cruisecontrol', 'Tempomat', 'Control de crucero', 'Regolatore di velocità', road, 'CRUISE_CONTROL'],
    ['adaptive_cruise_control', 'Adaptive cruise control', 'Abstandsregeltempomat', 'Régulateur de vitesse adaptatif', 'Adaptieve cruisecontrol', 'Tempomat adaptacyjny', 'Control de crucero adaptativo', 'Regolatore di velocità adattivo', road, 'ADAPTIVE_CRUISE_CONTROL adaptive-cruise-control'],
    ['lane_departure_warning', 'Lane departure warning', 'Spurhalteassistent', 'Alerte de franchissement de ligne', 'Rijstrookassistent', 'Asystent pasa ruchu', 'Aviso de cambio de carril', 'Avviso di superamento corsia', road, 'LANE_DEPARTURE_WARNING'],
    ['collision_warning', 'Collision warning', 'Auffahrwarnsystem', 'Alerte anticollision', 'Botswaarschuwing', 'Ostrzeganie przed kolizją', 'Aviso de colisión', 'Avviso anticollisione', road, 'COLLISION_AVOIDANCE'],
    ['emergency_braking', 'Emergency braking assist', 'Notbremsassistent', 'Freinage d’urgence', 'Noodremassistent', 'Asystent hamowania awaryjnego', 'Frenada de emergencia', 'Frenata di emergenza', road, 'active-brake-assistant'],
    ['blind_spot_monitor', 'Blind-spot and turn assist', 'Totwinkel- und Abbiegeassistent', 'Détecteur d’angle mort', 'Dodehoekassistent', 'Asystent martwego pola', 'Detector de ángulo muerto', 'Sensore angolo cieco', road, 'BLIND_SPOT_MONITOR blind-spot-monitor'],
    ['traffic_sign_recognition', 'Traffic sign recognition', 'Verkehrszeichenerkennung', 'Lecture des panneaux', 'Verkeersbordherkenning', 'Rozpoznawanie znaków', 'Reconocimiento de señales', 'Riconoscimento segnali stradali', road, 'TRAFFIC_SIGN_RECOGNITION'],
    ['fatigue_warning', 'Fatigue warning', 'Müdigkeitswarner', 'Alerte de fatigue', 'Vermoeidheidswaarschuwing', 'Ostrzeganie o zmęczeniu', 'Detector de fatiga', 'Rilevatore di stanchezza', road, 'FATIGUE_WARNING'],
    ['tire_pressure_monitoring', 'Tyre pressure monitoring', 'Reifendruckkontrolle', 'Contrôle de pression des pneus', 'Bandenspanningscontrole', 'Kontrola ciśnienia w oponach', 'Control de presión de neumáticos', 'Controllo pressione pneumatici', roadAndTrailers, 'TIRE_PRESSURE_MONITORING'],
    ['parking_sensors_front', 'Front parking sensors', 'Einparkhilfe vorn', 'Aide au stationnement avant', 'Parkeersensoren voor', 'Czujniki parkowania z przodu', 'Sensores de aparcamiento delanteros', 'Sensori di parcheggio anteriori', road, 'parking-sensors-front'],
    ['parking_sensors_rear', 'Rear parking sensors', 'Einparkhilfe hinten', 'Aide au stationnement arrière', 'Parkeersensoren achter', 'Czujniki parkowania z tyłu', 'Sensores de aparcamiento traseros', 'Sensori di parcheggio posteriori', road, 'parking-sensors-rear'],
    ['rear_view_camera', 'Rear-view camera', 'Rückfahrkamera', 'Caméra de recul', 'Achteruitrijcamera', 'Kamera cofania', 'Cámara de marcha atrás', 'Telecamera di retromarcia', everything, 'REAR_VIEW_CAMERA rear-view-camera'],
    ['camera_360', '360° camera', '360°-Kamera', 'Caméra 360°', '360°-camera', 'Kamera 360°', 'Cámara 360°', 'Telecamera 360°', powered, 'CAMERA_360 camera-360'],
    ['high_beam_assist', 'High-beam assist', 'Fernlichtassistent', 'Feux de route automatiques', 'Grootlichtassistent', 'Asystent świateł drogowych', 'Asistente de luz larga', 'Abbaglianti automatici', road, 'HIGH_BEAM_ASSIST'],
    ['emergency_call_system', 'Emergency call system', 'Notrufsystem', 'Appel d’urgence', 'Noodoproepsysteem', 'System alarmowy eCall', 'Llamada de emergencia', 'Chiamata di emergenza', road, 'EMERGENCY_CALL_SYSTEM'],
  ],
  cab: [
    ['air_conditioning', 'Air conditioning', 'Klimaanlage', 'Climatisation', 'Airco', 'Klimatyzacja', 'Aire acondicionado', 'Aria condizionata', powered, 'air-conditioning'],
    ['automatic_air_conditioning', 'Automatic climate control', 'Klimaautomatik', 'Climatisation automatique', 'Automatische airco', 'Klimatyzacja automatyczna', 'Climatizador automático', 'Climatizzatore automatico', powered, 'automatic-air-conditioning'],
    ['parking_air_conditioning', 'Parking air conditioning', 'Standklimaanlage', 'Climatisation de stationnement', 'Standairco', 'Klimatyzacja postojowa', 'Aire acondicionado nocturno', 'Climatizzatore da sosta', ['TU', 'TR', 'BU'], 'SECONDARY_AIR_CONDITIONING'],
    ['auxiliary_heating', 'Parking heater', 'Standheizung', 'Chauffage autonome', 'Standkachel', 'Ogrzewanie postojowe', 'Calefacción autónoma', 'Riscaldatore autonomo', powered, 'AUXILIARY_HEATING auxiliary-heating'],
    ['sleeping_berth', 'Sleeping berth', 'Schlafkabine', 'Couchette', 'Slaapcabine', 'Leżanka', 'Litera', 'Cuccetta', ['TU', 'TR', 'VA'], 'SLEEPING_BERTH'],
    ['second_berth', 'Second berth', 'Zweites Bett', 'Deuxième couchette', 'Tweede bed', 'Druga leżanka', 'Segunda litera', 'Seconda cuccetta', tractorsAndTrucks, ''],
    ['refrigerator', 'Refrigerator', 'Kühlbox', 'Réfrigérateur', 'Koelkast', 'Lodówka', 'Nevera', 'Frigorifero a bordo', ['TU', 'TR', 'BU'], 'COLDSTORE'],
    ['heated_seats', 'Heated seats', 'Sitzheizung', 'Sièges chauffants', 'Stoelverwarming', 'Podgrzewane fotele', 'Asientos calefactables', 'Sedili riscaldati', powered, 'HEATED_SEATS heated-seats'],
    ['ventilated_seats', 'Ventilated seats', 'Sitzbelüftung', 'Sièges ventilés', 'Stoelventilatie', 'Wentylowane fotele', 'Asientos ventilados', 'Sedili ventilati', powered, 'VENTILATED_SEATS ventilated-seats'],
    ['air_suspended_seat', 'Air-suspended driver seat', 'Luftgefederter Fahrersitz', 'Siège conducteur pneumatique', 'Luchtgeveerde bestuurdersstoel', 'Fotel pneumatyczny', 'Asiento neumático', 'Sedile pneumatico', powered, ''],
    ['leather_seats', 'Leather seats', 'Ledersitze', 'Sièges en cuir', 'Leren stoelen', 'Skórzane fotele', 'Asientos de cuero', 'Sedili in pelle', road, 'leather-seats'],
    ['electric_windows', 'Electric windows', 'Elektrische Fensterheber', 'Vitres électriques', 'Elektrische ramen', 'Elektryczne szyby', 'Elevalunas eléctricos', 'Alzacristalli elettrici', road, 'ELECTRIC_WINDOWS electric-windows'],
    ['electric_mirrors', 'Electric mirrors', 'Elektrische Spiegel', 'Rétroviseurs électriques', 'Elektrische spiegels', 'Elektryczne lusterka', 'Espejos eléctricos', 'Specchietti elettrici', road, 'ELECTRIC_MIRRORS'],
    ['central_locking', 'Central locking', 'Zentralverriegelung', 'Verrouillage centralisé', 'Centrale vergrendeling', 'Centralny zamek', 'Cierre centralizado', 'Chiusura centralizzata', road, 'CENTRAL_LOCKING'],
    ['keyless_entry', 'Keyless entry', 'Schlüssellose Zentralverriegelung', 'Accès sans clé', 'Keyless entry', 'Dostęp bezkluczykowy', 'Acceso sin llave', 'Accesso senza chiave', road, 'KEYLESS_ENTRY keyless-entry'],
    ['multifunction_steering_wheel', 'Multifunction steering wheel', 'Multifunktionslenkrad', 'Volant multifonction', 'Multifunctioneel stuur', 'Kierownica wielofunkcyjna', 'Volante multifunción', 'Volante multifunzione', road, 'MULTIFUNCTION_STEERING_WHEEL'],
    ['navigation_system', 'Navigation system', 'Navigationssystem', 'Système de navigation', 'Navigatiesysteem', 'Nawigacja', 'Sistema de navegación', 'Sistema di navigazione', road, 'NAVIGATION_SYSTEM navigation-system'],
    ['bluetooth', 'Bluetooth', 'Bluetooth', 'Bluetooth', 'Bluetooth', 'Bluetooth', 'Bluetooth', 'Bluetooth', powered, 'BLUETOOTH bluetooth'],
    ['hands_free', 'Hands-free kit', 'Freisprecheinrichtung', 'Kit mains libres', 'Handsfreeset', 'Zestaw głośnomówiący', 'Manos libres', 'Vivavoce', road, 'HANDS_FREE hands-free'],
    ['dab_radio', 'DAB radio', 'DAB-Radio', 'Radio DAB', 'DAB-radio', 'Radio DAB', 'Radio DAB', 'Radio DAB', powered, 'dab-radio'],
    ['apple_carplay', 'Apple CarPlay', 'Apple CarPlay', 'Apple CarPlay', 'Apple CarPlay', 'Apple CarPlay', 'Apple CarPlay', 'Apple CarPlay', road, 'APPLE_CARPLAY apple-carplay'],
    ['android_auto', 'Android Auto', 'Android Auto', 'Android Auto', 'Android Auto', 'Android Auto', 'Android Auto', 'Android Auto', road, 'ANDROID_AUTO android-auto'],
    ['touchscreen', 'Touchscreen', 'Touchscreen', 'Écran tactile', 'Aanraakscherm', 'Ekran dotykowy', 'Pantalla táctil', 'Schermo touch', powered, 'TOUCHSCREEN'],
    ['tv', 'TV', 'Fernseher', 'Télévision', 'Televisie', 'Telewizor', 'Televisión', 'Televisore', ['TU', 'TR', 'VA', 'BU'], 'TV tv'],
    ['on_board_computer', 'On-board computer', 'Bordcomputer', 'Ordinateur de bord', 'Boordcomputer', 'Komputer pokładowy', 'Ordenador de a bordo', 'Computer di bordo', powered, 'ON_BOARD_COMPUTER'],
    ['digital_tachograph', 'Digital tachograph', 'Digitaler Tachograph', 'Chronotachygraphe numérique', 'Digitale tachograaf', 'Tachograf cyfrowy', 'Tacógrafo digital', 'Tachigrafo digitale', road, ''],
    ['smart_tachograph', 'Smart tachograph', 'Intelligenter Tachograph', 'Chronotachygraphe intelligent', 'Slimme tachograaf', 'Tachograf inteligentny', 'Tacógrafo inteligente', 'Tachigrafo intelligente', road, ''],
    ['fleet_management', 'Fleet management unit', 'Flottenmanagement-System', 'Gestion de flotte', 'Fleetmanagement', 'System zarządzania flotą', 'Gestión de flotas', 'Gestione flotta', everything, ''],
    ['alarm_system', 'Alarm system', 'Alarmanlage', 'Alarme', 'Alarminstallatie', 'Alarm', 'Alarma', 'Antifurto', powered, 'ALARM_SYSTEM alarm-system'],
    ['immobilizer', 'Immobiliser', 'Wegfahrsperre', 'Antidémarrage', 'Startonderbreker', 'Immobilizer', 'Inmovilizador', 'Immobilizzatore', powered, 'IMMOBILIZER'],
  ],
  exterior: [
    ['alloy_wheels', 'Alloy wheels', 'Alufelgen', 'Jantes en aluminium', 'Aluminium velgen', 'Felgi aluminiowe', 'Llantas de aluminio', 'Cerchi in lega', roadAndTrailers, 'ALLOY_WHEELS'],
    ['super_single_tyres', 'Super single tyres', 'Super-Single-Bereifung', 'Pneus super single', 'Super single banden', 'Opony super single', 'Neumáticos super single', 'Pneumatici super single', ['TU', 'TR', 'ST', 'TL'], 'SUPER_SINGLE_WHEELS'],
    ['full_fairing', 'Full fairing', 'Vollverkleidung', 'Carénage complet', 'Volledige spoilerset', 'Pełne owiewki', 'Carenado completo', 'Carenatura completa', tractorsAndTrucks, 'FULL_FAIRING'],
    ['side_skirts', 'Side skirts', 'Seitenverkleidung', 'Jupes latérales', 'Sideskirts', 'Osłony boczne', 'Faldones laterales', 'Minigonne laterali', ['TU', 'TR', 'ST', 'TL'], ''],
    ['roof_spoiler', 'Roof spoiler', 'Dachspoiler', 'Déflecteur de toit', 'Dakspoiler', 'Spojler dachowy', 'Deflector de techo', 'Spoiler da tetto', ['TU', 'TR', 'VA'], ''],
    ['led_headlights', 'LED headlights', 'LED-Scheinwerfer', 'Phares LED', 'LED-koplampen', 'Reflektory LED', 'Faros LED', 'Fari LED', powered, 'LED_HEADLIGHTS led-headlights'],
    ['xenon_headlights', 'Xenon headlights', 'Xenonscheinwerfer', 'Phares au xénon', 'Xenonkoplampen', 'Reflektory ksenonowe', 'Faros de xenón', 'Fari allo xeno', road, 'XENON_HEADLIGHTS xenon-headlights'],
    ['fog_lights', 'Fog lights', 'Nebelscheinwerfer', 'Phares antibrouillard', 'Mistlampen', 'Światła przeciwmgielne', 'Faros antiniebla', 'Fendinebbia', road, 'FOG_LIGHTS'],
    ['daytime_running_lights', 'Daytime running lights', 'Tagfahrlicht', 'Feux de jour', 'Dagrijverlichting', 'Światła do jazdy dziennej', 'Luces diurnas', 'Luci diurne', road, 'DAYTIME_RUNNING_LIGHTS'],
    ['dual_fuel_tanks', 'Two fuel tanks', 'Zwei Kraftstofftanks', 'Deux réservoirs', 'Dubbele tank', 'Dwa zbiorniki paliwa', 'Dos depósitos de combustible', 'Doppio serbatoio', heavy, ''],
    ['adblue', 'AdBlue tank', 'AdBlue-Tank', 'Réservoir AdBlue', 'AdBlue-tank', 'Zbiornik AdBlue', 'Depósito de AdBlue', 'Serbatoio AdBlue', powered, 'UREA_TANK_AD_BLUE'],
    ['particulate_filter', 'Particulate filter', 'Partikelfilter', 'Filtre à particules', 'Roetfilter', 'Filtr cząstek stałych', 'Filtro de partículas', 'Filtro antiparticolato', powered, 'PARTICULATE_FILTER'],
    ['biodiesel_suitable', 'Suitable for biodiesel', 'Biodieseltauglich', 'Compatible biodiesel', 'Geschikt voor biodiesel', 'Przystosowany do biodiesla', 'Apto para biodiésel', 'Compatibile biodiesel', powered, 'BIODIESEL_SUITABLE'],
    ['fast_charging', 'DC fast charging', 'Schnellladefunktion', 'Charge rapide', 'Snelladen', 'Szybkie ładowanie', 'Carga rápida', 'Ricarica rapida', powered, 'fast-charging'],
    ['beacon', 'Rotating beacon', 'Rundumkennleuchte', 'Gyrophare', 'Zwaailicht', 'Lampa ostrzegawcza', 'Rotativo', 'Lampeggiante', everything, ''],
  ],
  body: [
    ['tail_lift', 'Tail lift', 'Ladebordwand', 'Hayon élévateur', 'Laadklep', 'Winda załadowcza', 'Trampilla elevadora', 'Sponda idraulica', load, 'TAIL_LIFT liftgate'],
    ['crane', 'Loading crane', 'Ladekran', 'Grue auxiliaire', 'Laadkraan', 'Żuraw HDS', 'Grúa autocargante', 'Gru retrocabina', load, 'CRANE'],
    ['trailer_coupling', 'Trailer coupling', 'Anhängerkupplung', 'Attelage', 'Trekhaak', 'Hak holowniczy', 'Enganche de remolque', 'Gancio di traino', ['TU', 'TR', 'VA', 'TL', 'BU', 'FL', 'AG'], 'TRAILER_COUPLING'],
    ['detachable_trailer_coupling', 'Detachable trailer coupling', 'Anhängerkupplung abnehmbar', 'Attelage amovible', 'Afneembare trekhaak', 'Demontowany hak holowniczy', 'Enganche desmontable', 'Gancio di traino amovibile', ['VA'], 'DETACHABLE_TRAILER_COUPLING detachable-trailer-coupling'],
    ['sliding_door', 'Sliding door', 'Schiebetür', 'Porte coulissante', 'Schuifdeur', 'Drzwi przesuwne', 'Puerta corredera', 'Porta scorrevole', ['TR', 'VA'], 'SLIDING_DOOR sliding-door'],
    ['partition_wall', 'Partition wall', 'Trennwand', 'Cloison de séparation', 'Tussenwand', 'Ścianka działowa', 'Mampara', 'Paratia divisoria', load, 'DIVIDER partition-wall'],
    ['wing_doors', 'Wing doors', 'Flügeltüren', 'Portes battantes', 'Vleugeldeuren', 'Drzwi skrzydłowe', 'Puertas batientes', 'Porte a battente', load, 'wing-doors'],
    ['roller_door', 'Roller door', 'Rolltor', 'Porte à enroulement', 'Roldeur', 'Drzwi rolowane', 'Puerta enrollable', 'Porta avvolgibile', load, ''],
    ['compressor', 'Compressor', 'Kompressor', 'Compresseur', 'Compressor', 'Kompresor', 'Compresor', 'Compressore', ['TU', 'TR', 'ST', 'TL'], 'COMPRESSOR'],
    ['tipper_hydraulics', 'Tipper hydraulics', 'Kipphydraulik', 'Hydraulique de benne', 'Kiphydrauliek', 'Hydraulika wywrotki', 'Equipo hidráulico para volquete', 'Impianto idraulico per ribaltabile', tractorsAndTrucks, 'TIPPER_HYDRAULICS'],
    ['walking_floor_hydraulics', 'Walking-floor hydraulics', 'Schubbodenhydraulik', 'Hydraulique fond mouvant', 'Schuifvloerhydrauliek', 'Hydraulika ruchomej podłogi', 'Equipo hidráulico para piso móvil', 'Impianto idraulico per piano mobile', tractorsAndTrucks, 'WALKING_FLOOR_HYDRAULICS'],
    ['tanker_hydraulics', 'Tanker hydraulics', 'Tankhydraulik', 'Hydraulique de citerne', 'Tankhydrauliek', 'Hydraulika cysterny', 'Equipo hidráulico para cisterna', 'Impianto idraulico per cisterna', tractorsAndTrucks, 'TANKER_HYDRAULICS'],
    ['pto', 'Power take-off (PTO)', 'Nebenantrieb (PTO)', 'Prise de force (PTO)', 'Krachtafnemer (PTO)', 'Przystawka odbioru mocy (PTO)', 'Toma de fuerza (PTO)', 'Presa di forza (PTO)', tractorsAndTrucks, ''],
    ['twist_locks', 'Twist locks', 'Containerverriegelung', 'Verrous tournants', 'Twistlocks', 'Zamki kontenerowe', 'Cierres giratorios', 'Twist lock', ['TR', 'ST', 'TL'], ''],
    ['code_xl', 'Code XL load-securing certificate', 'Code-XL-Zertifikat', 'Certificat Code XL', 'Code XL-certificaat', 'Certyfikat Code XL', 'Certificado Código XL', 'Certificato Codice XL', ['TR', 'ST', 'TL'], ''],
    ['sliding_roof', 'Sliding roof', 'Schiebeverdeck', 'Toit coulissant', 'Schuifdak', 'Dach przesuwny', 'Techo corredizo', 'Tetto scorrevole', ['TR', 'ST', 'TL'], ''],
    ['lifting_roof', 'Lifting roof', 'Hubdach', 'Toit relevable', 'Hefdak', 'Podnoszony dach', 'Techo elevable', 'Tetto sollevabile', ['TR', 'ST', 'TL'], ''],
    ['coil_well', 'Coil well', 'Coilmulde', 'Fosse à bobines', 'Coilgoot', 'Rynna na coile', 'Foso para bobinas', 'Buca coil', trailersOnly, ''],
    ['pallet_box', 'Pallet box', 'Palettenkasten', 'Coffre à palettes', 'Palletkist', 'Skrzynia na palety', 'Cajón de palés', 'Cassa porta pallet', ['TR', 'ST', 'TL'], ''],
    ['adr', 'ADR approval', 'ADR-Zulassung', 'Homologation ADR', 'ADR-keuring', 'Dopuszczenie ADR', 'Homologación ADR', 'Omologazione ADR', ['TU', 'TR', 'ST', 'TL'], ''],
    ['atp_certificate', 'ATP / FRC certificate', 'ATP-/FRC-Zertifikat', 'Certificat ATP / FRC', 'ATP- / FRC-certificaat', 'Certyfikat ATP / FRC', 'Certificado ATP / FRC', 'Certificato ATP / FRC', load, ''],
    ['multi_temperature', 'Multi-temperature', 'Multi-Temperatur', 'Multi-température', 'Multitemperatuur', 'Wielotemperaturowy', 'Multitemperatura', 'Multitemperatura', load, ''],
    ['double_stock', 'Double-stock equipment', 'Doppelstock', 'Double plancher', 'Dubbele laadvloer', 'Podwójna podłoga', 'Doble piso', 'Doppio piano', ['TR', 'ST', 'TL'], ''],
    ['roller_tarpaulin', 'Rolling tarpaulin', 'Rollplane', 'Bâche enroulable', 'Rolzeil', 'Plandeka rolowana', 'Lona enrollable', 'Telo copri scopri', ['TR', 'ST', 'TL'], ''],
  ],
  bus: [
    ['kitchen', 'Kitchen', 'Bordküche', 'Cuisine de bord', 'Keuken', 'Kuchnia', 'Cocina', 'Cucina di bordo', buses, 'KITCHEN kitchen'],
    ['wc', 'Toilet', 'WC', 'Toilettes', 'Toilet', 'Toaleta', 'Aseo', 'Toilette', buses, 'WC wc'],
    ['sleeping_seats', 'Reclining seats', 'Schlafsessel', 'Sièges inclinables', 'Slaapstoelen', 'Rozkładane fotele', 'Asientos reclinables', 'Sedili reclinabili', buses, 'SLEEPING_SEATS'],
    ['driver_sleeping_compartment', 'Driver sleeping compartment', 'Fahrerschlafkabine', 'Couchette chauffeur', 'Slaapplaats chauffeur', 'Kabina sypialna kierowcy', 'Litera del conductor', 'Cuccetta autista', buses, 'DRIVER_SLEEPING_COMPARTMENT'],
    ['wheelchair_access', 'Wheelchair access', 'Rollstuhlgerecht', 'Accès fauteuil roulant', 'Rolstoeltoegankelijk', 'Dostęp dla wózków inwalidzkich', 'Acceso para silla de ruedas', 'Accesso per sedia a rotelle', ['VA', 'BU'], ''],
    ['low_floor', 'Low floor', 'Niederflur', 'Plancher bas', 'Lage vloer', 'Niska podłoga', 'Piso bajo', 'Pianale ribassato', buses, ''],
    ['destination_display', 'Destination display', 'Zielanzeige', 'Girouette', 'Bestemmingsaanduiding', 'Wyświetlacz kierunkowy', 'Letrero de destino', 'Indicatore di percorso', buses, ''],
    ['seat_belts', 'Seat belts on all seats', 'Sicherheitsgurte an allen Plätzen', 'Ceintures à toutes les places', 'Gordels op alle plaatsen', 'Pasy na wszystkich miejscach', 'Cinturones en todas las plazas', 'Cinture su tutti i posti', buses, ''],
  ],
  machine: [
    ['central_lubrication', 'Central lubrication', 'Zentralschmieranlage', 'Graissage centralisé', 'Centrale smering', 'Centralne smarowanie', 'Engrase centralizado', 'Lubrificazione centralizzata', ['TU', 'TR', 'ST', 'TL', 'CM', 'FL', 'AG'], 'CENTRAL_LUBRICANT_APPLICATION'],
    ['quick_coupler', 'Quick coupler', 'Schnellwechsler', 'Attache rapide', 'Snelwissel', 'Szybkozłącze', 'Enganche rápido', 'Attacco rapido', machines, 'QUICK_CHANGE_ATTACHMENT'],
    ['road_licence', 'Road licence', 'Straßenzulassung', 'Homologation routière', 'Wegtoelating', 'Homologacja drogowa', 'Homologación para carretera', 'Omologazione stradale', machines, 'ROAD_LICENCE'],
    ['cabin', 'Cabin', 'Kabine', 'Cabine', 'Cabine', 'Kabina', 'Cabina', 'Cabina', machines, 'CABIN'],
    ['protective_roof', 'Protective roof', 'Schutzdach', 'Toit de protection', 'Beschermdak', 'Dach ochronny', 'Techo protector', 'Tettuccio di protezione', machines, 'PROTECTIVE_ROOF'],
    ['front_hydraulics', 'Front hydraulics', 'Fronthydraulik', 'Hydraulique avant', 'Fronthydrauliek', 'Przednia hydraulika', 'Hidráulica delantera', 'Idraulica anteriore', ['CM', 'AG'], 'FRONT_HYDRAULICS'],
    ['front_linkage', 'Front linkage', 'Frontkraftheber', 'Relevage avant', 'Fronthef', 'Przedni podnośnik', 'Elevador delantero', 'Sollevatore anteriore', ['CM', 'AG'], 'FRONT_JACK'],
    ['front_pto', 'Front PTO', 'Frontzapfwelle', 'Prise de force avant', 'Front-PTO', 'Przedni WOM', 'Toma de fuerza delantera', 'Presa di forza anteriore', ['CM', 'AG'], ''],
    ['hammer_hydraulics', 'Hammer hydraulics', 'Hammerhydraulik', 'Ligne marteau', 'Hamerleiding', 'Hydraulika młota', 'Línea de martillo', 'Linea martello', ['CM'], ''],
    ['bss', 'BSS', 'BSS', 'BSS', 'BSS', 'BSS', 'BSS', 'BSS', machines, 'BSS'],
  ],
  commercial: [
    ['full_service_history', 'Full service history', 'Scheckheftgepflegt', 'Carnet d’entretien complet', 'Volledig onderhouden', 'Pełna historia serwisowa', 'Historial de mantenimiento completo', 'Tagliandi certificati', everything, 'FULL_SERVICE_HISTORY'],
    ['new_inspection', 'New inspection', 'HU/AU neu', 'Contrôle technique récent', 'Nieuwe keuring', 'Nowy przegląd', 'ITV reciente', 'Revisione recente', roadAndTrailers, 'HU_AU_NEU'],
    ['warranty', 'Warranty', 'Garantie', 'Garantie', 'Garantie', 'Gwarancja', 'Garantía', 'Garanzia', everything, 'WARRANTY'],
    ['rentable', 'Available for hire', 'Vermietung möglich', 'Disponible à la location', 'Te huur', 'Możliwy wynajem', 'Disponible en alquiler', 'Disponibile a noleggio', everything, 'RENTABLE RENTING_POSSIBLE'],
    ['municipal', 'Municipal vehicle', 'Kommunalfahrzeug', 'Véhicule municipal', 'Gemeentevoertuig', 'Pojazd komunalny', 'Vehículo municipal', 'Veicolo comunale', everything, 'MUNICIPAL'],
    ['export_vehicle', 'For export', 'Exportfahrzeug', 'Véhicule pour l’export', 'Exportvoertuig', 'Pojazd na eksport', 'Vehículo para exportación', 'Veicolo per esportazione', everything, 'EXPORT_VEHICLE'],
  ],
};

/** In display order: by group, then as listed. */
export const seedFeatures: readonly SeedFeature[] = featureGroups.flatMap((group) =>
  rows[group].map(([code, en, de, fr, nl, pl, es, it, classes, importKeys]) => ({
    code,
    group,
    names: { en, de, fr, nl, pl, es, it },
    classes,
    importKeys: importKeys === '' ? [] : importKeys.split(' '),
  })),
);
