/** Dutch for the refusals that buyers meet. */
import type { fr } from './fr.data.ts';

export const nl: Readonly<Record<keyof typeof fr, string>> = {
  or: 'of',
  'is required': 'is verplicht',
  'is invalid': 'is ongeldig',
  'is unknown': 'is onbekend',
  'is wrong': 'is onjuist',
  'must be a text': 'moet een tekst zijn',
  'must be a whole number': 'moet een geheel getal zijn',
  'must be a number': 'moet een getal zijn',
  'must be true or false': 'moet true of false zijn',
  'must be a list': 'moet een lijst zijn',
  'must be a text or null': 'moet een tekst of null zijn',
  'must be a number, such as 1250 or 1250.50': 'moet een getal zijn, bijvoorbeeld 1250 of 1250.50',
  'must be given only once': 'mag maar één keer worden opgegeven',
  'must not be empty': 'mag niet leeg zijn',
  'must have at least {min} characters': 'moet minstens {min} tekens hebben',
  'must have at most {max} characters': 'mag hoogstens {max} tekens hebben',
  'must have at least {min} entries': 'moet minstens {min} items hebben',
  'must have at most {max} entries': 'mag hoogstens {max} items hebben',
  'must be at least {min}': 'moet minstens {min} zijn',
  'must be at most {max}': 'mag hoogstens {max} zijn',
  'must be more than {min}': 'moet meer dan {min} zijn',
  'must be less than {max}': 'moet minder dan {max} zijn',
  'must have at most two decimals': 'mag hoogstens twee decimalen hebben',
  'must be one of {values}': 'moet een van deze waarden zijn: {values}',
  'must be one of {values}; did you mean "{meant}"?':
    'moet een van deze waarden zijn: {values}; bedoelt u “{meant}”?',
  'must not contain duplicates': 'mag niets dubbel bevatten',
  'must not contain control characters or broken Unicode':
    'mag geen stuurtekens of beschadigde Unicode bevatten',
  'has characters that cannot be stored': 'bevat tekens die niet kunnen worden opgeslagen',
  'has a format that is not allowed': 'heeft niet de juiste vorm',
  'must be an e-mail address': 'moet een e-mailadres zijn',
  'must be a phone number with country code, such as +4940123456':
    'moet een telefoonnummer met landnummer zijn, bijvoorbeeld +31201234567',
  'must be a two-letter country code (ISO 3166-1), such as DE':
    'moet een landcode van twee letters zijn (ISO 3166-1), bijvoorbeeld NL',
  'must be a three-letter currency code (ISO 4217), such as EUR':
    'moet een valutacode van drie letters zijn (ISO 4217), bijvoorbeeld EUR',
  'must be a language code, such as en or de': 'moet een taalcode zijn, bijvoorbeeld en of nl',
  'must be a date, such as 2026-01-31': 'moet een datum zijn, bijvoorbeeld 2026-01-31',
  'must be a month, such as 2026-01': 'moet een maand zijn, bijvoorbeeld 2026-01',
  'must be one line of 2 to 100 characters': 'moet één regel van 2 tot 100 tekens zijn',
  'must be an http or https address': 'moet een http- of https-adres zijn',
  'must be in the future': 'moet in de toekomst liggen',
  'More than {count} fields are invalid.': 'Meer dan {count} velden zijn ongeldig.',
  '{count} fields are invalid.': '{count} velden zijn ongeldig.',
  'A text has characters that cannot be stored.': 'Een tekst bevat tekens die niet kunnen worden opgeslagen.',

  // Passwords
  'must have at least {min} characters and an uppercase letter':
    'moet minstens {min} tekens en een hoofdletter hebben',
  'must have at least {min} characters and a number': 'moet minstens {min} tekens en een cijfer hebben',
  'must have at least {min} characters, an uppercase letter and a number':
    'moet minstens {min} tekens, een hoofdletter en een cijfer hebben',
  'must have an uppercase letter': 'moet een hoofdletter hebben',
  'must have a number': 'moet een cijfer hebben',
  'must have an uppercase letter and a number': 'moet een hoofdletter en een cijfer hebben',
  'cannot be used as a password': 'is niet geschikt als wachtwoord',
  'is one of the most common passwords; please choose another one':
    'is een van de meest gebruikte wachtwoorden; kies een ander',
  'is required: the change lets API keys in that were kept out':
    'is nodig: de wijziging laat API-sleutels toe die werden geweigerd',
  'must differ from the current password': 'moet anders zijn dan het huidige wachtwoord',
  'is not the password of the account': 'is niet het wachtwoord van het account',
  'must match the new password': 'moet gelijk zijn aan het nieuwe wachtwoord',

  // Signing in, registering, the account
  'The e-mail address or the password is wrong.': 'Het e-mailadres of het wachtwoord is onjuist.',
  'There were too many wrong passwords for this account; try again in {seconds} seconds, or reset the password.':
    'Er is te vaak een onjuist wachtwoord voor dit account ingevoerd. Probeer het over {seconds} seconden opnieuw of stel het wachtwoord opnieuw in.',
  'Too many sign-ins at once. Please try again shortly.':
    'Er melden zich te veel mensen tegelijk aan. Probeer het zo meteen opnieuw.',
  'This account is suspended. Please contact support.':
    'Dit account is geblokkeerd. Neem contact op met de klantenservice.',
  'An account with this e-mail address already exists.': 'Er bestaat al een account met dit e-mailadres.',
  'are for sellers only': 'zijn alleen voor verkopers',
  'is the address of the account already': 'is al het adres van het account',
  'An account can ask for {max} changes of its address in an hour; wait until then.':
    'Een account kan per uur {max} keer om een ander adres vragen; wacht tot dan.',
  'The code is wrong, used up or expired; ask for the change again.':
    'De code is onjuist, verbruikt of verlopen; vraag de wijziging opnieuw aan.',
  'The code is wrong, used up or expired; ask for a new one.':
    'De code is onjuist, verbruikt of verlopen; vraag een nieuwe aan.',
  'The link is invalid or expired; request a new email.':
    'De link is ongeldig of verlopen. Vraag een nieuwe e-mail aan.',
  'The verification code is wrong, used up or expired; ask for a new one.':
    'De bevestigingscode is onjuist, verbruikt of verlopen; vraag een nieuwe aan.',
  'The reset token is wrong, used or expired; ask for a new one.':
    'De link om het wachtwoord te herstellen is onjuist, gebruikt of verlopen; vraag een nieuwe aan.',
  'An account gets {max} codes an hour; wait until then.':
    'Een account krijgt {max} codes per uur; wacht tot dan.',
  'All accounts together get {max} codes a day; wait until tomorrow.':
    'Alle accounts samen krijgen {max} codes per dag; wacht tot morgen.',
  'An address gets {max} codes a day; wait until tomorrow.':
    'Een adres krijgt {max} codes per dag; wacht tot morgen.',
  'A number gets {max} codes a day; wait until tomorrow.':
    'Een nummer krijgt {max} codes per dag; wacht tot morgen.',
  'People at one network address get {max} codes a day; wait until tomorrow.':
    'Per netwerkadres zijn er {max} codes per dag; wacht tot morgen.',
  'This market sends no text messages, so it verifies no numbers.':
    'Deze marktplaats verstuurt geen sms en bevestigt dus geen nummers.',
  'is needed: the account has none': 'is nodig: het account heeft er geen',
  'The number is verified already.': 'Het nummer is al bevestigd.',
  'must be a file (multipart/form-data, field avatar)':
    'moet een bestand zijn (multipart/form-data, veld avatar)',
  'The session has ended.': 'De sessie is beëindigd.',
  'This needs a credential: Authorization: Bearer <access token>, or an API key.': 'Meld u aan.',
  'The session of this access token has ended; sign in again.': 'Uw sessie is beëindigd; meld u opnieuw aan.',
  'The access token has expired; exchange the refresh token for a new one.':
    'Uw aanmelding is verlopen; meld u opnieuw aan.',
  'The access token is not valid.': 'Uw aanmelding is niet geldig; meld u opnieuw aan.',
  'The refresh token is not valid or was used before; sign in again.':
    'Uw aanmelding is niet meer geldig; meld u opnieuw aan.',
  'This needs a sign-in of the last 15 minutes. Sign in again.':
    'Hiervoor moet u zich in de afgelopen 15 minuten hebben aangemeld. Meld u opnieuw aan.',
  'began more than 15 minutes ago': 'begon meer dan 15 minuten geleden',
  'This needs a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Hiervoor moet uw e-mailadres bevestigd zijn: voer de toegezonden code in of vraag een nieuwe aan.',
  'API keys need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Voor API-sleutels moet uw e-mailadres bevestigd zijn: voer de toegezonden code in of vraag een nieuwe aan.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Voor documenten moet uw e-mailadres bevestigd zijn: voer de toegezonden code in of vraag een nieuwe aan.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or send them later.':
    'Voor documenten moet uw e-mailadres bevestigd zijn: voer de toegezonden code in of stuur ze later.',
  'must have at least one file (multipart/form-data, field documents)': 'moet minstens één bestand bevatten',
  'A seller can have {max} documents; {count} are there. Delete some first.':
    'Een verkoper kan {max} documenten hebben; er zijn er {count}. Verwijder er eerst een paar.',
  'Registrations from your network have sent {max} MB of documents today. Register without documents, and send them once your e-mail address is verified.':
    'Vanuit uw netwerk is vandaag al {max} MB aan documenten verstuurd. Registreer u zonder documenten en stuur ze zodra uw e-mailadres bevestigd is.',
  'Only the account of a buyer can become that of a seller.':
    'Alleen het account van een koper kan dat van een verkoper worden.',
  "An account without a seller's plan can have {max} API keys; revoke one first.":
    'Een account zonder verkopersabonnement kan {max} API-sleutels hebben; trek er eerst een in.',
  'The API key is expired: only an active one can be regenerated.':
    'De API-sleutel is verlopen: alleen een actieve kan opnieuw worden gemaakt.',
  'The API key is replaced: only an active one can be regenerated.':
    'De API-sleutel is vervangen: alleen een actieve kan opnieuw worden gemaakt.',
  'must be an IPv4 or IPv6 address or a range, such as 192.0.2.0/24':
    'moet een IPv4- of IPv6-adres of een bereik zijn, bijvoorbeeld 192.0.2.0/24',

  // Not there
  'There is no such resource.': 'Dit bestaat niet.',
  'There is no such page.': 'Deze pagina bestaat niet.',
  'There is nothing at {path}.': 'Op {path} is niets te vinden.',
  'There is no such account.': 'Dit account bestaat niet.',
  'There is no such user.': 'Dit account bestaat niet.',
  'There is no such session.': 'Deze sessie bestaat niet.',
  'There is no such document.': 'Dit document bestaat niet.',
  'There is no such export.': 'Deze export bestaat niet.',
  'There is no such API key.': 'Deze API-sleutel bestaat niet.',
  'There is no such listing.': 'Deze advertentie bestaat niet.',
  'There is no such seller.': 'Deze verkoper bestaat niet.',
  'There is no such favorite.': 'Deze advertentie staat niet bij uw favorieten.',
  'There is no such saved search.': 'Deze bewaarde zoekopdracht bestaat niet.',
  'There is no such comparison.': 'Deze vergelijking bestaat niet.',
  'There is no such shared comparison.': 'Deze gedeelde vergelijking bestaat niet.',
  'There is no such conversation.': 'Dit gesprek bestaat niet.',
  'There is no such message.': 'Dit bericht bestaat niet.',
  'There is no such message in this conversation.': 'Dit bericht bestaat niet in dit gesprek.',
  'There is no such participant.': 'Deze deelnemer bestaat niet.',
  'There is no such block.': 'Deze blokkering bestaat niet.',
  'There is no such attachment.': 'Deze bijlage bestaat niet.',
  'There is no such notification.': 'Deze melding bestaat niet.',
  'There is no such report.': 'Deze melding bestaat niet.',
  'There is no such review.': 'Deze beoordeling bestaat niet.',
  'There is no such decision.': 'Dit besluit bestaat niet.',
  'There is no such file.': 'Dit bestand bestaat niet.',
  'There is no such invitation.': 'Deze uitnodiging bestaat niet.',
  'There is no such category.': 'Deze categorie bestaat niet.',
  'There is no such brand.': 'Dit merk bestaat niet.',
  'There is no such info page.': 'Deze informatiepagina bestaat niet.',
  'The listing has left the market.': 'De advertentie staat niet meer online.',

  // Limits and outages
  'Too many requests; try again in {seconds} seconds.':
    'Te veel verzoeken; probeer het over {seconds} seconden opnieuw.',
  'The server can store nothing at the moment. Please try again later.':
    'De server kan nu niets opslaan. Probeer het later opnieuw.',
  'The server cannot reach its database at the moment. Please try again shortly.':
    'De server kan zijn database nu niet bereiken. Probeer het zo meteen opnieuw.',
  'The server is too busy at the moment. Please try again shortly.':
    'De server heeft het nu te druk. Probeer het zo meteen opnieuw.',
  'Another change to the same data is still being saved. Try again in a second.':
    'Een andere wijziging van dezelfde gegevens wordt nog opgeslagen. Probeer het over een seconde opnieuw.',
  'Too many changes of this account are being saved at the same time. Send fewer at once, and try again in a second.':
    'Er worden te veel wijzigingen van dit account tegelijk opgeslagen. Verstuur er minder tegelijk en probeer het over een seconde opnieuw.',
  'The search is out of reach. Please try again shortly.':
    'De zoekfunctie is niet bereikbaar. Probeer het zo meteen opnieuw.',
  'There is no room for files at the moment.': 'Er is nu geen ruimte voor bestanden.',
  'The file storage cannot be reached. Please try again shortly.':
    'De bestandsopslag is niet bereikbaar. Probeer het zo meteen opnieuw.',
  'Storing the files took too long. Please try again.':
    'Het opslaan van de bestanden duurde te lang. Probeer het opnieuw.',
  'Your images took too much processing time. Try again in {seconds} seconds.':
    'Uw afbeeldingen hebben te veel rekentijd gekost. Probeer het over {seconds} seconden opnieuw.',
  'You can have {max} uploads of images processed at once. Try again when one of them is done.':
    'U kunt {max} uploads van afbeeldingen tegelijk laten verwerken. Probeer het opnieuw zodra er een klaar is.',
  'Too many pictures are being processed. Please try again shortly.':
    'Er worden te veel foto’s verwerkt. Probeer het zo meteen opnieuw.',
  'Something went wrong on our side. Please quote the request id {id} when you contact us.':
    'Er ging bij ons iets mis. Vermeld aanvraagnummer {id} als u ons schrijft.',
  'The request could not be read.': 'Het verzoek kon niet worden gelezen.',
  'The first request with this Idempotency-Key is still running, or it took effect and its response was lost.':
    'Dit is al verstuurd: het loopt nog of is al gebeurd.',
  'This Idempotency-Key was used for a different request.':
    'Dit formulier is al met een andere inhoud verstuurd; laad de pagina opnieuw.',
  'This form is not known.': 'Dit formulier is niet bekend.',
  'This form cannot be read; please begin again.': 'Dit formulier kan niet worden gelezen; begin opnieuw.',
  'This marketplace is at {origin}: open the page there. The operator can set BASE_URL to another address.':
    'Deze marktplaats staat op {origin}: open de pagina daar. De beheerder kan met BASE_URL een ander adres instellen.',
  'This is only for the pages of the market itself.':
    'Dit is alleen voor de pagina’s van de marktplaats zelf.',

  // Search filters
  'There is no parameter "{name}".': 'Er is geen parameter “{name}”.',
  'There is no parameter "{name}"; did you mean "{meant}"?':
    'Er is geen parameter “{name}”; bedoelt u “{meant}”?',
  'cannot be "{value}"; did you mean "{meant}"?': 'kan niet “{value}” zijn; bedoelt u “{meant}”?',
  'cannot be "{value}"; it is one of {values}':
    'kan niet “{value}” zijn, alleen een van deze waarden: {values}',
  'cannot be "{value}"; it is one of {values} and {more} more':
    'kan niet “{value}” zijn, alleen een van deze waarden: {values} en nog {more}',
  'cannot be "{value}": it is a two-letter code, such as DE':
    'kan niet “{value}” zijn: het is een code van twee letters, bijvoorbeeld NL',
  'cannot be "{value}": it is a two-letter code; did you mean "{meant}"?':
    'kan niet “{value}” zijn: het is een code van twee letters; bedoelt u “{meant}”?',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens':
    'kan niet “{value}” zijn: toegestaan zijn kleine letters, cijfers en koppeltekens',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens; did you mean "{meant}"?':
    'kan niet “{value}” zijn: toegestaan zijn kleine letters, cijfers en koppeltekens; bedoelt u “{meant}”?',
  'The city "{name}" is not known.': 'De plaats “{name}” is niet bekend.',
  'The city "{name}" is not known; did you mean "{meant}"?':
    'De plaats “{name}” is niet bekend; bedoelt u “{meant}”?',
  'The region "{name}" is not known.': 'De regio “{name}” is niet bekend.',
  '"{name}" is not known': '“{name}” is niet bekend',
  '"{name}" is not known; did you mean "{meant}"?': '“{name}” is niet bekend; bedoelt u “{meant}”?',
  'needs {other} beside it': 'vraagt ook om {other}',
  'needs a centre: lat and lng, or a city': 'vraagt om een middelpunt: lat en lng, of een plaats',
  'by distance needs a centre: lat and lng, or a city with radius':
    'op afstand vraagt om een middelpunt: lat en lng, of een plaats met straal',
  'is above {max}': 'ligt boven {max}',
  'page times limit reaches at most {rows} rows; narrow the search instead':
    'reikt tot hoogstens {rows} resultaten; verfijn de zoekopdracht',
  'page times limit reaches at most {rows} rows; narrow the search instead.':
    'De lijst reikt tot resultaat {rows}; verfijn de zoekopdracht.',

  // Favorites, saved searches, comparisons
  'This listing is already one of your favorites.': 'Deze advertentie staat al bij uw favorieten.',
  'You can save at most {max} searches.': 'U kunt hoogstens {max} zoekopdrachten bewaren.',
  'You have {max} comparisons, which is the maximum.':
    'U hebt {max} vergelijkingen; meer zijn niet mogelijk.',
  'is not a visible listing': 'is geen zichtbare advertentie',
  'is not a parameter of a search': 'is geen parameter van een zoekopdracht',

  // Messages
  'You can send {max} messages a minute; try again in {seconds} seconds.':
    'U kunt {max} berichten per minuut sturen; probeer het over {seconds} seconden opnieuw.',
  'You can begin {max} conversations a day; try again in {seconds} seconds.':
    'U kunt {max} gesprekken per dag beginnen; probeer het over {seconds} seconden opnieuw.',
  'You can send {max} MB of attachments a day.': 'U kunt per dag {max} MB aan bijlagen sturen.',
  'Attachments cannot have this type.': 'Bestanden van dit type kunnen niet worden bijgevoegd.',
  '{name} is not a complete PDF, or is a file of another type as well':
    '{name} is geen volledige pdf of is ook een bestand van een ander type',
  'This link has expired; read the message again for a new one.':
    'Deze link is verlopen; open het bericht opnieuw.',
  'This is your own listing; there is nobody to write to.':
    'Dit is uw eigen advertentie; u kunt uzelf niet schrijven.',
  'The listing is {state}; a conversation can be begun only while it is ACTIVE.':
    'De advertentie heeft de status {state}; een gesprek kan alleen bij de status ACTIVE worden begonnen.',
  'The seller does not accept messages at present.': 'De verkoper neemt op dit moment geen berichten aan.',
  'The seller is suspended; its conversations are closed to new messages until it is reinstated.':
    'De verkoper is geblokkeerd; tot de vrijgave zijn in zijn gesprekken geen nieuwe berichten mogelijk.',
  'The other side has deleted its account and cannot receive messages.':
    'De andere partij heeft haar account verwijderd en kan geen berichten ontvangen.',
  'You have blocked this participant; unblock them to write to them.':
    'U hebt deze deelnemer geblokkeerd; hef dat op om te schrijven.',
  'This participant does not accept messages from you.': 'Deze deelnemer neemt van u geen berichten aan.',

  // Reports, reviews, objections
  'You have already reported this message; it is being reviewed.':
    'U hebt dit bericht al gemeld; het wordt beoordeeld.',
  'You have already reported this review; it is being reviewed.':
    'U hebt deze beoordeling al gemeld; ze wordt beoordeeld.',
  'You have already reported this listing; it is being reviewed.':
    'U hebt deze advertentie al gemeld; ze wordt beoordeeld.',
  'There have been {max} reports without an account from your network today. Sign in to report more.':
    'Vanuit uw netwerk zijn er vandaag al {max} meldingen zonder account gedaan. Meld u aan om meer te melden.',
  'Only messages from the other side can be reported.':
    'Alleen berichten van de andere partij kunnen worden gemeld.',
  'A listing of your own can be changed or deleted, not reported.':
    'Een eigen advertentie kunt u wijzigen of verwijderen, niet melden.',
  'Your own review can be changed or deleted, not reported.':
    'Uw eigen beoordeling kunt u wijzigen of verwijderen, niet melden.',
  'Only buyers can write reviews.': 'Alleen kopers kunnen een beoordeling schrijven.',
  'A review can be written after a conversation with the seller: write to them, and wait for an answer.':
    'U kunt een beoordeling schrijven na een gesprek met de verkoper: schrijf hem en wacht op antwoord.',
  'You have already reviewed this seller; you can change your review.':
    'U hebt deze verkoper al beoordeeld; u kunt uw beoordeling wijzigen.',
  'Six months have passed; nobody can object to this decision now.':
    'Er zijn zes maanden verstreken; tegen dit besluit is geen bezwaar meer mogelijk.',
  'There is an objection to this decision already.': 'Tegen dit besluit is al bezwaar gemaakt.',

  // Files and pictures
  '{name} is damaged or cut off and cannot be read':
    '{name} is beschadigd of onvolledig en kan niet worden gelezen',
  '{name} is not a JPEG, PNG, WebP or AVIF image': '{name} is geen JPEG-, PNG-, WebP- of AVIF-afbeelding',
  '{name} has more than {max} megapixels, the most for AVIF; send a smaller one, or a JPEG':
    '{name} heeft meer dan {max} megapixels, het maximum voor AVIF; stuur een kleinere afbeelding of een JPEG',
  '{name} has more than {max} megapixels': '{name} heeft meer dan {max} megapixels',
  '{name} has a side of more than {max} pixels': '{name} heeft een zijde van meer dan {max} pixels',
  '{name} has a side of less than {min} pixels': '{name} heeft een zijde van minder dan {min} pixels',
  '{name} has more than one frame; a still image is needed': '{name} beweegt; nodig is een stilstaand beeld',
  '{name} takes too long to read': '{name} kost te veel tijd om te lezen',
  '{name} is larger than {max} MB.': '{name} is groter dan {max} MB.',
  'A file is larger than {max} MB.': 'Een bestand is groter dan {max} MB.',
  '{name} is not a file of an accepted type: {types}.': '{name} heeft geen toegestaan bestandstype: {types}.',
  'At most {max} files can be sent at once.': 'U kunt hoogstens {max} bestanden tegelijk sturen.',
  'The body is larger than 1 MiB.': 'Dit is te veel tegelijk: hoogstens 1 MiB.',
  'The form field {name} is too large.': 'Het veld {name} is te groot.',
  'The multipart form is broken or was cut off.': 'De verzending is beschadigd of afgebroken.',

  // Of accounts in general
  'An administrator who views the market as somebody else cannot change anything. End the view first.':
    'Een beheerder die de marktplaats als iemand anders bekijkt, kan niets wijzigen. Beëindig eerst die weergave.',
  'This needs the role {either}.': 'Hiervoor is de rol {either} nodig.',
  'Your own company is not empty, so you cannot leave it for this team. It must have no other members or open invitations, no listings, conversations, reviews or payments, and the free plan.':
    'Uw eigen bedrijf is niet leeg, dus u kunt het niet verlaten voor dit team. Het mag geen andere leden of open uitnodigingen, geen advertenties, gesprekken, beoordelingen of betalingen hebben, en alleen het gratis abonnement.',
  'You already belong to a seller; leave that team first.':
    'U hoort al bij een verkoper; verlaat eerst dat team.',
  'You are the only owner of a seller that has other members; first make one of them an owner, or remove them.':
    'U bent de enige eigenaar van een verkoper met andere leden; maak eerst een van hen eigenaar of verwijder hen.',
  'This is the workspace of dealers. Your account does not belong to one.':
    'Dit is de werkruimte van verkopers. Uw account hoort niet bij een verkoper.',
  'This is the desk of administrators. Your account is not one of theirs.':
    'Dit is de werkplek van beheerders. Uw account hoort daar niet bij.',

  // Plans
  'For the occasional vehicle.': 'Voor af en toe een voertuig.',
  'For a small yard.': 'Voor een klein bedrijf.',
  'For a dealer with a steady stock.': 'Voor een dealer met een vaste voorraad.',
  'For a large dealer.': 'Voor een grote dealer.',
  'For groups and manufacturers, by agreement.': 'Voor groepen en fabrikanten, in overleg.',
};
