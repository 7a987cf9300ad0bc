import { entryOf } from '@fifthwheel/text/entry-of';

/** What headers of other languages call the columns that most files have: German, French, Dutch, Polish, Spanish, Italian. */
// prettier-ignore
const WORDS: Readonly<Record<string, string>> = {
  external_id: 'stock number, stock no, stock id, stocknumber, sku, bestandsnummer, interne nummer, lagernummer, fahrzeugnummer, numéro de stock, référence, voorraadnummer, numer magazynowy, número de stock, referencia, numero di stock, riferimento',
  category: 'kategorie, fahrzeugart, catégorie, categorie, kategoria, categoría, categoria',
  subcategory: 'unterkategorie, aufbau, aufbauart, sous-catégorie, carrosserie, subcategorie, opbouw, podkategoria, zabudowa, subcategoría, carrocería, sottocategoria, allestimento',
  brand: 'make, manufacturer, marke, hersteller, marque, merk, marka, producent, marca, fabricante, produttore',
  model: 'modell, modèle, modelo, modello',
  variant: 'variante, version, ausführung, uitvoering, wersja, versión, versione',
  title: 'titel, überschrift, titre, tytuł, título, titolo',
  description: 'beschreibung, bemerkung, omschrijving, opis, descripción, descrizione',
  condition: 'zustand, état, staat, stan, estado, stato',
  price: 'preis, verkaufspreis, vk preis, selling price, asking price, prix, prix de vente, prijs, vraagprijs, verkoopprijs, cena, cena sprzedaży, precio, precio de venta, prezzo, prezzo di vendita, preço, pris',
  price_net: 'nettopreis, netto preis, preis netto, net price, price net, prix ht, cena netto, prijs excl btw, precio neto, prezzo netto',
  price_gross: 'bruttopreis, brutto preis, preis brutto, gross price, price gross, prix ttc, cena brutto, prijs incl btw, prezzo lordo',
  vat_deductible: 'mwst ausweisbar, vat reclaimable, tva récupérable, btw verrekenbaar',
  vat_scheme: 'differenzbesteuert, margin scheme, margeregeling',
  currency: 'währung, devise, valuta, waluta, moneda',
  vat_rate: 'mwst, mwst satz, vat, taux de tva, btw, vat %, iva',
  year: 'baujahr, year of manufacture, année, année de construction, bouwjaar, rok, rok produkcji, año, anno',
  first_registration: 'erstzulassung, ez, first reg, première immatriculation, eerste toelating, data pierwszej rejestracji, pierwsza rejestracja, primera matriculación, prima immatricolazione',
  mileage: 'km, km stand, kilometer, kilometerstand, laufleistung, odometer, kilométrage, tellerstand, przebieg, kilometraje, kilómetros, chilometraggio',
  operating_hours: 'betriebsstunden, stunden, hours, heures, uren, motogodziny, horas, ore',
  vin: 'fin, fahrgestellnummer, fahrzeugidentnummer, chassis number, numéro de châssis, chassisnummer, numer vin, bastidor, numero di telaio',
  fuel_type: 'kraftstoff, kraftstoffart, fuel, treibstoff, carburant, énergie, brandstof, paliwo, combustible, carburante',
  transmission: 'getriebe, getriebeart, gearbox, boîte, boîte de vitesses, versnellingsbak, transmissie, skrzynia biegów, caja de cambios, cambio',
  drive_type: 'antrieb, achsformel, radformel, axle configuration, configuration des essieux, aandrijving, asconfiguratie, napęd, układ osi, tracción, trazione',
  euro_standard: 'abgasnorm, schadstoffklasse, emission class, emission standard, euronorm, norme euro, emissieklasse, norma emisji, norma euro, classe euro',
  power_kw: 'leistung kw, kw, puissance kw, vermogen kw, moc kw, potencia kw, potenza kw',
  power_hp: 'leistung ps, ps, hp, puissance ch, pk, vermogen pk, moc km, potencia cv, cv',
  axles: 'achsen, achszahl, essieux, assen, osie, liczba osi, ejes, assi',
  gross_weight_kg: 'gesamtgewicht, zul gesamtgewicht, zulässiges gesamtgewicht, zgg, gvw, gvwr, gross weight, ptac, totaalgewicht, dmc, pma, peso total, massa complessiva',
  curb_weight_kg: 'leergewicht, kerb weight, unladen weight, poids à vide, leeggewicht, masa własna, tara',
  payload_kg: 'nutzlast, payload, charge utile, laadvermogen, ładowność, carga útil, portata',
  cab_type: 'kabine, fahrerhaus, führerhaus, cabine, cab, kabina, cabina',
  color: 'farbe, colour, couleur, kleur, kolor, colore',
  features: 'ausstattung, equipment, équipement, uitrusting, wyposażenie, equipamiento, accessori',
  image_urls: 'bilder, fotos, photos, image urls, picture urls, zdjęcia, imágenes, immagini, foto',
  country: 'land, pays, kraj, país, paese',
  city: 'ort, stadt, standort, ville, stad, plaats, miasto, ciudad, città',
  postal_code: 'plz, postleitzahl, zip, zip code, postcode, code postal, kod pocztowy, código postal, cap',
};

export function headerWords(column: string): string[] {
  return (entryOf(WORDS, column) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
