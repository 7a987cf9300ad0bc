/** German for the sentences with which the server refuses, by the English ones. `{name}` stands for a value. */
export const de = {
  // Between the last two of {either}
  or: 'oder',

  // Any field
  'is required': 'ist erforderlich',
  'is invalid': 'ist ungültig',
  'is unknown': 'ist unbekannt',
  'is wrong': 'ist falsch',
  'is not a known field': 'ist kein bekanntes Feld',
  'is not a known field; did you mean "{meant}"?': 'ist kein bekanntes Feld; meinten Sie „{meant}“?',
  'is not a known field; required here: {fields}': 'ist kein bekanntes Feld; erforderlich ist hier: {fields}',
  'must be a text': 'muss ein Text sein',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must be a number': 'muss eine Zahl sein',
  'must be true or false': 'muss true oder false sein',
  'must be a list': 'muss eine Liste sein',
  'must be an object': 'muss ein Objekt sein',
  'must be a text or null': 'muss ein Text oder null sein',
  'must be a whole number or null': 'muss eine ganze Zahl oder null sein',
  'must be a number or null': 'muss eine Zahl oder null sein',
  'must be true or false or null': 'muss true, false oder null sein',
  'must be a list or null': 'muss eine Liste oder null sein',
  'must be an object or null': 'muss ein Objekt oder null sein',
  'must be a number, such as 1250 or 1250.50': 'muss eine Zahl sein, etwa 1250 oder 1250.50',
  'must be an object as JSON, or a field for each entry, such as name[key]':
    'muss ein Objekt in JSON sein oder ein Feld je Eintrag, etwa name[key]',
  'must be a file, not text': 'muss eine Datei sein, kein Text',
  'must be given only once': 'darf nur einmal angegeben werden',
  'must not be empty': 'darf nicht leer sein',
  'must have at least {min} characters': 'muss mindestens {min} Zeichen haben',
  'must have at most {max} characters': 'darf höchstens {max} Zeichen haben',
  'must have {min} to {max} characters': 'muss {min} bis {max} Zeichen haben',
  'must have {count} characters': 'muss {count} Zeichen haben',
  'must have 1 to {max} characters': 'muss 1 bis {max} Zeichen haben',
  'must have at least {min} entries': 'muss mindestens {min} Einträge haben',
  'must have at most {max} entries': 'darf höchstens {max} Einträge haben',
  'must be at least {min}': 'muss mindestens {min} sein',
  'must be at most {max}': 'darf höchstens {max} sein',
  'must be more than {min}': 'muss größer als {min} sein',
  'must be less than {max}': 'muss kleiner als {max} sein',
  'must be a whole number from {min} to {max}': 'muss eine ganze Zahl von {min} bis {max} sein',
  'must be a number from {min} to {max}': 'muss eine Zahl von {min} bis {max} sein',
  'must have at most two decimals': 'darf höchstens zwei Nachkommastellen haben',
  'must have at most {max} decimals': 'darf höchstens {max} Nachkommastellen haben',
  'must be a multiple of {step}': 'muss ein Vielfaches von {step} sein',
  'must be one of {values}': 'muss einer dieser Werte sein: {values}',
  'must be one of {values}; did you mean "{meant}"?':
    'muss einer dieser Werte sein: {values}; meinten Sie „{meant}“?',
  'must not contain duplicates': 'darf nichts doppelt enthalten',
  'must not contain control characters or broken Unicode':
    'darf keine Steuerzeichen und kein beschädigtes Unicode enthalten',
  'has characters that cannot be stored': 'enthält Zeichen, die sich nicht speichern lassen',
  'has a field whose name cannot be stored': 'enthält ein Feld, dessen Name sich nicht speichern lässt',
  'has a format that is not allowed': 'hat ein unzulässiges Format',
  'must be an e-mail address': 'muss eine E-Mail-Adresse sein',
  'must be a phone number with country code, such as +4940123456':
    'muss eine Telefonnummer mit Ländervorwahl sein, etwa +4940123456',
  'must be a phone number such as +49 40 1234567': 'muss eine Telefonnummer sein, etwa +49 40 1234567',
  'must be a two-letter country code (ISO 3166-1), such as DE':
    'muss ein Ländercode aus zwei Buchstaben sein (ISO 3166-1), etwa DE',
  'must be an ISO 3166-1 alpha-2 code such as DE': 'muss ein Ländercode nach ISO 3166-1 sein, etwa DE',
  'must be a three-letter currency code (ISO 4217), such as EUR':
    'muss ein Währungscode aus drei Buchstaben sein (ISO 4217), etwa EUR',
  'must be an ISO 4217 code such as EUR': 'muss ein Währungscode nach ISO 4217 sein, etwa EUR',
  'must be a language code, such as en or de': 'muss ein Sprachcode sein, etwa en oder de',
  'must be an ISO 639-1 code such as en': 'muss ein Sprachcode nach ISO 639-1 sein, etwa en',
  'is not an ISO 639-1 code': 'ist kein Sprachcode nach ISO 639-1',
  'must be a two-letter language code, such as en': 'muss ein Sprachcode aus zwei Buchstaben sein, etwa en',
  'must be a date, such as 2026-01-31': 'muss ein Datum sein, etwa 2026-01-31',
  'must be a date written YYYY-MM-DD': 'muss ein Datum der Form JJJJ-MM-TT sein',
  'must be a timestamp (ISO 8601), such as 2026-01-31T12:00:00Z':
    'muss ein Zeitpunkt sein (ISO 8601), etwa 2026-01-31T12:00:00Z',
  'must be a month, such as 2026-01': 'muss ein Monat sein, etwa 2026-01',
  'must be a month written YYYY-MM': 'muss ein Monat der Form JJJJ-MM sein',
  'must be one line of 2 to 100 characters': 'muss eine Zeile mit 2 bis 100 Zeichen sein',
  'must be an http or https address': 'muss eine http- oder https-Adresse sein',
  'must be in the future': 'muss in der Zukunft liegen',
  'must not be in the future': 'darf nicht in der Zukunft liegen',
  'More than {count} fields are invalid.': 'Mehr als {count} Angaben sind ungültig.',
  '{count} fields are invalid.': '{count} Angaben sind ungültig.',
  'A text has characters that cannot be stored.':
    'Ein Text enthält Zeichen, die sich nicht speichern lassen.',

  // Passwords
  'must have at least {min} characters and an uppercase letter':
    'muss mindestens {min} Zeichen und einen Großbuchstaben haben',
  'must have at least {min} characters and a number': 'muss mindestens {min} Zeichen und eine Ziffer haben',
  'must have at least {min} characters, an uppercase letter and a number':
    'muss mindestens {min} Zeichen, einen Großbuchstaben und eine Ziffer haben',
  'must have an uppercase letter': 'muss einen Großbuchstaben haben',
  'must have a number': 'muss eine Ziffer haben',
  'must have an uppercase letter and a number': 'muss einen Großbuchstaben und eine Ziffer haben',
  'cannot be used as a password': 'eignet sich nicht als Passwort',
  'is one of the most common passwords; please choose another one':
    'gehört zu den häufigsten Passwörtern; bitte wählen Sie ein anderes',
  'is required: the change lets API keys in that were kept out':
    'wird benötigt: Die Änderung lässt API-Schlüssel zu, die bisher abgewiesen wurden',
  'must differ from the current password': 'muss sich vom jetzigen Passwort unterscheiden',
  'is not the password of the account': 'ist nicht das Passwort des Kontos',
  'must match the new password': 'muss mit dem neuen Passwort übereinstimmen',

  // Signing in, registering, the account
  'The e-mail address or the password is wrong.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'There were too many wrong passwords for this account; try again in {seconds} seconds, or reset the password.':
    'Für dieses Konto wurde zu oft ein falsches Passwort eingegeben. Versuchen Sie es in {seconds} Sekunden erneut, oder setzen Sie das Passwort zurück.',
  'Too many sign-ins at once. Please try again shortly.':
    'Gerade melden sich zu viele gleichzeitig an. Bitte versuchen Sie es gleich noch einmal.',
  'This account is suspended. Please contact support.':
    'Dieses Konto ist gesperrt. Bitte wenden Sie sich an den Support.',
  'An account with this e-mail address already exists.': 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  'are for sellers only': 'können nur Händler senden',
  'is the address of the account already': 'ist bereits die Adresse des Kontos',
  'An account can ask for {max} changes of its address in an hour; wait until then.':
    'Je Stunde kann ein Konto {max}-mal eine neue Adresse angeben; bitte warten Sie so lange.',
  'The code is wrong, used up or expired; ask for the change again.':
    'Der Code ist falsch, verbraucht oder abgelaufen; bitte geben Sie die neue Adresse noch einmal an.',
  'The code is wrong, used up or expired; ask for a new one.':
    'Der Code ist falsch, verbraucht oder abgelaufen; bitte fordern Sie einen neuen an.',
  'The link is invalid or expired; request a new email.':
    'Der Link ist ungültig oder abgelaufen. Fordern Sie eine neue E-Mail an.',
  'The verification code is wrong, used up or expired; ask for a new one.':
    'Der Bestätigungscode ist falsch, verbraucht oder abgelaufen; bitte fordern Sie einen neuen an.',
  'The reset token is wrong, used or expired; ask for a new one.':
    'Der Link zum Zurücksetzen ist falsch, verbraucht oder abgelaufen; bitte fordern Sie einen neuen an.',
  'An account gets {max} codes an hour; wait until then.':
    'Ein Konto erhält je Stunde {max} Codes; bitte warten Sie so lange.',
  'All accounts together get {max} codes a day; wait until tomorrow.':
    'Alle Konten zusammen erhalten je Tag {max} Codes; bitte warten Sie bis morgen.',
  'An address gets {max} codes a day; wait until tomorrow.':
    'Eine Adresse erhält je Tag {max} Codes; bitte warten Sie bis morgen.',
  'A company tries {max} coupon codes a day; wait until tomorrow.':
    'Ein Unternehmen kann je Tag {max} Gutscheincodes versuchen; bitte warten Sie bis morgen.',
  'A number gets {max} codes a day; wait until tomorrow.':
    'Eine Nummer erhält je Tag {max} Codes; bitte warten Sie bis morgen.',
  'People at one network address get {max} codes a day; wait until tomorrow.':
    'Je Netzadresse gibt es am Tag {max} Codes; bitte warten Sie bis morgen.',
  'This market sends no text messages, so it verifies no numbers.':
    'Dieser Marktplatz versendet keine SMS und bestätigt deshalb keine Nummern.',
  'is needed: the account has none': 'wird benötigt: Das Konto hat keine',
  'The number is verified already.': 'Die Nummer ist bereits bestätigt.',
  'must be a file (multipart/form-data, field avatar)':
    'muss eine Datei sein (multipart/form-data, Feld avatar)',
  'is required: lat and lng are set or cleared together':
    'ist erforderlich: lat und lng werden zusammen gesetzt oder gelöscht',
  'The session has ended.': 'Die Sitzung ist beendet.',
  'This needs a credential: Authorization: Bearer <access token>, or an API key.':
    'Bitte melden Sie sich an.',
  'The session of this access token has ended; sign in again.':
    'Ihre Sitzung ist beendet; bitte melden Sie sich neu an.',
  'The access token has expired; exchange the refresh token for a new one.':
    'Ihre Anmeldung ist abgelaufen; bitte melden Sie sich neu an.',
  'The access token is not valid.': 'Ihre Anmeldung ist nicht gültig; bitte melden Sie sich neu an.',
  'The refresh token is not valid or was used before; sign in again.':
    'Ihre Anmeldung ist nicht mehr gültig; bitte melden Sie sich neu an.',
  'This needs a sign-in of the last 15 minutes. Sign in again.':
    'Dafür muss Ihre Anmeldung jünger als 15 Minuten sein. Bitte melden Sie sich neu an.',
  'began more than 15 minutes ago': 'hat vor mehr als 15 Minuten begonnen',
  'This needs a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Dafür muss Ihre E-Mail-Adresse bestätigt sein: Geben Sie den zugesandten Code ein, oder fordern Sie einen neuen an.',
  'Publishing needs a verified e-mail address; verify yours first.':
    'Zum Veröffentlichen muss Ihre E-Mail-Adresse bestätigt sein.',
  'API keys need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Für API-Schlüssel muss Ihre E-Mail-Adresse bestätigt sein: Geben Sie den zugesandten Code ein, oder fordern Sie einen neuen an.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Für Unterlagen muss Ihre E-Mail-Adresse bestätigt sein: Geben Sie den zugesandten Code ein, oder fordern Sie einen neuen an.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or send them later.':
    'Für Unterlagen muss Ihre E-Mail-Adresse bestätigt sein: Geben Sie den zugesandten Code ein, oder senden Sie sie später.',
  'must have at least one file (multipart/form-data, field documents)':
    'muss mindestens eine Datei enthalten',
  'A seller can have {max} documents; {count} are there. Delete some first.':
    'Ein Händler kann {max} Unterlagen haben; {count} sind vorhanden. Bitte löschen Sie zuerst einige.',
  'Registrations from your network have sent {max} MB of documents today. Register without documents, and send them once your e-mail address is verified.':
    'Aus Ihrem Netz sind heute schon {max} MB Unterlagen gekommen. Registrieren Sie sich ohne Unterlagen, und senden Sie sie nach, sobald Ihre E-Mail-Adresse bestätigt ist.',
  'Only the account of a buyer can become that of a seller.':
    'Nur das Konto eines Käufers kann zu dem eines Händlers werden.',
  'You are the only administrator; appoint another one first.':
    'Sie sind der einzige Administrator; bitte ernennen Sie zuerst einen weiteren.',
  'You are the only owner of a seller that has other members; first make one of them an owner, or remove them.':
    'Sie sind der einzige Inhaber eines Händlers mit weiteren Mitgliedern; machen Sie zuerst eines davon zum Inhaber, oder entfernen Sie sie.',
  'must not be empty while the restriction is on: no API key could be used':
    'darf nicht leer sein, solange die Beschränkung gilt: Kein API-Schlüssel wäre nutzbar',
  'must be an IPv4 or IPv6 address or a range, such as 192.0.2.0/24':
    'muss eine IPv4- oder IPv6-Adresse oder ein Bereich sein, etwa 192.0.2.0/24',
  "An account without a seller's plan can have {max} API keys; revoke one first.":
    'Ein Konto ohne Händlertarif kann {max} API-Schlüssel haben; bitte widerrufen Sie zuerst einen.',
  'The API key is expired: only an active one can be regenerated.':
    'Der API-Schlüssel ist abgelaufen: Nur ein aktiver lässt sich neu erzeugen.',
  'The API key is replaced: only an active one can be regenerated.':
    'Der API-Schlüssel ist ersetzt: Nur ein aktiver lässt sich neu erzeugen.',

  // Not there
  'There is no such resource.': 'Das gibt es nicht.',
  'There is no such page.': 'Diese Seite gibt es nicht.',
  'There is nothing at {path}.': 'Unter {path} gibt es nichts.',
  'There is no such account.': 'Dieses Konto gibt es nicht.',
  'There is no such user.': 'Dieses Konto gibt es nicht.',
  'There is no such session.': 'Diese Sitzung gibt es nicht.',
  'There is no such document.': 'Diese Unterlage gibt es nicht.',
  'There is no such export.': 'Diesen Export gibt es nicht.',
  'There is no such API key.': 'Diesen API-Schlüssel gibt es nicht.',
  'There is no such listing.': 'Dieses Inserat gibt es nicht.',
  'There is no such seller.': 'Diesen Händler gibt es nicht.',
  'There is no such favorite.': 'Dieses Inserat ist nicht auf Ihrer Merkliste.',
  'There is no such saved search.': 'Diese gespeicherte Suche gibt es nicht.',
  'There is no such saved view.': 'Diese gespeicherte Ansicht gibt es nicht.',
  'There is no such comparison.': 'Diesen Vergleich gibt es nicht.',
  'There is no such shared comparison.': 'Diesen geteilten Vergleich gibt es nicht.',
  'There is no such conversation.': 'Diese Unterhaltung gibt es nicht.',
  'There is no such message.': 'Diese Nachricht gibt es nicht.',
  'There is no such message in this conversation.': 'Diese Nachricht gibt es in dieser Unterhaltung nicht.',
  'There is no such message template.': 'Diese Textvorlage gibt es nicht.',
  'There is no such participant.': 'Diesen Teilnehmer gibt es nicht.',
  'There is no such block.': 'Diese Blockierung gibt es nicht.',
  'There is no such attachment.': 'Diesen Anhang gibt es nicht.',
  'There is no such notification.': 'Diese Mitteilung gibt es nicht.',
  'There is no such report.': 'Diese Meldung gibt es nicht.',
  'There is no such review.': 'Diese Bewertung gibt es nicht.',
  'There is no such reply.': 'Diese Antwort gibt es nicht.',
  'There is no such decision.': 'Diese Entscheidung gibt es nicht.',
  'There is no such objection.': 'Diesen Widerspruch gibt es nicht.',
  'There is no such file.': 'Diese Datei gibt es nicht.',
  'There is no such image.': 'Dieses Bild gibt es nicht.',
  'There is no such drawing.': 'Diese Zeichnung gibt es nicht.',
  'There is no such invitation.': 'Diese Einladung gibt es nicht.',
  'There is no such category.': 'Diese Kategorie gibt es nicht.',
  'There is no such brand.': 'Diese Marke gibt es nicht.',
  'There is no such feature.': 'Diese Ausstattung gibt es nicht.',
  'There is no such info page.': 'Diese Infoseite gibt es nicht.',
  'There is no such team member.': 'Dieses Teammitglied gibt es nicht.',
  'There is no such plan.': 'Diesen Tarif gibt es nicht.',
  'There is no such invoice.': 'Diese Rechnung gibt es nicht.',
  'There is no such payment.': 'Diese Zahlung gibt es nicht.',
  'There is no such refund.': 'Diese Erstattung gibt es nicht.',
  'There is no such coupon.': 'Diesen Gutschein gibt es nicht.',
  'There is no such import.': 'Diesen Import gibt es nicht.',
  'There is no such import format.': 'Dieses Importformat gibt es nicht.',
  'There is no such mapping.': 'Diese Zuordnung gibt es nicht.',
  'There is no such pull.': 'Diesen Abruf gibt es nicht.',
  'There is no such job.': 'Diese Aufgabe gibt es nicht.',
  'There is no such mail.': 'Diese E-Mail gibt es nicht.',
  'There is no such year.': 'Zu diesem Jahr gibt es nichts.',
  'There is no such setting.': 'Diese Einstellung gibt es nicht.',
  'There is no such change in the history of this setting.':
    'Diese Änderung gibt es im Verlauf der Einstellung nicht.',
  'There is no such language.': 'Diese Sprache gibt es nicht.',
  'There is no such webhook.': 'Diesen Webhook gibt es nicht.',
  'There is no such event.': 'Dieses Ereignis gibt es nicht.',
  'There is no such delivery log entry.': 'Diesen Eintrag der Zustellungen gibt es nicht.',
  'The listing has left the market.': 'Das Inserat ist nicht mehr auf dem Markt.',

  // Limits and outages
  'Too many requests; try again in {seconds} seconds.':
    'Zu viele Anfragen; bitte versuchen Sie es in {seconds} Sekunden erneut.',
  'The server is stopping; connect again.': 'Der Server hält gerade an; bitte verbinden Sie sich neu.',
  'This server has no room for another stream; connect again.':
    'Dieser Server kann keine weitere Verbindung halten; bitte verbinden Sie sich neu.',
  'At most {max} streams can be open at once.':
    'Höchstens {max} Verbindungen können gleichzeitig offen sein.',
  'Event streams are for signed-in people only.': 'Ereignisse in Echtzeit gibt es nur nach der Anmeldung.',
  'The server can store nothing at the moment. Please try again later.':
    'Der Server kann gerade nichts speichern. Bitte versuchen Sie es später noch einmal.',
  'The server cannot reach its database at the moment. Please try again shortly.':
    'Der Server erreicht gerade seine Datenbank nicht. Bitte versuchen Sie es gleich noch einmal.',
  'The server is too busy at the moment. Please try again shortly.':
    'Der Server ist gerade zu stark ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  'Another change to the same data is still being saved. Try again in a second.':
    'Eine andere Änderung derselben Daten wird noch gespeichert. Bitte versuchen Sie es in einer Sekunde noch einmal.',
  'Too many changes of this account are being saved at the same time. Send fewer at once, and try again in a second.':
    'Zu viele Änderungen dieses Kontos werden gleichzeitig gespeichert. Senden Sie weniger auf einmal, und versuchen Sie es in einer Sekunde noch einmal.',
  'Batches may contain {max} operations a minute; try again in {seconds} seconds.':
    'Stapel dürfen {max} Operationen in der Minute enthalten; bitte versuchen Sie es in {seconds} Sekunden erneut.',
  'The search is out of reach. Please try again shortly.':
    'Die Suche ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'There is no room for files at the moment.': 'Für Dateien ist gerade kein Platz.',
  'The file storage cannot be reached. Please try again shortly.':
    'Der Dateispeicher ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'Storing the files took too long. Please try again.':
    'Das Speichern der Dateien hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  'Your images took too much processing time. Try again in {seconds} seconds.':
    'Ihre Bilder haben zu viel Rechenzeit beansprucht. Bitte versuchen Sie es in {seconds} Sekunden noch einmal.',
  'You can have {max} uploads of images processed at once. Try again when one of them is done.':
    'Sie können {max} Uploads von Bildern gleichzeitig verarbeiten lassen. Bitte versuchen Sie es noch einmal, sobald einer davon fertig ist.',
  'Too many pictures are being processed. Please try again shortly.':
    'Gerade werden zu viele Bilder verarbeitet. Bitte versuchen Sie es gleich noch einmal.',
  'Something went wrong on our side. Please quote the request id {id} when you contact us.':
    'Bei uns ist ein Fehler aufgetreten. Bitte nennen Sie uns die Anfrage-Nummer {id}, wenn Sie uns schreiben.',
  'The request could not be read.': 'Die Anfrage konnte nicht gelesen werden.',
  'The first request with this Idempotency-Key is still running, or it took effect and its response was lost.':
    'Das wurde schon gesendet und läuft noch, oder es ist bereits geschehen.',
  'This Idempotency-Key was used for a different request.':
    'Dieses Formular wurde schon mit anderem Inhalt gesendet; bitte laden Sie die Seite neu.',
  'This form is not known.': 'Dieses Formular ist nicht bekannt.',
  'This form cannot be read; please begin again.':
    'Dieses Formular lässt sich nicht lesen; bitte beginnen Sie von vorn.',
  'This marketplace is at {origin}: open the page there. The operator can set BASE_URL to another address.':
    'Dieser Marktplatz ist unter {origin} erreichbar: Öffnen Sie die Seite dort. Der Betreiber kann mit BASE_URL eine andere Adresse festlegen.',
  'This is only for the pages of the market itself.':
    'Das ist nur den Seiten des Marktplatzes selbst erlaubt.',
  'The {what} is at version {version}; read it again before you change it.':
    'Das wurde inzwischen geändert (Version {version}); bitte laden Sie es neu, bevor Sie es ändern.',

  // Search filters
  '{name} is not allowed here; use {either}.': '{name} ist hier nicht erlaubt, sondern {either}.',
  'There is no parameter "{name}".': 'Es gibt keinen Parameter „{name}“.',
  'There is no parameter "{name}"; did you mean "{meant}"?':
    'Es gibt keinen Parameter „{name}“; meinten Sie „{meant}“?',
  'There is no parameter "{name}": the language is that of Accept-Language.':
    'Es gibt keinen Parameter „{name}“: Die Sprache ist die aus Accept-Language.',
  'is unknown; send Accept-Language': 'ist unbekannt; senden Sie Accept-Language',
  'cannot be "{value}"; did you mean "{meant}"?': 'kann nicht „{value}“ sein; meinten Sie „{meant}“?',
  'cannot be "{value}"; it is one of {values}':
    'kann nicht „{value}“ sein, sondern nur einer dieser Werte: {values}',
  'cannot be "{value}"; it is one of {values} and {more} more':
    'kann nicht „{value}“ sein, sondern nur einer dieser Werte: {values} und {more} weitere',
  'cannot be "{value}": it is a two-letter code, such as DE':
    'kann nicht „{value}“ sein: Es ist ein Code aus zwei Buchstaben, etwa DE',
  'cannot be "{value}": it is a two-letter code; did you mean "{meant}"?':
    'kann nicht „{value}“ sein: Es ist ein Code aus zwei Buchstaben; meinten Sie „{meant}“?',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens':
    'kann nicht „{value}“ sein: Erlaubt sind Kleinbuchstaben, Ziffern und Bindestriche',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens; did you mean "{meant}"?':
    'kann nicht „{value}“ sein: Erlaubt sind Kleinbuchstaben, Ziffern und Bindestriche; meinten Sie „{meant}“?',
  'The city "{name}" is not known.': 'Der Ort „{name}“ ist nicht bekannt.',
  'The city "{name}" is not known; did you mean "{meant}"?':
    'Der Ort „{name}“ ist nicht bekannt; meinten Sie „{meant}“?',
  'The region "{name}" is not known.': 'Die Region „{name}“ ist nicht bekannt.',
  '"{name}" is not known': '„{name}“ ist nicht bekannt',
  '"{name}" is not known; did you mean "{meant}"?': '„{name}“ ist nicht bekannt; meinten Sie „{meant}“?',
  'needs {other} beside it': 'braucht auch {other}',
  'needs a centre: lat and lng, or a city': 'braucht einen Mittelpunkt: lat und lng oder einen Ort',
  'by distance needs a centre: lat and lng, or a city with radius':
    'nach Entfernung braucht einen Mittelpunkt: lat und lng oder einen Ort mit Umkreis',
  'is above {max}': 'liegt über {max}',
  'There is no category "{name}".': 'Es gibt keine Kategorie „{name}“.',
  'there is no category "{name}"': 'gibt es nicht: „{name}“',
  'page times limit reaches at most {rows} rows; narrow the search instead':
    'mal limit reicht höchstens bis Zeile {rows}; bitte grenzen Sie die Suche ein',
  'page times limit reaches at most {rows} rows; narrow the search instead.':
    'Die Liste reicht bis Zeile {rows}; bitte grenzen Sie die Suche ein.',
  'must be the nextCursor of a page of this list': 'muss der nextCursor einer Seite dieser Liste sein',

  // Favorites, saved searches, comparisons
  'This listing is already one of your favorites.': 'Dieses Inserat ist bereits auf Ihrer Merkliste.',
  'You can save at most {max} searches.': 'Sie können höchstens {max} Suchen speichern.',
  'You have {max} comparisons, which is the maximum.': 'Sie haben {max} Vergleiche; mehr sind nicht möglich.',
  'You have {max} saved views, which is the maximum.':
    'Sie haben {max} gespeicherte Ansichten; mehr sind nicht möglich.',
  'is not a visible listing': 'ist kein sichtbares Inserat',
  'is not a parameter of a search': 'ist kein Parameter einer Suche',

  // Messages
  'You can send {max} messages a minute; try again in {seconds} seconds.':
    'Sie können {max} Nachrichten je Minute senden; bitte versuchen Sie es in {seconds} Sekunden erneut.',
  'You can begin {max} conversations a day; try again in {seconds} seconds.':
    'Sie können {max} Unterhaltungen je Tag beginnen; bitte versuchen Sie es in {seconds} Sekunden erneut.',
  'You can send {max} MB of attachments a day.': 'Sie können je Tag {max} MB an Anhängen senden.',
  'Attachments cannot have this type.': 'Dateien dieser Art lassen sich nicht anhängen.',
  '{name} is not a complete PDF, or is a file of another type as well':
    '{name} ist kein vollständiges PDF oder zugleich eine Datei anderer Art',
  'This link has expired; read the message again for a new one.':
    'Dieser Link ist abgelaufen; öffnen Sie die Nachricht neu.',
  'is required for a message of the type {type}': 'ist für eine Nachricht der Art {type} erforderlich',
  'must be image, which is what the attachment is': 'muss image sein, denn das ist der Anhang',
  'must be document, which is what the attachment is': 'muss document sein, denn das ist der Anhang',
  'must not be given together with a template': 'darf nicht zusammen mit einer Vorlage angegeben werden',
  'is required by the template': 'wird von der Vorlage verlangt',
  'is not a name of a variable': 'ist kein Name einer Variablen',
  'holds "{text}", which is not a placeholder: write one name of letters, digits, "_", "-" or "." between double braces':
    'enthält „{text}“, das ist kein Platzhalter: Schreiben Sie einen Namen aus Buchstaben, Ziffern, „_“, „-“ oder „.“ zwischen doppelte geschweifte Klammern',
  'either threadId or listingId is required, not both':
    'erforderlich ist entweder threadId oder listingId, nicht beides',
  'You have {max} message templates, which is the maximum.':
    'Sie haben {max} Textvorlagen; mehr sind nicht möglich.',
  'A message template with this name already exists.': 'Eine Textvorlage mit diesem Namen gibt es schon.',
  'This is your own listing; there is nobody to write to.':
    'Das ist Ihr eigenes Inserat; Sie können sich nicht selbst schreiben.',
  'The listing is {state}; a conversation can be begun only while it is ACTIVE.':
    'Das Inserat hat den Status {state}; eine Unterhaltung lässt sich nur im Status ACTIVE beginnen.',
  'The seller does not accept messages at present.': 'Der Händler nimmt derzeit keine Nachrichten an.',
  'The seller is suspended; its conversations are closed to new messages until it is reinstated.':
    'Der Händler ist gesperrt; bis zur Freigabe sind in seinen Unterhaltungen keine neuen Nachrichten möglich.',
  'The other side has deleted its account and cannot receive messages.':
    'Die Gegenseite hat ihr Konto gelöscht und kann keine Nachrichten empfangen.',
  'You have blocked this participant; unblock them to write to them.':
    'Sie haben diesen Teilnehmer blockiert; heben Sie das auf, um ihm zu schreiben.',
  'This participant does not accept messages from you.':
    'Dieser Teilnehmer nimmt von Ihnen keine Nachrichten an.',
  'This needs the team role AGENT; yours may only read messages.':
    'Dafür brauchen Sie die Teamrolle AGENT; mit Ihrer können Sie Nachrichten nur lesen.',

  // Reports, reviews, objections
  'You have already reported this message; it is being reviewed.':
    'Sie haben diese Nachricht bereits gemeldet; sie wird geprüft.',
  'You have already reported this review; it is being reviewed.':
    'Sie haben diese Bewertung bereits gemeldet; sie wird geprüft.',
  'You have already reported this listing; it is being reviewed.':
    'Sie haben dieses Inserat bereits gemeldet; es wird geprüft.',
  'There have been {max} reports without an account from your network today. Sign in to report more.':
    'Aus Ihrem Netz kamen heute schon {max} Meldungen ohne Konto. Bitte melden Sie sich dafür an.',
  'Only messages from the other side can be reported.': 'Melden lassen sich nur Nachrichten der Gegenseite.',
  'A listing of your own can be changed or deleted, not reported.':
    'Ein eigenes Inserat können Sie ändern oder löschen, aber nicht melden.',
  'Your own review can be changed or deleted, not reported.':
    'Ihre eigene Bewertung können Sie ändern oder löschen, aber nicht melden.',
  'Only buyers can write reviews.': 'Bewerten können nur Käufer.',
  'A review can be written after a conversation with the seller: write to them, and wait for an answer.':
    'Bewerten können Sie nach einer Unterhaltung mit dem Händler: Schreiben Sie ihm, und warten Sie seine Antwort ab.',
  'You have already reviewed this seller; you can change your review.':
    'Sie haben diesen Händler bereits bewertet; Ihre Bewertung können Sie ändern.',
  'This review already has a reply; you can change it.':
    'Auf diese Bewertung wurde schon geantwortet; die Antwort können Sie ändern.',
  'Six months have passed; nobody can object to this decision now.':
    'Sechs Monate sind vergangen; ein Widerspruch gegen diese Entscheidung ist nicht mehr möglich.',
  'There is an objection to this decision already.':
    'Gegen diese Entscheidung gibt es schon einen Widerspruch.',

  // Files and pictures
  '{name} is damaged or cut off and cannot be read':
    '{name} ist beschädigt oder unvollständig und lässt sich nicht lesen',
  '{name} is not a JPEG, PNG, WebP or AVIF image': '{name} ist kein Bild im Format JPEG, PNG, WebP oder AVIF',
  '{name} has more than {max} megapixels, the most for AVIF; send a smaller one, or a JPEG':
    '{name} hat mehr als {max} Megapixel, das ist die Grenze für AVIF; senden Sie ein kleineres Bild oder ein JPEG',
  '{name} has more than {max} megapixels': '{name} hat mehr als {max} Megapixel',
  '{name} has a side of more than {max} pixels': '{name} ist an einer Seite länger als {max} Pixel',
  '{name} has a side of less than {min} pixels': '{name} ist an einer Seite kürzer als {min} Pixel',
  '{name} has more than one frame; a still image is needed':
    '{name} ist bewegt; nötig ist ein einzelnes Bild',
  '{name} takes too long to read': '{name} lässt sich nicht schnell genug lesen',
  '{name} is larger than {max} MB.': '{name} ist größer als {max} MB.',
  'A file is larger than {max} MB.': 'Eine Datei ist größer als {max} MB.',
  '{name} is not a file of an accepted type: {types}.': '{name} hat kein zulässiges Dateiformat: {types}.',
  'At most {max} files can be sent at once.': 'Höchstens {max} Dateien lassen sich auf einmal senden.',
  'The body is larger than 1 MiB.': 'Das ist zu viel auf einmal: Höchstens 1 MiB ist möglich.',
  'The form field {name} is too large.': 'Das Feld {name} ist zu groß.',
  'No file is expected in the form field "{name}".': 'Im Feld „{name}“ wird keine Datei erwartet.',
  'The multipart form is broken or was cut off.': 'Die Übertragung ist beschädigt oder wurde abgebrochen.',

  // Listings; {aim} is where the step would have led, or empty
  'A listing in the state {state} can be published, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie veröffentlichen.',
  'A listing in the state {state} can be withdrawn from review, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie aus der Prüfung nehmen.',
  'A listing in the state {state} can be approved, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie freigeben.',
  'A listing in the state {state} can be rejected, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie ablehnen.',
  'A listing in the state {state} can be changed, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie ändern.',
  'A listing in the state {state} can be unpublished, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie vom Markt nehmen.',
  'A listing in the state {state} can be paused, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie pausieren.',
  'A listing in the state {state} can be marked as sold, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie als verkauft kennzeichnen.',
  'A listing in the state {state} can expire, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie ablaufen lassen.',
  'A listing in the state {state} can be renewed, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie verlängern.',
  'A listing in the state {state} can be suspended, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie sperren.',
  'A listing in the state {state} can be restored, but not by you.':
    'Ein Inserat im Status {state} können nicht Sie wiederherstellen.',
  'A listing in the state {state} cannot be published{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht veröffentlichen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be withdrawn from review{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht aus der Prüfung nehmen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be approved{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht freigeben; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be rejected{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht ablehnen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be changed; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht ändern; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be featured; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht hervorheben; nötig ist der Status {either}.',
  'A listing in the state {state} cannot stop being featured; its state must be {either}.':
    'Die Hervorhebung eines Inserats im Status {state} lässt sich nicht beenden; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be unpublished{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht vom Markt nehmen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be paused{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht pausieren; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be marked as sold{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht als verkauft kennzeichnen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot expire{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} kann nicht ablaufen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be renewed{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht verlängern; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be suspended{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht sperren; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be restored{aim}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht wiederherstellen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be deleted; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht löschen; nötig ist der Status {either}.',
  'A listing in the state {state} cannot be reopened and move to {target}; its state must be {either}.':
    'Ein Inserat im Status {state} lässt sich nicht wieder öffnen; nötig ist der Status {either}.',
  'A listing in the state SOLD can go back to ACTIVE for {days} days after the sale; that time has passed.':
    'Ein verkauftes Inserat kann {days} Tage lang zurück auf den Markt; diese Zeit ist vorbei.',
  'The seller is suspended.': 'Der Händler ist gesperrt.',
  'The listing was changed by somebody else meanwhile.':
    'Das Inserat wurde inzwischen von jemand anderem geändert.',
  'This VIN is already used by another listing of yours.':
    'Diese Fahrgestellnummer hat schon ein anderes Ihrer Inserate.',
  'This VIN is already used by your listing {id}.': 'Diese Fahrgestellnummer hat schon Ihr Inserat {id}.',
  'This stock number is already used by another listing of yours.':
    'Diese Bestandsnummer hat schon ein anderes Ihrer Inserate.',
  'This stock number is already used by your listing {id}.':
    'Diese Bestandsnummer hat schon Ihr Inserat {id}.',
  'is already used by another listing of yours': 'hat schon ein anderes Ihrer Inserate',
  'is already used by your listing {id}': 'hat schon Ihr Inserat {id}',
  'is not the stock number of the path': 'ist nicht die Bestandsnummer der Adresse',
  'You have no listing with this stock number, so it has no version.':
    'Sie haben kein Inserat mit dieser Bestandsnummer, also hat es keine Version.',
  'Nothing was written: operations {numbers} cannot be done.':
    'Nichts wurde geändert: Die Vorgänge {numbers} sind nicht möglich.',
  'is not there to be changed': 'ist nicht vorhanden und lässt sich nicht ändern',
  'is required, or a price in its place': 'ist erforderlich, oder stattdessen price',
  'must not be sent together with percent': 'darf nicht zusammen mit percent gesendet werden',
  'is required, or an externalId in its place': 'ist erforderlich, oder stattdessen externalId',
  'is required to publish': 'ist zum Veröffentlichen erforderlich',
  'is required unless brand or model is given': 'ist erforderlich, wenn Marke und Modell fehlen',
  'is required: the seller reads it': 'ist erforderlich: Der Händler liest es',
  'is not a conversation about this listing': 'ist keine Unterhaltung über dieses Inserat',
  'has left the team': 'hat das Team verlassen',
  'is not a member of your team': 'ist kein Mitglied Ihres Teams',
  'is not known': 'ist nicht bekannt',
  'is not known; did you mean {meant}?': 'ist nicht bekannt; meinten Sie {meant}?',
  'is not known in {country}': 'ist in {country} nicht bekannt',
  'is not known in {country}; did you mean {meant}?': 'ist in {country} nicht bekannt; meinten Sie {meant}?',
  '"{name}" can be {either}: name one of them, or the vehicle in category and the body in subcategory':
    '„{name}“ kann {either} sein: Nennen Sie eines davon, oder das Fahrzeug als Kategorie und den Aufbau als Unterkategorie',
  'there is no {kind} "{name}"; GET {list} lists them': 'gibt es nicht: „{name}“',
  'there is no {kind} "{name}"; did you mean "{meant}"? GET {list} lists them':
    'gibt es nicht: „{name}“; meinten Sie „{meant}“?',
  '{name} is not offered': '{name} wird nicht angeboten',
  '{name} is not part of {category}': '{name} gehört nicht zu {category}',
  '{name} is not known for {category}': '{name} ist nicht bekannt für: {category}',
  'does not apply to tractor units and is not kept':
    'gilt nicht für Sattelzugmaschinen und wird nicht gespeichert',
  'does not apply to trucks and is not kept': 'gilt nicht für Lkw und wird nicht gespeichert',
  'does not apply to vans and is not kept': 'gilt nicht für Transporter und wird nicht gespeichert',
  'does not apply to semi-trailers and is not kept': 'gilt nicht für Auflieger und wird nicht gespeichert',
  'does not apply to trailers and is not kept': 'gilt nicht für Anhänger und wird nicht gespeichert',
  'does not apply to buses and is not kept': 'gilt nicht für Busse und wird nicht gespeichert',
  'does not apply to construction machinery and is not kept':
    'gilt nicht für Baumaschinen und wird nicht gespeichert',
  'does not apply to forklifts and is not kept': 'gilt nicht für Stapler und wird nicht gespeichert',
  'does not apply to agricultural machinery and is not kept':
    'gilt nicht für Landmaschinen und wird nicht gespeichert',
  'must be 17 letters and digits without I, O and Q':
    'muss aus 17 Buchstaben und Ziffern ohne I, O und Q bestehen',
  'must be a whole number from {min} to {max} {unit}': 'muss eine ganze Zahl von {min} bis {max} {unit} sein',
  'must be a number from {min} to {max} {unit}': 'muss eine Zahl von {min} bis {max} {unit} sein',
  'must not be after {date}': 'darf nicht nach {date} liegen',
  'is before the year of manufacture {year}': 'liegt vor dem Baujahr {year}',
  'has passed': 'ist vorbei',
  'is required with from_date': 'ist bei from_date erforderlich',
  'is allowed with from_date only': 'ist nur bei from_date möglich',
  'is required with order': 'ist bei order erforderlich',
  'is allowed with order only': 'ist nur bei order möglich',
  'must be empty when priceType is on_request': 'muss bei einem Preis auf Anfrage leer sein',
  '{code} is not an ISO 4217 currency': '{code} ist keine Währung nach ISO 4217',
  '{code} is not an ISO 3166-1 country': '{code} ist kein Land nach ISO 3166-1',
  'must not be above the price of {price}': 'darf nicht über dem Preis von {price} liegen',
  'must not be above the gross price of {price}': 'darf nicht über dem Bruttopreis von {price} liegen',
  'must not be below the net price': 'darf nicht unter dem Nettopreis liegen',
  'contradicts priceNet {net}: with deductible VAT, price is the net price':
    'widerspricht priceNet {net}: Bei ausweisbarer MwSt. ist price der Nettopreis',
  'contradicts price {price}: with deductible VAT, price is the net price':
    'widerspricht price {price}: Bei ausweisbarer MwSt. ist price der Nettopreis',
  'contradicts priceGross {gross}: without deductible VAT, price is the gross price':
    'widerspricht priceGross {gross}: Ohne ausweisbare MwSt. ist price der Bruttopreis',
  'contradicts price {price}: without deductible VAT, price is the gross price':
    'widerspricht price {price}: Ohne ausweisbare MwSt. ist price der Bruttopreis',
  'contradicts priceGross {gross}: without {rate} % VAT it is {net} net':
    'widerspricht priceGross {gross}: ohne {rate} % MwSt. sind das {net} netto',
  'contradicts {field} {price}: with {rate} % VAT it is {gross} gross':
    'widerspricht {field} {price}: mit {rate} % MwSt. sind das {gross} brutto',
  'contradicts {field} {gross}: without {rate} % VAT it is {net} net':
    'widerspricht {field} {gross}: ohne {rate} % MwSt. sind das {net} netto',
  'contradicts priceNet {net}: with {rate} % VAT it is {gross} gross':
    'widerspricht priceNet {net}: mit {rate} % MwSt. sind das {gross} brutto',
  'is required to compute the net price': 'ist erforderlich, um den Nettopreis zu berechnen',
  'is required to compute the gross price': 'ist erforderlich, um den Bruttopreis zu berechnen',
  'must be empty under the margin scheme, which does not split a price into net and VAT':
    'muss bei Differenzbesteuerung leer sein, denn sie teilt den Preis nicht in Netto und MwSt.',
  'must be false under the margin scheme': 'muss bei Differenzbesteuerung false sein',
  'must not be margin if the VAT is deductible': 'darf nicht margin sein, wenn die MwSt. ausweisbar ist',
  'does not apply under the margin scheme and is not kept':
    'gilt nicht bei Differenzbesteuerung und wird nicht gespeichert',
  'is taken as net, the usual basis of your prices; send vatDeductible to state the basis':
    'gilt als netto, wie Ihre Preise üblicherweise; vatDeductible nennt es ausdrücklich',
  'is taken as gross with VAT that is not deductible, the usual basis of your prices; send vatDeductible to state the basis':
    'gilt als brutto ohne ausweisbare MwSt., wie Ihre Preise üblicherweise; vatDeductible nennt es ausdrücklich',
  'is taken as false, because price is the gross price; send true if the buyer may deduct the VAT':
    'gilt als false, da price der Bruttopreis ist; true heißt, dass der Käufer die MwSt. abziehen darf',
  'is above the price; is it the monthly rate?': 'liegt über dem Preis; ist es die Monatsrate?',
  'is above the price': 'liegt über dem Preis',
  'must not contain {found}':
    'darf keine Internetadresse, E-Mail-Adresse, Telefonnummer, spitzen Klammern oder Steuerzeichen enthalten',
  'must not contain a web address ("{found}")': 'darf keine Internetadresse enthalten („{found}“)',
  'must not contain an e-mail address ("{found}")': 'darf keine E-Mail-Adresse enthalten („{found}“)',
  'must not contain a phone number ("{found}")': 'darf keine Telefonnummer enthalten („{found}“)',
  'must not contain angle brackets ("{found}")': 'darf keine spitzen Klammern enthalten („{found}“)',
  'is required together with lng': 'ist zusammen mit lng erforderlich',
  'is required together with lat': 'ist zusammen mit lat erforderlich',
  'has a wrong check digit (position 9); was it typed correctly?':
    'hat eine falsche Prüfziffer (Stelle 9); ist sie richtig geschrieben?',
  'is 0 although the vehicle is used': 'ist 0, obwohl das Fahrzeug gebraucht ist',
  'should be below {max} km for a new vehicle': 'sollte bei einem Neufahrzeug unter {max} km liegen',
  'should be 0 for a new vehicle': 'sollte bei einem Neufahrzeug 0 sein',
  'does not fit a new vehicle': 'passt nicht zu einem Neufahrzeug',
  'fits a new vehicle only with usageType demonstration or pre_registration':
    'passt zu einem Neufahrzeug nur als Vorführwagen oder Tageszulassung',
  'applies to damaged vehicles only': 'gilt nur für beschädigte Fahrzeuge',
  'must not be above the gross vehicle weight of {weight} kg':
    'darf nicht über dem Gesamtgewicht von {weight} kg liegen',
  'must not be below the gross vehicle weight of {weight} kg':
    'darf nicht unter dem Gesamtgewicht von {weight} kg liegen',
  'is above what the weights leave ({weight} kg)': 'ist mehr, als die Gewichte zulassen ({weight} kg)',
  'is larger than the vehicle ({length} mm)': 'ist größer als das Fahrzeug ({length} mm)',
  'does not fit an electric drive': 'passt nicht zu einem Elektroantrieb',
  'does not fit the fuel {fuel}': 'passt nicht zum Kraftstoff {fuel}',
  'should be {count} with the axle formula {formula}': 'sollte bei der Achsformel {formula} {count} sein',
  'names an axle that a vehicle with {count} does not have':
    'nennt eine Achse, die ein Fahrzeug mit {count} nicht hat',
  'occurs twice in the same file': 'kommt in derselben Datei zweimal vor',
  'cannot be draft: the plan has no room for another':
    'kann nicht draft sein: Der Tarif hat keinen Platz für weitere',
  'The images of a listing that is {state} cannot be changed.':
    'Die Bilder eines Inserats im Status {state} lassen sich nicht ändern.',
  'must name each of the {count} images of the listing once':
    'muss jedes der {count} Bilder des Inserats einmal nennen',
  'must have at least one file (multipart/form-data, field images)': 'muss mindestens eine Datei enthalten',

  // Imports
  'is required unless url is given, and cannot be combined with it':
    'ist erforderlich, wenn url fehlt, und geht nicht zusammen damit',
  'must be written in ASCII without spaces; an international host name in its xn-- form':
    'muss in ASCII ohne Leerzeichen geschrieben sein, internationale Namen in der Form xn--',
  'must have two slashes before the host': 'muss vor dem Namen des Servers zwei Schrägstriche haben',
  'must be an https address': 'muss eine https-Adresse sein',
  'must not contain a user name or password': 'darf weder Benutzernamen noch Passwort enthalten',
  'must not have the port {port}': 'darf nicht den Port {port} haben',
  'must be an address of the public internet': 'muss eine Adresse im öffentlichen Internet sein',
  'must be a column of {format}, or null': 'muss eine Spalte von {format} sein oder null',
  'must be a name that stands here once': 'muss ein Name sein, der hier nur einmal steht',
  'must be a value that stands here once': 'muss ein Wert sein, der hier nur einmal steht',
  'is required, unless values is given': 'ist erforderlich, wenn values fehlt',
  'The mapping is not valid.': 'Die Zuordnung ist nicht gültig.',
  'The plan does not include fetching feeds.': 'Ihr Tarif enthält keinen Abruf von Feeds.',
  'An import in the state {state} cannot go to canceled; only one in queued or running can.':
    'Ein Import im Status {state} lässt sich nicht abbrechen, nur einer im Status queued oder running.',
  'Another import is queued or running; wait until it has finished, or cancel it first.':
    'Ein anderer Import wartet oder läuft; warten Sie sein Ende ab, oder brechen Sie ihn zuerst ab.',
  'The import {id} is queued or running; wait until it has finished, or cancel it first.':
    'Der Import {id} wartet oder läuft; warten Sie sein Ende ab, oder brechen Sie ihn zuerst ab.',

  // Rows and files of imports, as they are read
  'did you mean "{meant}"?': 'meinten Sie „{meant}“?',
  'is not a whole number': 'ist keine ganze Zahl',
  'is not a number': 'ist keine Zahl',
  'must be yes or no': 'muss ja oder nein sein',
  'is not JSON': 'ist kein JSON',
  'is not a month; write YYYY-MM': 'ist kein Monat; schreiben Sie JJJJ-MM',
  'is not a day; write YYYY-MM-DD': 'ist kein Tag; schreiben Sie JJJJ-MM-TT',
  'is in {codes}, but the currency column says {code}; correct one of them':
    'ist in {codes}, die Währungsspalte nennt aber {code}; berichtigen Sie eines von beiden',
  'names different currencies; a listing has one for all of its amounts':
    'nennt verschiedene Währungen; ein Inserat hat eine für alle seine Beträge',
  'can be in {codes}; name the currency in the currency column':
    'kann in {codes} sein; nennen Sie die Währung in der Währungsspalte',
  'was damaged by a spreadsheet, which has cut digits off; format the column as text and enter it again':
    'wurde von einer Tabellenkalkulation beschädigt, die Ziffern abgeschnitten hat; formatieren Sie die Spalte als Text und geben Sie den Wert neu ein',
  'can be read day-first or month-first, and other dates of the column are written both ways; write YYYY-MM-DD':
    'lässt sich mit dem Tag oder dem Monat zuerst lesen, und andere Daten der Spalte sind auf beide Arten geschrieben; schreiben Sie JJJJ-MM-TT',
  'must be one of the keys {keys}': 'muss einer dieser Schlüssel sein: {keys}',
  'must be 0 or 1': 'muss 0 oder 1 sein',
  'contact details are left out of the description ({found})':
    'Kontaktdaten stehen nicht in der Beschreibung und wurden weggelassen ({found})',
  'there is no subcategory "{name}"': 'gibt es nicht: „{name}“',
  'there is no brand "{name}"': 'gibt es nicht: „{name}“',
  'there is no feature "{name}"; it is left out': 'gibt es nicht: „{name}“; wurde weggelassen',
  '"{name}" can be any of {slugs}; name one of them, or the vehicle in category and the body in subcategory':
    '„{name}“ kann jedes von diesen sein: {slugs}; nennen Sie eines davon, oder das Fahrzeug als Kategorie und den Aufbau als Unterkategorie',
  'is not an http or https address of a picture': 'ist keine http- oder https-Adresse eines Bildes',
  'The row has {count} columns instead of {expected}; check the separators and quotes.':
    'Die Zeile hat {count} Spalten statt {expected}; prüfen Sie Trennzeichen und Anführungszeichen.',
  'The row has a character that cannot be read: "{text}".':
    'Die Zeile enthält ein Zeichen, das sich nicht lesen lässt: „{text}“.',
  'The row has a NUL character.': 'Die Zeile enthält ein NUL-Zeichen.',
  'The row has a quote that is opened and never closed.':
    'In der Zeile wird ein Anführungszeichen geöffnet und nicht geschlossen.',
  'The row has text after a closing quote; quotes inside a text are doubled.':
    'In der Zeile steht Text hinter einem schließenden Anführungszeichen; Anführungszeichen im Text werden verdoppelt.',
  'The row has a field of more than {max} characters, or a quote that is never closed.':
    'Die Zeile hat ein Feld mit mehr als {max} Zeichen oder ein Anführungszeichen, das nicht geschlossen wird.',
  'The row has more than {max} columns.': 'Die Zeile hat mehr als {max} Spalten.',
  'The row has more than {max} characters.': 'Die Zeile hat mehr als {max} Zeichen.',
  'The first row has a NUL character.': 'Die erste Zeile enthält ein NUL-Zeichen.',
  'The first row has a quote that is opened and never closed.':
    'In der ersten Zeile wird ein Anführungszeichen geöffnet und nicht geschlossen.',
  'The first row has text after a closing quote; quotes inside a text are doubled.':
    'In der ersten Zeile steht Text hinter einem schließenden Anführungszeichen; Anführungszeichen im Text werden verdoppelt.',
  'The first row has a field of more than {max} characters, or a quote that is never closed.':
    'Die erste Zeile hat ein Feld mit mehr als {max} Zeichen oder ein Anführungszeichen, das nicht geschlossen wird.',
  'The first row has more than {max} columns.': 'Die erste Zeile hat mehr als {max} Spalten.',
  'The first row has more than {max} characters.': 'Die erste Zeile hat mehr als {max} Zeichen.',
  'The first row names none of the columns of the preset {preset}; it begins with "{cell}". Expected are {columns}.':
    'Die erste Zeile nennt keine Spalte des Formats {preset}; sie beginnt mit „{cell}“. Erwartet werden {columns}.',
  'The first row names none of the columns of the preset {preset}; it begins with "{cell}". {guesses}. Expected are {columns}.':
    'Die erste Zeile nennt keine Spalte des Formats {preset}; sie beginnt mit „{cell}“. Erwartet werden {columns}.',
  'A row needs a stock number, or at least a VIN.':
    'Eine Zeile braucht eine Bestandsnummer oder wenigstens eine Fahrgestellnummer.',
  'Row {row} has the same stock number.': 'Die Zeile {row} hat dieselbe Bestandsnummer.',
  'Row {row} has the same VIN.': 'Die Zeile {row} hat dieselbe Fahrgestellnummer.',
  'Row {row} has the same listing.': 'Die Zeile {row} meint dasselbe Inserat.',
  'There is no such listing; a new one needs a stock number.':
    'Dieses Inserat gibt es nicht; ein neues braucht eine Bestandsnummer.',
  'A new listing needs a category.': 'Ein neues Inserat braucht eine Kategorie.',
  'A new listing needs a brand.': 'Ein neues Inserat braucht eine Marke.',
  'The model is missing; buyers search for it.': 'Das Modell fehlt; Käufer suchen danach.',
  'The plan has no room for another draft.': 'Ihr Tarif hat keinen Platz für einen weiteren Entwurf.',
  'The listing is in the state {state} and cannot be changed.':
    'Das Inserat hat den Status {state} und lässt sich nicht ändern.',
  'The listing is in the state {state} and is left unchanged; set status=active in the row to offer it again.':
    'Das Inserat hat den Status {state} und bleibt, wie es ist; setzen Sie status=active in der Zeile, um es wieder anzubieten.',
  'The column {column} is unknown to the preset and was ignored.':
    'Die Spalte {column} gehört nicht zum Format und wurde übergangen.',
  'The column {column} is unknown to the preset and was ignored. Did you mean {meant}?':
    'Die Spalte {column} gehört nicht zum Format und wurde übergangen. Meinten Sie {meant}?',
  '{count} rows have no readable key, so nothing was taken off the market.':
    '{count} Zeilen haben keinen lesbaren Schlüssel; deshalb wurde nichts vom Markt genommen.',
  'must be true to take {count} of {all} live listings off the market in one request':
    'muss true sein, um {count} von {all} aktiven Inseraten mit einer Anfrage vom Markt zu nehmen',
  'The file would take {count} of {all} listings off the market. If it is complete, send it again with confirmMassRemoval=true.':
    'Die Datei würde {count} von {all} Inseraten vom Markt nehmen. Ist sie vollständig, senden Sie sie noch einmal mit confirmMassRemoval=true.',
  'The import was canceled.': 'Der Import wurde abgebrochen.',
  'A server error ended the import.': 'Der Import ist an einem Fehler auf unserer Seite gescheitert.',
  'A server error kept the picture from being stored.':
    'Das Bild ließ sich wegen eines Fehlers auf unserer Seite nicht speichern.',
  'The picture is gone.': 'Das Bild ist nicht mehr da.',
  'The address answered with status {status}.': 'Die Adresse hat mit dem Status {status} geantwortet.',
  'The address redirects too often.': 'Die Adresse leitet zu oft weiter.',
  'The address redirects to something that is not a web address.':
    'Die Adresse leitet auf etwas weiter, das keine Webadresse ist.',
  'The address could not be fetched: {code}.': 'Die Adresse ließ sich nicht abrufen: {code}.',
  'The archive has more than {max} files.': 'Das Archiv enthält mehr als {max} Dateien.',
  'The archive must contain exactly one CSV or XML file.':
    'Das Archiv muss genau eine CSV- oder XML-Datei enthalten.',
  'The archive is broken.': 'Das Archiv ist beschädigt.',
  '{name} is too large once unpacked.': '{name} ist entpackt zu groß.',
  'Some lines of the file are UTF-8 and others are not; save it in one encoding.':
    'Manche Zeilen der Datei sind UTF-8, andere nicht; speichern Sie sie in einer einzigen Kodierung.',
  'It cannot be told how the letters of the file are encoded. Save it as UTF-8, or name its encoding, such as windows-1252 (Western Europe), windows-1250 or iso-8859-2 (Central Europe) or windows-1251 (Cyrillic).':
    'Es lässt sich nicht erkennen, wie die Buchstaben der Datei kodiert sind. Speichern Sie sie als UTF-8, oder nennen Sie ihre Kodierung, etwa windows-1252 (Westeuropa), windows-1250 oder iso-8859-2 (Mitteleuropa) oder windows-1251 (Kyrillisch).',
  'The XML declares the unknown encoding {encoding}; save it as UTF-8.':
    'Das XML gibt die unbekannte Kodierung {encoding} an; speichern Sie es als UTF-8.',
  'The XML declares {encoding}, but has bytes that are not valid UTF-8; correct its text or its declaration.':
    'Das XML gibt {encoding} an, enthält aber Bytes, die kein gültiges UTF-8 sind; berichtigen Sie seinen Text oder seine Angabe.',
  'The XML declares {encoding}, but is UTF-8; correct its declaration, or import it with encoding=utf-8.':
    'Das XML gibt {encoding} an, ist aber UTF-8; berichtigen Sie seine Angabe, oder importieren Sie es mit encoding=utf-8.',
  'The file is not valid {encoding}; name its encoding.':
    'Die Datei ist kein gültiges {encoding}; nennen Sie ihre Kodierung.',
  'The file has no rows.': 'Die Datei hat keine Zeilen.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file has more than {max} rows, the most that the plan {plan} imports at once.':
    'Die Datei hat mehr als {max} Zeilen, so viele importiert der Tarif {plan} höchstens auf einmal.',
  'The preset {preset} reads {formats}; this is {format}.':
    'Das Format {preset} liest {formats}; dies ist {format}.',
  'No element is a field of the preset {preset}.': 'Kein Element ist ein Feld des Formats {preset}.',
  'The XML is broken: {reason}': 'Das XML ist fehlerhaft: {reason}',
  'The XML has a DOCTYPE, which is not allowed.': 'Das XML hat einen DOCTYPE; das ist nicht erlaubt.',
  'The XML has no elements.': 'Das XML hat keine Elemente.',
  'The XML has an element with more than {max} attributes.':
    'Das XML hat ein Element mit mehr als {max} Attributen.',
  'The XML has elements more than {max} deep.': 'Die Elemente des XML sind mehr als {max} Ebenen tief.',
  'The XML has more than {max} characters in one vehicle.':
    'Das XML hat mehr als {max} Zeichen in einem Fahrzeug.',
  'The XML has more than {max} elements in one vehicle.':
    'Das XML hat mehr als {max} Elemente in einem Fahrzeug.',
  'The XML has a text of more than {max} characters.': 'Das XML hat einen Text von mehr als {max} Zeichen.',

  // The dealer's company, team and plan
  'For the occasional vehicle.': 'Für das gelegentliche Fahrzeug.',
  'For a small yard.': 'Für einen kleinen Betrieb.',
  'For a dealer with a steady stock.': 'Für Händler mit festem Bestand.',
  'For a large dealer.': 'Für große Händler.',
  'For groups and manufacturers, by agreement.': 'Für Gruppen und Hersteller, nach Vereinbarung.',
  'must be a file (multipart/form-data, field logo)': 'muss eine Datei sein (multipart/form-data, Feld logo)',
  'has not the form of the VAT ids that begin with {country}':
    'hat nicht die Form der USt-IdNr., die mit {country} beginnen',
  'must name the register and the number in it': 'muss das Register und die Nummer darin nennen',
  '{email} is already in the team.': '{email} ist bereits im Team.',
  '{email} has already been invited.': '{email} ist bereits eingeladen.',
  'There have been too many invitations today from this company or to this address; try again tomorrow.':
    'Heute gab es zu viele Einladungen von dieser Firma oder an diese Adresse; bitte versuchen Sie es morgen wieder.',
  'An administrator cannot join a seller.': 'Ein Administrator kann keinem Händler beitreten.',
  'The team role {own} can manage agents and viewers only, not {role}.':
    'Mit der Teamrolle {own} lassen sich nur AGENT und VIEWER verwalten, nicht {role}.',
  'A team must have an owner: appoint another one first.':
    'Ein Team braucht einen Inhaber: Bitte ernennen Sie zuerst einen anderen.',
  'Your own company is not empty, so you cannot leave it for this team. It must have no other members or open invitations, no listings, conversations, reviews or payments, and the free plan.':
    'Ihr eigenes Unternehmen ist nicht leer, deshalb können Sie es nicht für dieses Team verlassen. Es darf keine weiteren Mitglieder oder offenen Einladungen, keine Inserate, Unterhaltungen, Bewertungen oder Zahlungen haben und nur den kostenlosen Tarif.',
  'You already belong to a seller; leave that team first.':
    'Sie gehören schon zu einem Händler; bitte verlassen Sie zuerst dessen Team.',
  'This needs the role {either}.': 'Dafür brauchen Sie die Rolle {either}.',
  'This needs the team role {role}; yours is {own}.':
    'Dafür brauchen Sie die Teamrolle {role}; Ihre ist {own}.',
  'This is the workspace of dealers. Your account does not belong to one.':
    'Das ist der Arbeitsbereich der Händler. Ihr Konto gehört zu keinem.',
  'This is the desk of administrators. Your account is not one of theirs.':
    'Das ist der Arbeitsplatz der Administratoren. Ihr Konto gehört nicht dazu.',
  'An administrator who views the market as somebody else does not see this.':
    'Wer als Administrator die Sicht eines anderen einnimmt, sieht das nicht.',
  'An administrator who views the market as somebody else cannot change anything. End the view first.':
    'Wer als Administrator die Sicht eines anderen einnimmt, kann nichts ändern. Beenden Sie zuerst diese Sicht.',
  'must be at most {days} days before to': 'darf höchstens {days} Tage vor to liegen',
  'must not be after to': 'darf nicht nach to liegen',
  'must not be before {date}': 'darf nicht vor {date} liegen',
  'The plan {plan} allows {allowed} active listings; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} aktive Inserate; {used} sind belegt.',
  'The plan {plan} allows {allowed} images per listing; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} Bilder je Inserat; {used} sind belegt.',
  'The plan {plan} allows {allowed} featured listings; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} hervorgehobene Inserate; {used} sind belegt.',
  'The plan {plan} allows {allowed} team seats; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} Plätze im Team; {used} sind belegt.',
  'The plan {plan} allows {allowed} API keys; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} API-Schlüssel; {used} sind vorhanden.',
  'The plan {plan} allows {allowed} webhooks; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} Webhooks; {used} sind vorhanden.',
  'The plan {plan} allows {allowed} import rows a day; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} Importzeilen je Tag; {used} sind verbraucht.',
  'The plan {plan} allows {allowed} MB of stored files a day; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} MB an Dateien je Tag; {used} sind verbraucht.',
  'The plan {plan} allows {allowed} MB of stored files a day; {used} are used, and this needs {needed}.':
    'Ihr Tarif {plan} erlaubt {allowed} MB an Dateien je Tag; {used} sind verbraucht, und hierfür sind {needed} nötig.',
  'The plan {plan} allows {allowed} drafts and paused listings; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} Entwürfe und pausierte Inserate; {used} sind vorhanden.',
  'The plan {plan} allows {allowed} message templates; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} Textvorlagen; {used} sind vorhanden.',
  'The plan {plan} allows {allowed} days per listing; {used} are in use.':
    'Ihr Tarif {plan} erlaubt {allowed} Tage je Inserat; {used} sind verbraucht.',
  'The plan {plan} allows {allowed} minutes between pulls; {used} are in use.':
    'Ihr Tarif {plan} verlangt {allowed} Minuten zwischen Abrufen; es sind {used}.',
  'The plan {plan} allows {allowed} active listings; {used} are in use. The listing is kept as a draft.':
    'Ihr Tarif {plan} erlaubt {allowed} aktive Inserate; {used} sind belegt. Das Inserat bleibt ein Entwurf.',
  'The plan {plan} allows {allowed} active listings; {used} are in use. The change is saved, but the listing is not live.':
    'Ihr Tarif {plan} erlaubt {allowed} aktive Inserate; {used} sind belegt. Die Änderung ist gespeichert, das Inserat aber nicht auf dem Markt.',
  'counts listings that are live and those that wait for review':
    'zählt Inserate auf dem Markt und solche in Prüfung',
  'counts drafts and paused listings': 'zählt Entwürfe und pausierte Inserate',
  'is required: there is no subscription to change': 'ist erforderlich: Es gibt kein Abonnement zu ändern',
  'is required on the invoice; add it to the company profile (PUT /seller/profile) first':
    'muss auf der Rechnung stehen; bitte zuerst im Firmenprofil ergänzen',
  'is required: there is no payment method yet': 'ist erforderlich: Es gibt noch kein Zahlungsmittel',
  'is required unless billingCycle, paymentMethod or couponCode is given':
    'ist erforderlich, wenn billingCycle, paymentMethod und couponCode fehlen',
  'The subscription has ended; subscribe again.':
    'Das Abonnement ist beendet; bitte schließen Sie ein neues ab.',
  'The payment was declined.': 'Die Zahlung wurde abgelehnt.',
  'The card was declined.': 'Die Karte wurde abgelehnt.',
  'is not a plan; GET /subscriptions/plans lists them': 'ist kein Tarif',
  'is the free plan, which needs no subscription; cancel to return to it':
    'ist der kostenlose Tarif ohne Abonnement; kündigen Sie, um zu ihm zurückzukehren',
  'is no longer offered': 'wird nicht mehr angeboten',
  '{plan} is available by agreement: please write to us, and we will set it up':
    '{plan} gibt es nach Absprache: Bitte schreiben Sie uns, wir richten ihn ein',
  'The plan {plan} was given to you by agreement.': 'Den Tarif {plan} haben Sie nach Absprache.',
  'The plan {plan} was given to you by agreement; please write to us.':
    'Den Tarif {plan} haben Sie nach Absprache; bitte schreiben Sie uns.',
  'You already have a subscription to {plan} ({state}); change or resume it instead.':
    'Sie haben schon ein Abonnement von {plan} ({state}); ändern Sie es, oder setzen Sie es fort.',
  '{plan} has no trial': '{plan} hat keine Testphase',
  'Each seller has one trial, and yours has been used.':
    'Jeder Händler hat eine Testphase; Ihre ist verbraucht.',
  'The next period is just beginning; please try again in a few minutes.':
    'Gerade beginnt der nächste Zeitraum; bitte versuchen Sie es in einigen Minuten erneut.',
  'You already have the plan {plan}, {cycle}.': 'Sie haben den Tarif {plan} ({cycle}) schon.',
  'You are on the free plan; subscribe first.':
    'Sie haben den kostenlosen Tarif; bitte schließen Sie zuerst ein Abonnement ab.',
  'A subscription that is {state} cannot be subscribed again.':
    'Ein Abonnement im Status {state} lässt sich nicht neu abschließen.',
  'A subscription that is {state} cannot be tried.':
    'Ein Abonnement im Status {state} lässt sich nicht testen.',
  'A subscription that is {state} cannot be changed.':
    'Ein Abonnement im Status {state} lässt sich nicht ändern.',
  'A subscription that is {state} cannot be renewed.':
    'Ein Abonnement im Status {state} lässt sich nicht verlängern.',
  'A subscription that is {state} cannot be marked as unpaid.':
    'Ein Abonnement im Status {state} lässt sich nicht als unbezahlt kennzeichnen.',
  'A subscription that is {state} cannot be recovered.':
    'Ein Abonnement im Status {state} lässt sich nicht wiederherstellen.',
  'A subscription that is {state} cannot be canceled.':
    'Ein Abonnement im Status {state} lässt sich nicht kündigen.',
  'A subscription that is {state} cannot be resumed.':
    'Ein Abonnement im Status {state} lässt sich nicht fortsetzen.',
  'A subscription that is {state} cannot be ended.':
    'Ein Abonnement im Status {state} lässt sich nicht beenden.',
  'A subscription that is {state} cannot be set.':
    'Ein Abonnement im Status {state} lässt sich nicht vergeben.',
  'A payment for this subscription is being processed; try again when it is done.':
    'Eine Zahlung zu diesem Abonnement ist in Arbeit; bitte versuchen Sie es danach erneut.',
  'Payments are not set up on this server.': 'Zahlungen sind auf diesem Server nicht eingerichtet.',
  'The payment service cannot be reached at the moment. Please try again shortly.':
    'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'The payment service did not answer.': 'Der Zahlungsdienst hat nicht geantwortet.',
  'The payment was abandoned.': 'Die Zahlung wurde abgebrochen.',
  'The payment method belongs to another payment service; please enter it again.':
    'Das Zahlungsmittel gehört zu einem anderen Zahlungsdienst; bitte geben Sie es neu ein.',
  'is not a payment method that can be used': 'ist kein Zahlungsmittel, das sich verwenden lässt',
  'is unknown to the test gateway; it takes {methods}': 'ist der Testzahlung unbekannt; sie nimmt {methods}',
  'There is no coupon with this code.': 'Einen Gutschein mit diesem Code gibt es nicht.',
  'This coupon is no longer valid.': 'Dieser Gutschein ist nicht mehr gültig.',
  'The coupon {code} goes with your subscription; another one can follow when it is used up.':
    'Zu Ihrem Abonnement gehört der Gutschein {code}; ein weiterer ist möglich, wenn er verbraucht ist.',
  'This coupon is not for the plan {plan}.': 'Dieser Gutschein gilt nicht für den Tarif {plan}.',
  'This coupon has been redeemed as often as it can be.':
    'Dieser Gutschein ist so oft eingelöst worden, wie es möglich ist.',
  'You have redeemed this coupon before.': 'Sie haben diesen Gutschein schon eingelöst.',

  // Webhooks
  '{name} is not the name of an event; /openapi.json lists them under webhooks':
    '{name} ist kein Name eines Ereignisses; /openapi.json nennt sie unter webhooks',
  '{name} is not the name of an event; did you mean "{meant}"?':
    '{name} ist kein Name eines Ereignisses; meinten Sie „{meant}“?',
  'must be within the last {days} days': 'muss in den letzten {days} Tagen liegen',
  'must not be before since': 'darf nicht vor since liegen',
  'must not be an address of this service': 'darf keine Adresse dieses Dienstes sein',
  'The webhook does not receive {event}: the API key that created or changed it may not read that.':
    'Der Webhook erhält {event} nicht: Der API-Schlüssel, der ihn angelegt oder geändert hat, darf das nicht lesen.',
  'Too many test deliveries are under way; try again shortly.':
    'Gerade laufen zu viele Testzustellungen; bitte versuchen Sie es gleich noch einmal.',
  '{max} test deliveries of yours are under way; wait for their outcome.':
    '{max} Ihrer Testzustellungen laufen; bitte warten Sie ihr Ergebnis ab.',
  'is required: the webhook has no events to choose from':
    'ist erforderlich: Der Webhook hat keine Ereignisse zur Wahl',
  'The webhook is {status}; set its status to active before sending again.':
    'Der Webhook hat den Status {status}; setzen Sie ihn auf active, bevor Sie erneut senden.',
  'An administrator has paused the webhook, so it sends no tests either.':
    'Ein Administrator hat den Webhook angehalten; er sendet deshalb auch keine Tests.',
  'An administrator has paused the webhook; its address stays as it is until one resumes it.':
    'Ein Administrator hat den Webhook angehalten; bis einer ihn fortsetzt, bleibt seine Adresse, wie sie ist.',
  'An administrator has paused the webhook, and only an administrator resumes it.':
    'Ein Administrator hat den Webhook angehalten, und nur ein Administrator kann ihn fortsetzen.',
  'An administrator has paused the webhook; it can be deleted once one has resumed it.':
    'Ein Administrator hat den Webhook angehalten; löschen können Sie ihn, sobald einer ihn fortgesetzt hat.',
  'An administrator has paused your webhook to {host}: nothing else can be sent there until one resumes it.':
    'Ein Administrator hat Ihren Webhook an {host} angehalten: Bis einer ihn fortsetzt, kann dorthin nichts anderes gesendet werden.',
  'An administrator can have at most {max} webhooks.':
    'Ein Administrator kann höchstens {max} Webhooks haben.',
  'The member who set this webhook up has left the team or may no longer manage webhooks. An owner must first hand it over to another member, or delete it.':
    'Das Mitglied, das diesen Webhook eingerichtet hat, hat das Team verlassen oder darf keine Webhooks mehr verwalten. Ein Inhaber muss ihn zuerst einem anderen Mitglied übergeben oder löschen.',
  'The member who keeps this webhook is suspended; it sends nothing until that member is reinstated or an owner hands it over.':
    'Das Mitglied, das für diesen Webhook verantwortlich ist, ist gesperrt. Er sendet nichts, bis die Sperre endet oder ein Inhaber ihn übergibt.',
  'must be an owner or manager of the team whose account is active':
    'muss zum Team gehören, mit der Rolle Inhaber oder Leitung und mit aktivem Konto',
  'You have left the team, or your role no longer allows this.':
    'Sie haben das Team verlassen, oder Ihre Rolle erlaubt das nicht mehr.',
  'The seller is suspended; its webhooks send nothing until it is reinstated.':
    'Der Händler ist gesperrt; bis zur Freigabe senden seine Webhooks nichts.',

  // The desk of administrators
  'Another job is already waiting to do the same work.':
    'Eine andere Aufgabe wartet schon auf dieselbe Arbeit.',
  'A recurring job cannot be cancelled.': 'Eine wiederkehrende Aufgabe lässt sich nicht abbrechen.',
  'The job is running. Try again when it has ended.':
    'Die Aufgabe läuft. Bitte versuchen Sie es nach ihrem Ende.',
  'The mail has been sent.': 'Die E-Mail ist bereits gesendet.',
  'What the mail says is no longer kept, so it cannot be sent again.':
    'Der Inhalt der E-Mail wird nicht mehr aufbewahrt; sie lässt sich nicht erneut senden.',
  'The mail is being sent. Try again in a minute.':
    'Die E-Mail wird gerade gesendet. Bitte versuchen Sie es in einer Minute.',
  'The report has already been decided; only an open report can be.':
    'Über die Meldung ist schon entschieden; das geht nur bei offenen.',
  'Nothing is missing, or they were asked in the last seven days.':
    'Es fehlt nichts, oder der Händler wurde in den letzten sieben Tagen gefragt.',
  'cannot be SELLER: the account does not belong to a seller':
    'kann nicht SELLER sein: Das Konto gehört zu keinem Händler',
  "The account belongs to a seller's team and must leave it first.":
    'Das Konto gehört zum Team eines Händlers und muss es zuerst verlassen.',
  'Only the active account of a buyer can become that of a seller.':
    'Nur das aktive Konto eines Käufers kann zu dem eines Händlers werden.',
  'You cannot suspend your own account.': 'Ihr eigenes Konto können Sie nicht sperren.',
  'The account is {status}; only an active one can be suspended.':
    'Das Konto hat den Status {status}; sperren lässt sich nur ein aktives.',
  'The account is {status}; only a suspended one can be reinstated.':
    'Das Konto hat den Status {status}; freigeben lässt sich nur ein gesperrtes.',
  'The account does not belong to a seller.': 'Das Konto gehört zu keinem Händler.',
  'This user does not belong to a seller.': 'Dieses Konto gehört zu keinem Händler.',
  'You cannot erase your own account here; use DELETE /auth/me with your password.':
    'Ihr eigenes Konto können Sie hier nicht löschen, nur auf Ihrer Kontoseite mit Passwort.',
  'The account has already been erased.': 'Das Konto ist bereits gelöscht.',
  'This is the last administrator; appoint another one first.':
    'Das ist der letzte Administrator; bitte ernennen Sie zuerst einen weiteren.',
  'must be false for a report that is dismissed': 'muss false sein, wenn die Meldung zurückgewiesen wird',
  'must be false: only reported listings and reviews can be taken down':
    'muss false sein: Entfernen lassen sich nur gemeldete Inserate und Bewertungen',
  'must be none for a report that is dismissed': 'muss none sein, wenn die Meldung zurückgewiesen wird',
  'must be none: no account is behind what was reported':
    'muss none sein: Hinter dem Gemeldeten steht kein Konto',
  'The seller is suspended, so nothing of theirs can go live; reinstate the seller first.':
    'Der Händler ist gesperrt, deshalb kann nichts von ihm online gehen; heben Sie zuerst die Sperre auf.',
  'No documents of this seller wait for a decision.':
    'Von diesem Händler warten keine Unterlagen auf Entscheidung.',
  'Only a browser that is signed in can view the market as another.':
    'Die Sicht eines anderen gibt es nur in einem angemeldeten Browser.',
  'Only the active account of a buyer or dealer can be viewed.':
    'Nur die Sicht eines aktiven Käufers oder Händlers lässt sich einnehmen.',
  'The review is already {status}.': 'Die Bewertung hat bereits den Status {status}.',
  'The decision was yours, so another administrator must judge the objection.':
    'Die Entscheidung war Ihre; über den Widerspruch muss ein anderer Administrator urteilen.',
  'The objection has been judged already.': 'Über den Widerspruch ist schon entschieden.',
  'is not a plan; GET /admin/plans lists them': 'ist kein Tarif',
  'and price must both be amounts, or both be null (by agreement)':
    'und price müssen beide Beträge sein oder beide null (nach Absprache)',
  'of the free plan must stay 0, and the plan must stay active: every seller begins on it':
    'des kostenlosen Tarifs muss 0 bleiben, und er muss aktiv bleiben: Jeder Händler beginnt mit ihm',
  'This coupon has been redeemed: what it promises stays ({terms}). Deactivate it and create another one.':
    'Dieser Gutschein ist eingelöst worden: Was er verspricht, bleibt ({terms}). Deaktivieren Sie ihn, und legen Sie einen neuen an.',
  'This coupon has been redeemed; deactivate it instead.':
    'Dieser Gutschein ist eingelöst worden; bitte deaktivieren Sie ihn stattdessen.',
  'There is a coupon with this code already.': 'Einen Gutschein mit diesem Code gibt es schon.',
  'must be after validFrom': 'muss nach validFrom liegen',
  'must be at least {count}, as often as it has been redeemed':
    'muss mindestens {count} sein, so oft wie er eingelöst wurde',
  'or amount must be given, and not both': 'oder amount ist erforderlich, nicht beides',
  'is not one that plans are priced in': 'ist keine Währung, in der Tarife einen Preis haben',
  'has something that is not a plan; GET /admin/plans lists them': 'enthält etwas, das kein Tarif ist',
  'This payment was made through another payment service ({service}).':
    'Diese Zahlung lief über einen anderen Zahlungsdienst ({service}).',
  'Only a payment that has succeeded can be given back.':
    'Nur eine erfolgreiche Zahlung lässt sich erstatten.',
  'Nothing of this payment is left to refund: a plan change has credited the rest to the seller.':
    'Von dieser Zahlung lässt sich nichts mehr erstatten: Ein Tarifwechsel hat dem Händler den Rest gutgeschrieben.',
  'must be at most {max}, which is left of this payment: a plan change has credited {amount} to the seller':
    'darf höchstens {max} sein, so viel ist von dieser Zahlung übrig: Ein Tarifwechsel hat dem Händler {amount} gutgeschrieben',
  'All of this payment has been given back.': 'Diese Zahlung ist bereits ganz erstattet.',
  'must be at most {amount}, which is left of this payment':
    'darf höchstens {amount} sein: So viel ist von der Zahlung übrig',
  'would be one page too many; a market has at most {max} of its own':
    'wäre eine Seite zu viel; ein Marktplatz hat höchstens {max} eigene',
  'names no text of this page': 'nennt keinen Text dieser Seite',
  'must be lower-case words joined by hyphens, such as delivery-terms':
    'muss aus kleingeschriebenen Wörtern mit Bindestrichen bestehen, etwa lieferbedingungen',
  'has no value {{name}}; it has {names}': 'hat keinen Wert {{name}}, nur {names}',
  'has no value {{name}}; it has none': 'hat keinen Wert {{name}}; es gibt hier keinen',
  'occurs twice': 'kommt zweimal vor',
  'is not a setting': 'ist keine Einstellung',
  'is not a setting; did you mean {meant}?': 'ist keine Einstellung; meinten Sie {meant}?',
  'must name at least one setting': 'muss mindestens eine Einstellung nennen',
  'is not CSV': 'ist kein CSV',
  '"{code}" is not a currency code': '„{code}“ ist kein Währungscode',
  'is not a currency code such as USD': 'ist kein Währungscode, etwa USD',
  'the rate of {code} must be a number above zero':
    'enthält einen Kurs, der keine Zahl über null ist: {code}',
  'has no rates': 'enthält keine Kurse',
  'must have every currency that listings use; missing, with the number of listings: {missing}':
    'muss jede Währung der Inserate enthalten; es fehlen, mit der Zahl der Inserate: {missing}',
  'must not name a model twice': 'darf kein Modell zweimal nennen',
  'must be another brand': 'muss eine andere Marke sein',
  'Listings use the brand; merge it into another instead.':
    'Inserate nutzen die Marke; bitte führen Sie sie stattdessen mit einer anderen zusammen.',
  'A merge into the brand is running; delete it after its end.':
    'Gerade wird eine Marke mit dieser zusammengeführt; bitte löschen Sie sie danach.',
  'is required unless names is given': 'ist erforderlich, wenn names fehlt',
  'must name each of the {count} categories of this level once':
    'muss jede der {count} Kategorien dieser Ebene einmal nennen',
  'must be another category': 'muss eine andere Kategorie sein',
  'must be of the same level and class': 'muss von gleicher Ebene und Klasse sein',
  'must be below the same top category': 'muss unter derselben Hauptkategorie liegen',
  'The category has categories below it; merge or delete those first.':
    'Die Kategorie hat Unterkategorien; bitte führen Sie diese zuerst zusammen, oder löschen Sie sie.',
  'Listings use the category; merge it into another instead.':
    'Inserate nutzen die Kategorie; bitte führen Sie sie stattdessen mit einer anderen zusammen.',
  'A merge into the category is running; delete it after its end.':
    'Gerade wird eine Kategorie mit dieser zusammengeführt; bitte löschen Sie sie danach.',
  'can be given to top categories only': 'ist nur bei Hauptkategorien möglich',
  'has a name that is no technical attribute of the category: {name}':
    'enthält einen Namen, der kein technisches Merkmal der Kategorie ist: {name}',
  'has one that is hidden: {name}': 'enthält ein ausgeblendetes Merkmal: {name}',
  'cannot be given to a top category': 'ist bei einer Hauptkategorie nicht möglich',
  'must be of the same class': 'muss von derselben Klasse sein',
  'must be a top category': 'muss eine Hauptkategorie sein',
  'Another one already has this slug, code or name.': 'Diesen Slug, Code oder Namen gibt es schon.',
  'must consist of lower-case letters, digits and underscores':
    'darf nur Kleinbuchstaben, Ziffern und Unterstriche enthalten',
  'Listings name the feature; deactivate it instead.':
    'Inserate nennen die Ausstattung; bitte deaktivieren Sie sie stattdessen.',
  'is required: it cannot be derived from the name':
    'ist erforderlich: Aus dem Namen lässt sich keiner bilden',
  'is required unless texts is given': 'ist erforderlich, wenn texts fehlt',
  'cannot be given beside entries': 'geht nicht zusammen mit entries',
  'is not a key such as ui.search': 'ist kein Schlüssel, etwa ui.search',
  'is not a language code such as en or de': 'ist kein Sprachcode, etwa en oder de',
  'names no category': 'nennt keine Kategorie',
  'names no feature': 'nennt keine Ausstattung',
  'cannot be removed: English is what every other language falls back to':
    'lässt sich nicht entfernen: Englisch steht für jede fehlende Sprache ein',
} as const satisfies Readonly<Record<string, string>>;

export type RefusalText = keyof typeof de;
