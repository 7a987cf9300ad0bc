import type { ShippedTexts } from './en.ts';

export const nl: ShippedTexts = {
  about: {
    title: 'Over ons',
    body: `Fifthwheel is een marktplaats voor bedrijfsvoertuigen: trucks, trailers, bestelwagens, bussen en bouwmachines. Dealers uit heel Europa tonen hier hun voorraad, en kopers schrijven hun rechtstreeks.

## Wat wij belangrijk vinden

- **Gegevens die u kunt vergelijken.** Vermogen, assen, gewichten en emissieklassen staan bij elk voertuig op dezelfde manier. Bij prijzen staat of de btw erin zit.
- **Labels die zichzelf uitleggen.** Naast een prijslabel ziet u op hoeveel vergelijkbare voertuigen het berust. Zijn het er te weinig, dan is er geen label.
- **Dealers die u kunt inschatten.** De vertrouwensscore volgt uit controle, beoordelingen, reactietijd en volledige advertenties. Ze is niet te koop.
- **Geen omwegen.** Zoeken kan zonder account. U hebt er alleen een nodig om te schrijven, te bewaren en meldingen te krijgen.

## Wie erachter zit

{operator} beheert deze marktplaats. Ons adres staat in het [colofon](/nl/info/imprint).`,
  },
  buying: {
    title: 'Zo koopt u',
    body: `## 1. Vinden

Typ wat u zoekt, bijvoorbeeld *actros 2020 4x2 onder 60k*, of gebruik de filters. Bewaar een zoekopdracht, dan schrijven we u zodra er een passend voertuig bij komt.

## 2. Vergelijken

Zet tot vijf voertuigen naast elkaar. Verschillen zijn gemarkeerd, en de vergelijking kunt u als link delen.

## 3. Vragen

Schrijf de dealer vanaf de pagina van het voertuig. Een account vooraf is niet nodig: we sturen een code naar uw adres, en het antwoord van de dealer krijgt u per e-mail en hier in uw postvak.

Goede vragen vóór een bezichtiging:

- Is het onderhoudsboekje volledig, en wie heeft het werk gedaan?
- Wanneer was de laatste keuring, en waren er gebreken?
- Welke banden zitten eronder, en hoeveel profiel hebben ze nog?
- Is de prijs exclusief of inclusief btw, en staat de btw op de factuur?

## 4. Bekijken en betalen

Bekijk het voertuig en de papieren voordat u betaalt. De overeenkomst sluit u met de dealer: de marktplaats ontvangt geen geld voor voertuigen en vraagt er ook niet om.

**Wees voorzichtig** als iemand een aanbetaling wil voordat u het voertuig hebt gezien, het gesprek meteen elders wil voortzetten of een prijs noemt die ver onder die van vergelijkbare voertuigen ligt. Meld de advertentie of het bericht; de link staat ernaast.

## 5. Beoordelen

Na een gesprek met een dealer kunt u hem beoordelen. Dat helpt de volgende koper.`,
  },
  selling: {
    title: 'Zo verkoopt u',
    body: `## Beginnen

[Maak een account](/nl/register?role=SELLER) voor uw bedrijf, bevestig uw e-mailadres en stuur uw documenten. Advertenties kunt u meteen voorbereiden; zodra we de documenten hebben gecontroleerd, zien kopers dat.

## Uw voorraad plaatsen

- **Met de hand**, met een formulier dat alleen vraagt wat voor dat soort voertuig telt.
- **Via een bestand**: CSV of XML, eenmalig of volgens een schema, met foto’s.
- **Via de API**: alles wat de pagina’s kunnen, kan uw eigen systeem ook. [Naar de documentatie](/docs).

## Antwoorden

Aanvragen komen binnen in uw postvak, per e-mail en desgewenst als webhook in uw eigen systeem. Kopers zien hoe snel u gewoonlijk antwoordt.

## Abonnementen

Elk abonnement zegt hoeveel voertuigen tegelijk online kunnen staan. U kunt altijd wisselen.`,
  },
  help: {
    title: 'Help',
    body: `## Ik heb de code niet ontvangen

Kijk in de map met ongewenste e-mail en controleer het adres. Op de pagina die om de code vraagt, kunt u een nieuwe laten sturen.

## Ik ben mijn wachtwoord vergeten

[Laat een link sturen](/nl/forgot) en kies een nieuw wachtwoord.

## Ik krijg te veel e-mails

Elke e-mail eindigt met een link om zulke e-mails stop te zetten. Alle instellingen vindt u onder [Meldingen](/nl/account/notices).

## Een voertuig is niet zoals beschreven

Schrijf eerst de dealer. Klopt de advertentie niet of lijkt het op oplichting, meld haar dan op de pagina zelf: we bekijken elke melding.

## Ik wil mijn account verwijderen

Dat kan onder [Uw gegevens](/nl/account/data). Daar krijgt u ook een bestand met alles wat we bewaren.

## Ik wil iemand spreken

Schrijf ons: {email}`,
  },
  imprint: {
    title: 'Colofon',
    body: `## Aanbieder

**{operator}**  
{address}  
{country}

E-mail: {email}

Btw-nummer: {vatId}

## Inhoud van advertenties

Dealers zijn verantwoordelijk voor hun advertenties. Vindt u een advertentie onrechtmatig, meld haar dan op de pagina zelf: we bekijken haar en vertellen u wat we hebben besloten.`,
  },
  privacy: {
    title: 'Privacy',
    body: `## Wie verantwoordelijk is

Verantwoordelijk voor de gegevens die deze marktplaats bewaart is {operator}; het adres staat in het [colofon](/nl/info/imprint).

E-mail: {email}

## Wat we bewaren, en waarvoor

- **Account:** uw naam, e-mailadres, taal en, als u dat opgeeft, telefoonnummer. Van het wachtwoord bewaren we alleen een hash. Dit is nodig om in te loggen en u te bereiken (artikel 6, lid 1, onder b, AVG).
- **Bedrijfsgegevens en documenten** van dealers, zodat kopers weten met wie ze te maken hebben.
- **Berichten** tussen u en dealers, met hun bijlagen.
- **Favorieten, zoekopdrachten en vergelijkingen** die u bewaart.
- **Beoordelingen**, die met uw naam openbaar zijn.
- **Sessies:** de browser en het adres waarmee u bent ingelogd, zodat u ze kunt zien en beëindigen.
- **Beveiliging:** adressen van verzoeken bewaren we korte tijd om aanvallen af te weren (artikel 6, lid 1, onder f).

Weergaven van een advertentie tellen we één keer per bezoeker en dag, met een hash die niet zegt wie u bent.

## Cookies

We plaatsen één cookie, en pas als u inlogt: het houdt uw sessie vast. Er is geen reclame en geen meting door anderen, en niets wordt van andere servers geladen. Daarom is er geen cookiebanner.

## Wie gegevens krijgt

De dealer die u schrijft, krijgt uw naam en uw bericht. Betaaldiensten krijgen wat nodig is voor de facturen van dealers. We verkopen geen gegevens.

## Uw rechten

U kunt uw gegevens inzien, verbeteren, meenemen en wissen, onder [Uw gegevens](/nl/account/data). U kunt bezwaar maken tegen de verwerking en een klacht indienen bij een toezichthouder.`,
  },
  terms: {
    title: 'Gebruiksvoorwaarden',
    body: `## 1. Waar het om gaat

{operator} beheert een marktplaats waarop dealers bedrijfsvoertuigen aanbieden. Overeenkomsten over voertuigen komen tot stand tussen koper en dealer; de marktplaats is daarbij geen partij.

## 2. Accounts

Wie een account maakt, geeft juiste gegevens op en houdt het wachtwoord geheim. Dealers handelen voor een bedrijf en tonen documenten als daarom wordt gevraagd.

## 3. Advertenties

Een dealer adverteert alleen voertuigen die hij mag verkopen, beschrijft ze naar waarheid, noemt een eerlijke prijs en haalt weg wat verkocht is. Hetzelfde voertuig staat er één keer. Foto’s tonen het voertuig zelf.

## 4. Berichten en beoordelingen

Geen beledigingen, geen reclame, geen pogingen om betalingen of wachtwoorden te krijgen. Een beoordeling vertelt over een eigen ervaring. We wijzigen geen beoordelingen; we verwijderen wat in strijd is met deze voorwaarden.

## 5. Overtredingen

We kunnen inhoud verwijderen en accounts blokkeren. Wie het betreft, hoort de reden en kan bezwaar maken.

## 6. Beschikbaarheid en aansprakelijkheid

We beheren de marktplaats zorgvuldig, maar niet zonder elke onderbreking. We zijn onbeperkt aansprakelijk bij opzet, grove schuld en letsel; verder alleen bij schending van wezenlijke verplichtingen en voor voorzienbare schade.

## 7. Abonnementen van dealers

Prijs en looptijd van een abonnement staan er voordat het wordt afgesloten. Opzeggen kan tegen het einde van de betaalde periode.

## 8. Recht

Het recht van het land waar de beheerder is gevestigd, is van toepassing. Dwingende rechten van consumenten blijven gelden.`,
  },
  accessibility: {
    title: 'Toegankelijkheid',
    body: `Iedereen moet deze marktplaats kunnen gebruiken. We werken volgens WCAG 2.2, niveau AA.

## Wat we doen

- Elke pagina is met het toetsenbord te bedienen en toont waar de focus staat.
- Zoeken, advertenties, berichten en account werken zonder scripts.
- Kleuren hebben genoeg contrast, licht en donker, en zeggen nooit alleen iets.
- Tekst kan tot 200 % worden vergroot, en pagina’s passen in 320 pixels breedte.
- Bewegingen blijven weg als uw systeem daarom vraagt.
- Automatische tests controleren de pagina’s bij elke wijziging.

## Wat nog ontbreekt

- Foto’s van dealers hebben geen beschrijving; de gegevens van het voertuig staan er als tekst naast.
- Omschrijvingen staan in de taal waarin de dealer ze schreef.

## Laat het ons weten

Werkt er iets niet voor u, schrijf ons dan: {email}`,
  },
};
