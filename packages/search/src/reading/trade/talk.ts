// Filler words, which narrow nothing: they are neither required nor matched.

const list = (words: string): readonly string[] => words.split(',').map((word) => word.trim());

/** Filler phrases. */
export const TALK: readonly string[] = list(`
  for sale, on sale, to buy, buy, buying, wanted, looking for, search, searching, i need, need, i want, want, offer, offers, price, prices, cheap, cheapest,
  good price, best price, best, good, nice, great, clean, well kept, good condition, very good condition, top condition, mint, reliable, low mileage, low km, low kilometers,
  low kms, low hours, few hours, few km, high mileage, first owner, one owner, first hand, from owner, dealer, in stock, available, available now, immediately, urgent, quality, please, some,
  vehicle, vehicles, machine, machines, make, brand, model, type, with, and, or, the, a, an, of, for, in, at, by, from, me, my, any, all, axle, axles, used by, approx, about, around, or similar, similar,
  make me an offer, year, built, engine, power, horsepower, hp, gearbox, wheels, colour, color, cab, seats, equipped, equipment, standard, version, complete, ready, to work, ready to work,
  zu verkaufen, verkaufe, verkauf, kaufen, gesucht, suche, suche nach, ich suche, angebot, angebote, preis, preiswert, günstig, günstige, günstiger, günstigste, billig, billige, billiger, top, top zustand, guter zustand, sehr guter zustand,
  gut, gute, guter, gutes, gepflegt, gepflegte, gepflegter, schön, schöne, schöner, sauber, wenig kilometer, wenig km, wenige km, geringe laufleistung, wenig gelaufen, wenig stunden, erste hand, 1. hand, erstbesitzer, aus erster hand,
  sofort verfügbar, verfügbar, sofort, lagernd, auf lager, fahrzeug, fahrzeuge, maschine, maschinen, marke, modell, typ, und, oder, der, die, das, ein, eine, einen, einem, einer, für, in, im, am, von, vom, zum, zur, mit, auf, dem, den, des, ca, circa, etwa,
  achse, achsen, aufbau, aufbauten, motor, leistung, baujahr, bj, ez, erstzulassung, händler, vom händler, kaufen in, export, kabine, farbe, in der nähe, umgebung, sitze, als, alle,
  à vendre, a vendre, vends, achat, acheter, cherche, recherche, je cherche, annonce, annonces, prix, pas cher, pas chère, bon marché, bonne affaire, bon état, très bon état, bien entretenu, peu kilométré, faible kilométrage, peu de km, peu d heures, première main,
  disponible, en stock, véhicule, véhicules, engin, marque, modèle, avec, et, ou, le, la, les, l, un, une, des, de, du, d, pour, en, au, aux, chez, dans, environ, essieu, essieux, carrosserie, moteur, année, couleur, cabine, équipé, équipée, équipement, professionnel,
  te koop, koop, kopen, gezocht, zoek, ik zoek, aanbieding, prijs, goedkoop, goedkope, nette, mooie, goede staat, in goede staat, goed onderhouden, weinig kilometers, weinig km, lage kilometerstand, weinig uren, eerste eigenaar, op voorraad, beschikbaar, voertuig, voertuigen, merk,
  met, en, of, het, een, voor, in, te, as, assen, opbouw, bouwjaar, kleur, cabine, ongeveer, uitvoering,
  na sprzedaż, sprzedam, sprzedaż, kupię, kupno, szukam, oferta, oferty, cena, tani, tania, tanie, tanio, ładny, ładna, zadbany, zadbana, dobry stan, stan bardzo dobry, w dobrym stanie, mały przebieg, niski przebieg, niskim przebiegiem, z niskim przebiegiem, pierwszy właściciel, dostępny, od ręki, pojazd, pojazdy, maszyna, maszyny, marka,
  z, ze, i, lub, albo, dla, w, we, na, do, oś, osie, osi, zabudowa, zabudową, rok, rocznik, rok produkcji, kolor, kabina, około, wersja,
  en venta, se vende, vendo, venta, comprar, compra, busco, buscamos, oferta, ofertas, precio, barato, barata, baratos, económico, buen estado, muy buen estado, en buen estado, pocos km, pocos kilómetros, pocas horas, primer dueño, primera mano, disponible, vehículo, vehículos, máquina, máquinas, modelo,
  con, y, o, el, los, las, del, al, un, una, unos, para, por, en, eje, ejes, carrocería, año, color, cabina, aproximadamente, ocasión, equipado,
  in vendita, vendesi, vendita, comprare, acquisto, cerco, cercasi, offerta, offerte, prezzo, economico, economica, a buon prezzo, buono stato, ottimo stato, ottime condizioni, buone condizioni, pochi km, pochi chilometri, poche ore, unico proprietario, primo proprietario, disponibile, pronta consegna, veicolo, veicoli, mezzo, mezzi, macchina, marca, modello,
  e, il, lo, gli, i, della, delle, dei, degli, di, da, per, su, asse, assi, allestimento, allestito, anno, colore, circa, km zero
`);

/** Words before a place that mean its surroundings. */
export const NEAR: readonly string[] = list(`
  near, near to, nearby, within, within a radius of, in a radius of, radius, im radius von, dans un rayon de, rayon, rayon de, binnen, binnen een straal van, in een straal van, straal,
  w promieniu, promień, en un radio de, nel raggio di, raggio di, raggio, entro, close to, around, in the area of, area, nahe, in der nähe von, in der nähe, nähe, im raum, im großraum, in der umgebung von, in der region, region, raum, großraum, umkreis, im umkreis von, rund um, um, bei, umgebung von, près de, proche de, autour de, aux environs de, aux alentours de, alentours de, environs de, à proximité de, dans la région de, région de,
  in de buurt van, nabij, vlakbij, bij, rondom, in de omgeving van, in de regio, omgeving, rond, dichtbij, regio, blisko, koło, w pobliżu, okolice, w okolicy, w okolicach, w rejonie, rejon, wokół, niedaleko, pod, obok, cerca de, alrededor de, zona, zona de, vicino a, vicino, nei pressi di, dintorni di, zona di
`);

/** The Polish ones of `NEAR`, after which the place is declined. */
export const POLISH_PLACING: ReadonlySet<string> = new Set([
  'blisko',
  'kolo',
  'w poblizu',
  'okolice',
  'w okolicy',
  'w okolicach',
  'w rejonie',
  'rejon',
  'wokol',
  'pod',
  'niedaleko',
  'obok',
  'w promieniu',
  'od',
  'w',
  'we',
]);

/** Words between a distance and its place. */
export const FROM: ReadonlySet<string> = new Set(
  'of from von vom van od de d du da dal di entfernt distance'.split(' '),
);

/** Words before something unwanted. */
export const WITHOUT: readonly string[] = list(
  'without, no, not, except, but not, excluding, ohne, kein, keine, keinen, nicht, außer, sans, pas de, sauf, hors, non, zonder, geen, niet, behalve, bez, nie, oprócz, poza, sin, excepto, menos, senza, tranne, eccetto, escluso',
);

/** Words between alternatives. */
export const OR: readonly string[] = list('or, oder, ou, of, lub, albo, o, oppure');
