/** Polish for the refusals that buyers meet. */
import type { fr } from './fr.data.ts';

export const pl: Readonly<Record<keyof typeof fr, string>> = {
  or: 'lub',
  'is required': 'jest wymagane',
  'is invalid': 'jest nieprawidłowe',
  'is unknown': 'jest nieznane',
  'is wrong': 'jest błędne',
  'must be a text': 'musi być tekstem',
  'must be a whole number': 'musi być liczbą całkowitą',
  'must be a number': 'musi być liczbą',
  'must be true or false': 'musi mieć wartość true lub false',
  'must be a list': 'musi być listą',
  'must be a text or null': 'musi być tekstem lub null',
  'must be a number, such as 1250 or 1250.50': 'musi być liczbą, np. 1250 lub 1250.50',
  'must be given only once': 'można podać tylko raz',
  'must not be empty': 'nie może być puste',
  'must have at least {min} characters': 'musi mieć co najmniej {min} znaków',
  'must have at most {max} characters': 'może mieć najwyżej {max} znaków',
  'must have at least {min} entries': 'musi mieć co najmniej {min} pozycji',
  'must have at most {max} entries': 'może mieć najwyżej {max} pozycji',
  'must be at least {min}': 'musi wynosić co najmniej {min}',
  'must be at most {max}': 'może wynosić najwyżej {max}',
  'must be more than {min}': 'musi być większe niż {min}',
  'must be less than {max}': 'musi być mniejsze niż {max}',
  'must have at most two decimals': 'może mieć najwyżej dwa miejsca po przecinku',
  'must be one of {values}': 'musi być jedną z wartości: {values}',
  'must be one of {values}; did you mean "{meant}"?':
    'musi być jedną z wartości: {values}; czy chodziło o „{meant}”?',
  'must not contain duplicates': 'nie może zawierać powtórzeń',
  'must not contain control characters or broken Unicode':
    'nie może zawierać znaków sterujących ani uszkodzonego Unicode',
  'has characters that cannot be stored': 'zawiera znaki, których nie można zapisać',
  'has a format that is not allowed': 'ma niedozwolony format',
  'must be an e-mail address': 'musi być adresem e-mail',
  'must be a phone number with country code, such as +4940123456':
    'musi być numerem telefonu z kodem kraju, np. +48221234567',
  'must be a two-letter country code (ISO 3166-1), such as DE':
    'musi być dwuliterowym kodem kraju (ISO 3166-1), np. PL',
  'must be a three-letter currency code (ISO 4217), such as EUR':
    'musi być trzyliterowym kodem waluty (ISO 4217), np. EUR',
  'must be a language code, such as en or de': 'musi być kodem języka, np. en lub pl',
  'must be a date, such as 2026-01-31': 'musi być datą, np. 2026-01-31',
  'must be a month, such as 2026-01': 'musi być miesiącem, np. 2026-01',
  'must be one line of 2 to 100 characters': 'musi być jednym wierszem o długości od 2 do 100 znaków',
  'must be an http or https address': 'musi być adresem http lub https',
  'must be in the future': 'musi leżeć w przyszłości',
  'More than {count} fields are invalid.': 'Liczba nieprawidłowych pól przekracza {count}.',
  '{count} fields are invalid.': 'Liczba nieprawidłowych pól: {count}.',
  'A text has characters that cannot be stored.': 'Tekst zawiera znaki, których nie można zapisać.',

  // Passwords
  'must have at least {min} characters and an uppercase letter':
    'musi mieć co najmniej {min} znaków i wielką literę',
  'must have at least {min} characters and a number': 'musi mieć co najmniej {min} znaków i cyfrę',
  'must have at least {min} characters, an uppercase letter and a number':
    'musi mieć co najmniej {min} znaków, wielką literę i cyfrę',
  'must have an uppercase letter': 'musi zawierać wielką literę',
  'must have a number': 'musi zawierać cyfrę',
  'must have an uppercase letter and a number': 'musi zawierać wielką literę i cyfrę',
  'cannot be used as a password': 'nie nadaje się na hasło',
  'is one of the most common passwords; please choose another one':
    'należy do najczęściej używanych haseł; proszę wybrać inne',
  'is required: the change lets API keys in that were kept out':
    'jest wymagane: zmiana dopuszcza klucze API, które dotąd były odrzucane',
  'must differ from the current password': 'musi się różnić od obecnego hasła',
  'is not the password of the account': 'nie jest hasłem tego konta',
  'must match the new password': 'musi być takie samo jak nowe hasło',

  // Signing in, registering, the account
  'The e-mail address or the password is wrong.': 'Adres e-mail lub hasło jest błędne.',
  'There were too many wrong passwords for this account; try again in {seconds} seconds, or reset the password.':
    'Zbyt wiele razy podano błędne hasło do tego konta. Proszę spróbować ponownie za {seconds} s lub zresetować hasło.',
  'Too many sign-ins at once. Please try again shortly.':
    'Zbyt wiele osób loguje się jednocześnie. Proszę spróbować za chwilę.',
  'This account is suspended. Please contact support.':
    'To konto jest zawieszone. Proszę skontaktować się z pomocą techniczną.',
  'An account with this e-mail address already exists.': 'Konto z tym adresem e-mail już istnieje.',
  'are for sellers only': 'są tylko dla sprzedawców',
  'is the address of the account already': 'jest już adresem tego konta',
  'An account can ask for {max} changes of its address in an hour; wait until then.':
    'Liczba zmian adresu na godzinę dla jednego konta: {max}. Proszę poczekać.',
  'The code is wrong, used up or expired; ask for the change again.':
    'Kod jest błędny, zużyty lub nieważny; proszę ponownie poprosić o zmianę.',
  'The code is wrong, used up or expired; ask for a new one.':
    'Kod jest błędny, zużyty lub nieważny; proszę poprosić o nowy.',
  'The link is invalid or expired; request a new email.':
    'Link jest nieprawidłowy lub wygasł. Poproś o nową wiadomość.',
  'The verification code is wrong, used up or expired; ask for a new one.':
    'Kod weryfikacyjny jest błędny, zużyty lub nieważny; proszę poprosić o nowy.',
  'The reset token is wrong, used or expired; ask for a new one.':
    'Link do zmiany hasła jest błędny, użyty lub nieważny; proszę poprosić o nowy.',
  'An account gets {max} codes an hour; wait until then.':
    'Liczba kodów na godzinę dla jednego konta: {max}. Proszę poczekać.',
  'All accounts together get {max} codes a day; wait until tomorrow.':
    'Liczba kodów dziennie dla wszystkich kont razem: {max}. Proszę poczekać do jutra.',
  'An address gets {max} codes a day; wait until tomorrow.':
    'Liczba kodów dziennie dla jednego adresu: {max}. Proszę poczekać do jutra.',
  'A number gets {max} codes a day; wait until tomorrow.':
    'Liczba kodów dziennie dla jednego numeru: {max}. Proszę poczekać do jutra.',
  'People at one network address get {max} codes a day; wait until tomorrow.':
    'Liczba kodów dziennie dla jednego adresu sieciowego: {max}. Proszę poczekać do jutra.',
  'This market sends no text messages, so it verifies no numbers.':
    'Ten serwis nie wysyła SMS-ów, więc nie weryfikuje numerów.',
  'is needed: the account has none': 'jest potrzebne: konto go nie ma',
  'The number is verified already.': 'Numer jest już zweryfikowany.',
  'must be a file (multipart/form-data, field avatar)': 'musi być plikiem (multipart/form-data, pole avatar)',
  'The session has ended.': 'Sesja została zakończona.',
  'This needs a credential: Authorization: Bearer <access token>, or an API key.': 'Proszę się zalogować.',
  'The session of this access token has ended; sign in again.':
    'Sesja została zakończona; proszę zalogować się ponownie.',
  'The access token has expired; exchange the refresh token for a new one.':
    'Logowanie wygasło; proszę zalogować się ponownie.',
  'The access token is not valid.': 'Logowanie jest nieprawidłowe; proszę zalogować się ponownie.',
  'The refresh token is not valid or was used before; sign in again.':
    'Logowanie jest już nieważne; proszę zalogować się ponownie.',
  'This needs a sign-in of the last 15 minutes. Sign in again.':
    'Wymaga to zalogowania w ciągu ostatnich 15 minut. Proszę zalogować się ponownie.',
  'began more than 15 minutes ago': 'rozpoczęto ponad 15 minut temu',
  'This needs a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Wymaga to zweryfikowanego adresu e-mail: proszę podać przesłany kod lub poprosić o nowy.',
  'API keys need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Klucze API wymagają zweryfikowanego adresu e-mail: proszę podać przesłany kod lub poprosić o nowy.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or ask for a new one.':
    'Dokumenty wymagają zweryfikowanego adresu e-mail: proszę podać przesłany kod lub poprosić o nowy.',
  'Documents need a verified e-mail address: enter the code that was sent to it, or send them later.':
    'Dokumenty wymagają zweryfikowanego adresu e-mail: proszę podać przesłany kod lub przesłać je później.',
  'must have at least one file (multipart/form-data, field documents)':
    'musi zawierać co najmniej jeden plik',
  'A seller can have {max} documents; {count} are there. Delete some first.':
    'Sprzedawca może mieć {max} dokumentów; jest ich {count}. Proszę najpierw usunąć część z nich.',
  'Registrations from your network have sent {max} MB of documents today. Register without documents, and send them once your e-mail address is verified.':
    'Z tej sieci przesłano dziś już {max} MB dokumentów. Proszę zarejestrować się bez dokumentów i przesłać je po zweryfikowaniu adresu e-mail.',
  'Only the account of a buyer can become that of a seller.':
    'Tylko konto kupującego może stać się kontem sprzedawcy.',
  "An account without a seller's plan can have {max} API keys; revoke one first.":
    'Dozwolona liczba kluczy API bez planu sprzedawcy: {max}. Proszę najpierw unieważnić jeden z nich.',
  'The API key is expired: only an active one can be regenerated.':
    'Klucz API wygasł: tylko aktywny można wygenerować ponownie.',
  'The API key is replaced: only an active one can be regenerated.':
    'Klucz API został zastąpiony: tylko aktywny można wygenerować ponownie.',
  'must be an IPv4 or IPv6 address or a range, such as 192.0.2.0/24':
    'musi być adresem IPv4 lub IPv6 albo zakresem, np. 192.0.2.0/24',

  // Not there
  'There is no such resource.': 'Tego nie ma.',
  'There is no such page.': 'Tej strony nie ma.',
  'There is nothing at {path}.': 'Pod adresem {path} nic nie ma.',
  'There is no such account.': 'Tego konta nie ma.',
  'There is no such user.': 'Tego konta nie ma.',
  'There is no such session.': 'Tej sesji nie ma.',
  'There is no such document.': 'Tego dokumentu nie ma.',
  'There is no such export.': 'Tego eksportu nie ma.',
  'There is no such API key.': 'Tego klucza API nie ma.',
  'There is no such listing.': 'Tego ogłoszenia nie ma.',
  'There is no such seller.': 'Tego sprzedawcy nie ma.',
  'There is no such favorite.': 'Tego ogłoszenia nie ma w ulubionych.',
  'There is no such saved search.': 'Tego zapisanego wyszukiwania nie ma.',
  'There is no such comparison.': 'Tego porównania nie ma.',
  'There is no such shared comparison.': 'Tego udostępnionego porównania nie ma.',
  'There is no such conversation.': 'Tej rozmowy nie ma.',
  'There is no such message.': 'Tej wiadomości nie ma.',
  'There is no such message in this conversation.': 'W tej rozmowie nie ma takiej wiadomości.',
  'There is no such participant.': 'Tego uczestnika nie ma.',
  'There is no such block.': 'Tej blokady nie ma.',
  'There is no such attachment.': 'Tego załącznika nie ma.',
  'There is no such notification.': 'Tego powiadomienia nie ma.',
  'There is no such report.': 'Tego zgłoszenia nie ma.',
  'There is no such review.': 'Tej opinii nie ma.',
  'There is no such decision.': 'Tej decyzji nie ma.',
  'There is no such file.': 'Tego pliku nie ma.',
  'There is no such invitation.': 'Tego zaproszenia nie ma.',
  'There is no such category.': 'Tej kategorii nie ma.',
  'There is no such brand.': 'Tej marki nie ma.',
  'There is no such info page.': 'Tej strony informacyjnej nie ma.',
  'The listing has left the market.': 'Ogłoszenie nie jest już dostępne.',

  // Limits and outages
  'Too many requests; try again in {seconds} seconds.':
    'Zbyt wiele żądań; proszę spróbować ponownie za {seconds} s.',
  'The server can store nothing at the moment. Please try again later.':
    'Serwer nie może obecnie niczego zapisać. Proszę spróbować później.',
  'The server cannot reach its database at the moment. Please try again shortly.':
    'Serwer nie może połączyć się z bazą danych. Proszę spróbować za chwilę.',
  'The server is too busy at the moment. Please try again shortly.':
    'Serwer jest w tej chwili przeciążony. Proszę spróbować za chwilę.',
  'Another change to the same data is still being saved. Try again in a second.':
    'Inna zmiana tych samych danych jest jeszcze zapisywana. Proszę spróbować ponownie za sekundę.',
  'Too many changes of this account are being saved at the same time. Send fewer at once, and try again in a second.':
    'Zbyt wiele zmian tego konta jest zapisywanych jednocześnie. Proszę wysyłać mniej naraz i spróbować ponownie za sekundę.',
  'The search is out of reach. Please try again shortly.':
    'Wyszukiwanie jest niedostępne. Proszę spróbować za chwilę.',
  'There is no room for files at the moment.': 'Obecnie nie ma miejsca na pliki.',
  'The file storage cannot be reached. Please try again shortly.':
    'Magazyn plików jest niedostępny. Proszę spróbować za chwilę.',
  'Storing the files took too long. Please try again.':
    'Zapisywanie plików trwało zbyt długo. Proszę spróbować ponownie.',
  'Your images took too much processing time. Try again in {seconds} seconds.':
    'Twoje obrazy zajęły zbyt dużo czasu procesora. Spróbuj ponownie za {seconds} s.',
  'You can have {max} uploads of images processed at once. Try again when one of them is done.':
    'Liczba jednocześnie przetwarzanych przesyłek obrazów: najwyżej {max}. Spróbuj ponownie, gdy jedna z nich się zakończy.',
  'Too many pictures are being processed. Please try again shortly.':
    'Przetwarzanych jest zbyt wiele zdjęć. Proszę spróbować za chwilę.',
  'Something went wrong on our side. Please quote the request id {id} when you contact us.':
    'Po naszej stronie wystąpił błąd. Kontaktując się z nami, proszę podać numer żądania {id}.',
  'The request could not be read.': 'Nie udało się odczytać żądania.',
  'The first request with this Idempotency-Key is still running, or it took effect and its response was lost.':
    'To już wysłano: jest w toku albo zostało wykonane.',
  'This Idempotency-Key was used for a different request.':
    'Ten formularz wysłano już z inną treścią; proszę odświeżyć stronę.',
  'This form is not known.': 'Ten formularz jest nieznany.',
  'This form cannot be read; please begin again.':
    'Nie można odczytać tego formularza; proszę zacząć od nowa.',
  'This marketplace is at {origin}: open the page there. The operator can set BASE_URL to another address.':
    'Ten serwis jest dostępny pod adresem {origin}: otwórz stronę tam. Operator może ustawić inny adres w BASE_URL.',
  'This is only for the pages of the market itself.': 'To jest dozwolone tylko stronom samego serwisu.',

  // Search filters
  'There is no parameter "{name}".': 'Nie ma parametru „{name}”.',
  'There is no parameter "{name}"; did you mean "{meant}"?':
    'Nie ma parametru „{name}”; czy chodziło o „{meant}”?',
  'cannot be "{value}"; did you mean "{meant}"?':
    'nie może mieć wartości „{value}”; czy chodziło o „{meant}”?',
  'cannot be "{value}"; it is one of {values}': 'nie może mieć wartości „{value}”, tylko jedną z: {values}',
  'cannot be "{value}"; it is one of {values} and {more} more':
    'nie może mieć wartości „{value}”, tylko jedną z: {values} i jeszcze {more}',
  'cannot be "{value}": it is a two-letter code, such as DE':
    'nie może mieć wartości „{value}”: to kod dwuliterowy, np. PL',
  'cannot be "{value}": it is a two-letter code; did you mean "{meant}"?':
    'nie może mieć wartości „{value}”: to kod dwuliterowy; czy chodziło o „{meant}”?',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens':
    'nie może mieć wartości „{value}”: dozwolone są małe litery, cyfry i łączniki',
  'cannot be "{value}": a slug has lower-case letters, digits and hyphens; did you mean "{meant}"?':
    'nie może mieć wartości „{value}”: dozwolone są małe litery, cyfry i łączniki; czy chodziło o „{meant}”?',
  'The city "{name}" is not known.': 'Miejscowość „{name}” jest nieznana.',
  'The city "{name}" is not known; did you mean "{meant}"?':
    'Miejscowość „{name}” jest nieznana; czy chodziło o „{meant}”?',
  'The region "{name}" is not known.': 'Region „{name}” jest nieznany.',
  '"{name}" is not known': 'miejsce „{name}” jest nieznane',
  '"{name}" is not known; did you mean "{meant}"?':
    'miejsce „{name}” jest nieznane; czy chodziło o „{meant}”?',
  'needs {other} beside it': 'wymaga też {other}',
  'needs a centre: lat and lng, or a city': 'wymaga środka: lat i lng albo miejscowości',
  'by distance needs a centre: lat and lng, or a city with radius':
    'według odległości wymaga środka: lat i lng albo miejscowości z promieniem',
  'is above {max}': 'przekracza {max}',
  'page times limit reaches at most {rows} rows; narrow the search instead':
    'sięga najwyżej {rows} wyników; proszę zawęzić wyszukiwanie',
  'page times limit reaches at most {rows} rows; narrow the search instead.':
    'Lista sięga wyniku {rows}; proszę zawęzić wyszukiwanie.',

  // Favorites, saved searches, comparisons
  'This listing is already one of your favorites.': 'To ogłoszenie jest już w ulubionych.',
  'You can save at most {max} searches.': 'Liczba wyszukiwań, które można zapisać: {max}.',
  'You have {max} comparisons, which is the maximum.': 'Osiągnięto największą liczbę porównań: {max}.',
  'is not a visible listing': 'nie jest widocznym ogłoszeniem',
  'is not a parameter of a search': 'nie jest parametrem wyszukiwania',

  // Messages
  'You can send {max} messages a minute; try again in {seconds} seconds.':
    'Liczba wiadomości, które można wysłać w ciągu minuty: {max}. Proszę spróbować ponownie za {seconds} s.',
  'You can begin {max} conversations a day; try again in {seconds} seconds.':
    'Liczba rozmów, które można rozpocząć w ciągu dnia: {max}. Proszę spróbować ponownie za {seconds} s.',
  'You can send {max} MB of attachments a day.': 'Dziennie można wysłać {max} MB załączników.',
  'Attachments cannot have this type.': 'Plików tego rodzaju nie można załączać.',
  '{name} is not a complete PDF, or is a file of another type as well':
    '{name}: niekompletny plik PDF albo zarazem plik innego rodzaju',
  'This link has expired; read the message again for a new one.':
    'Ten link wygasł; proszę otworzyć wiadomość ponownie.',
  'This is your own listing; there is nobody to write to.':
    'To własne ogłoszenie; nie można pisać do siebie.',
  'The listing is {state}; a conversation can be begun only while it is ACTIVE.':
    'Ogłoszenie ma stan {state}; rozmowę można rozpocząć tylko w stanie ACTIVE.',
  'The seller does not accept messages at present.': 'Sprzedawca obecnie nie przyjmuje wiadomości.',
  'The seller is suspended; its conversations are closed to new messages until it is reinstated.':
    'Sprzedawca jest zawieszony; do czasu przywrócenia nie można pisać w jego rozmowach.',
  'The other side has deleted its account and cannot receive messages.':
    'Druga strona usunęła konto i nie może otrzymywać wiadomości.',
  'You have blocked this participant; unblock them to write to them.':
    'Ten uczestnik jest zablokowany; aby do niego pisać, proszę go odblokować.',
  'This participant does not accept messages from you.':
    'Ten uczestnik nie przyjmuje wiadomości od tego konta.',

  // Reports, reviews, objections
  'You have already reported this message; it is being reviewed.':
    'Ta wiadomość została już zgłoszona; sprawdzamy ją.',
  'You have already reported this review; it is being reviewed.':
    'Ta opinia została już zgłoszona; sprawdzamy ją.',
  'You have already reported this listing; it is being reviewed.':
    'To ogłoszenie zostało już zgłoszone; sprawdzamy je.',
  'There have been {max} reports without an account from your network today. Sign in to report more.':
    'Liczba zgłoszeń bez konta z tej sieci dzisiaj: {max}. Aby zgłosić więcej, proszę się zalogować.',
  'Only messages from the other side can be reported.': 'Można zgłaszać tylko wiadomości drugiej strony.',
  'A listing of your own can be changed or deleted, not reported.':
    'Własne ogłoszenie można zmienić lub usunąć, ale nie zgłosić.',
  'Your own review can be changed or deleted, not reported.':
    'Własną opinię można zmienić lub usunąć, ale nie zgłosić.',
  'Only buyers can write reviews.': 'Opinie mogą pisać tylko kupujący.',
  'A review can be written after a conversation with the seller: write to them, and wait for an answer.':
    'Opinię można napisać po rozmowie ze sprzedawcą: proszę do niego napisać i poczekać na odpowiedź.',
  'You have already reviewed this seller; you can change your review.':
    'Opinia o tym sprzedawcy już istnieje; można ją zmienić.',
  'Six months have passed; nobody can object to this decision now.':
    'Minęło sześć miesięcy; tej decyzji nie można już zaskarżyć.',
  'There is an objection to this decision already.': 'Do tej decyzji złożono już sprzeciw.',

  // Files and pictures
  '{name} is damaged or cut off and cannot be read':
    '{name}: plik jest uszkodzony lub niekompletny i nie można go odczytać',
  '{name} is not a JPEG, PNG, WebP or AVIF image': '{name}: to nie jest obraz JPEG, PNG, WebP ani AVIF',
  '{name} has more than {max} megapixels, the most for AVIF; send a smaller one, or a JPEG':
    '{name}: więcej niż {max} megapikseli, a tyle wynosi limit dla AVIF; wyślij mniejszy obraz lub JPEG',
  '{name} has more than {max} megapixels': '{name}: więcej niż {max} megapikseli',
  '{name} has a side of more than {max} pixels': '{name}: bok dłuższy niż {max} pikseli',
  '{name} has a side of less than {min} pixels': '{name}: bok krótszy niż {min} pikseli',
  '{name} has more than one frame; a still image is needed':
    '{name}: obraz jest ruchomy; potrzebny jest nieruchomy',
  '{name} takes too long to read': '{name}: odczyt trwa zbyt długo',
  '{name} is larger than {max} MB.': '{name}: plik przekracza {max} MB.',
  'A file is larger than {max} MB.': 'Plik przekracza {max} MB.',
  '{name} is not a file of an accepted type: {types}.':
    '{name}: nieobsługiwany format pliku. Dozwolone: {types}.',
  'At most {max} files can be sent at once.': 'Liczba plików, które można wysłać naraz: {max}.',
  'The body is larger than 1 MiB.': 'To za dużo naraz: najwyżej 1 MiB.',
  'The form field {name} is too large.': 'Pole {name} jest za duże.',
  'The multipart form is broken or was cut off.': 'Przesyłanie zostało przerwane lub jest uszkodzone.',

  // Of accounts in general
  'An administrator who views the market as somebody else cannot change anything. End the view first.':
    'Administrator, który widzi serwis jako ktoś inny, nie może nic zmienić. Proszę najpierw zakończyć ten widok.',
  'This needs the role {either}.': 'Wymaga to roli {either}.',
  'Your own company is not empty, so you cannot leave it for this team. It must have no other members or open invitations, no listings, conversations, reviews or payments, and the free plan.':
    'Twoja firma nie jest pusta, dlatego nie możesz jej opuścić dla tego zespołu. Nie może mieć innych członków ani otwartych zaproszeń, ogłoszeń, rozmów, opinii ani płatności i musi korzystać z planu darmowego.',
  'You already belong to a seller; leave that team first.':
    'To konto należy już do sprzedawcy; proszę najpierw opuścić ten zespół.',
  'You are the only owner of a seller that has other members; first make one of them an owner, or remove them.':
    'To konto jest jedynym właścicielem sprzedawcy z innymi członkami; proszę najpierw mianować jednego z nich właścicielem lub ich usunąć.',
  'This is the workspace of dealers. Your account does not belong to one.':
    'To strefa sprzedawców. To konto nie należy do żadnego z nich.',
  'This is the desk of administrators. Your account is not one of theirs.':
    'To strefa administratorów. To konto do niej nie należy.',

  // Plans
  'For the occasional vehicle.': 'Na pojedyncze pojazdy.',
  'For a small yard.': 'Dla małego placu.',
  'For a dealer with a steady stock.': 'Dla sprzedawcy ze stałą ofertą.',
  'For a large dealer.': 'Dla dużego sprzedawcy.',
  'For groups and manufacturers, by agreement.': 'Dla grup i producentów, do uzgodnienia.',
};
