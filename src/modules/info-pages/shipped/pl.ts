import type { ShippedTexts } from './en.ts';

export const pl: ShippedTexts = {
  about: {
    title: 'O nas',
    body: `Fifthwheel to giełda pojazdów użytkowych: ciężarówek, naczep, dostawczaków, autobusów i maszyn budowlanych. Dealerzy z całej Europy pokazują tu swoje pojazdy, a kupujący piszą do nich bezpośrednio.

## Na czym nam zależy

- **Dane, które można porównać.** Moc, osie, masy i normy emisji są przy każdym pojeździe podane tak samo. Przy cenie wiadomo, czy zawiera VAT.
- **Oceny, które się tłumaczą.** Przy ocenie ceny widać, na ilu porównywalnych pojazdach się opiera. Gdy jest ich za mało, oceny nie ma.
- **Dealerzy, których można poznać.** Wskaźnik zaufania wynika z weryfikacji, opinii, czasu odpowiedzi i kompletności ogłoszeń. Nie można go kupić.
- **Bez okrężnych dróg.** Szukać można bez konta. Konto jest potrzebne tylko do pisania, zapisywania i powiadomień.

## Kto za tym stoi

Serwis prowadzi {operator}. Nasz adres jest w [danych firmy](/pl/info/imprint).`,
  },
  buying: {
    title: 'Jak kupować',
    body: `## 1. Znajdź

Wpisz, czego szukasz, na przykład *actros 2020 4x2 do 60 tys.*, albo użyj filtrów. Zapisz wyszukiwanie, a napiszemy, gdy pojawi się pasujący pojazd.

## 2. Porównaj

Ustaw obok siebie do pięciu pojazdów. Różnice są zaznaczone, a porównanie można przekazać jako link.

## 3. Zapytaj

Napisz do dealera ze strony pojazdu. Konto nie jest wcześniej potrzebne: wyślemy kod na Twój adres, a odpowiedź dealera przyjdzie e-mailem i do skrzynki w serwisie.

Dobre pytania przed oględzinami:

- Czy historia serwisowa jest pełna i kto wykonywał prace?
- Kiedy było ostatnie badanie techniczne i czy były usterki?
- Jakie są opony i ile zostało bieżnika?
- Czy cena jest netto czy brutto i czy będzie faktura VAT?

## 4. Obejrzyj i zapłać

Obejrzyj pojazd i dokumenty, zanim zapłacisz. Umowę zawierasz z dealerem: serwis nie przyjmuje pieniędzy za pojazdy i o nie nie prosi.

**Uważaj**, gdy ktoś chce zaliczki przed oględzinami, od razu przenosi rozmowę gdzie indziej albo podaje cenę dużo niższą niż w podobnych ogłoszeniach. Zgłoś ogłoszenie lub wiadomość; link jest tuż obok.

## 5. Oceń

Po wymianie wiadomości z dealerem możesz wystawić opinię. Pomoże ona następnemu kupującemu.`,
  },
  selling: {
    title: 'Jak sprzedawać',
    body: `## Początek

[Załóż konto](/pl/register?role=SELLER) dla firmy, potwierdź adres e-mail i prześlij dokumenty. Ogłoszenia można przygotowywać od razu; gdy sprawdzimy dokumenty, kupujący zobaczą oznaczenie weryfikacji.

## Twoje pojazdy w serwisie

- **Ręcznie**, w formularzu, który pyta tylko o to, co ważne dla danego rodzaju pojazdu.
- **Z pliku**: CSV lub XML, raz albo według harmonogramu, ze zdjęciami.
- **Przez API**: wszystko, co potrafią strony, potrafi też Twój system. [Zobacz dokumentację](/docs).

## Odpowiedzi

Zapytania trafiają do skrzynki w serwisie, na e-mail i, jeśli chcesz, jako webhook do Twojego systemu. Kupujący widzą, jak szybko zwykle odpowiadasz.

## Abonamenty

Każdy abonament określa, ile pojazdów może być jednocześnie w ofercie. Można go zmienić w każdej chwili.`,
  },
  help: {
    title: 'Pomoc',
    body: `## Kod nie przyszedł

Zajrzyj do folderu ze spamem i sprawdź adres. Na stronie, która prosi o kod, można wysłać nowy.

## Nie pamiętam hasła

[Poproś o link](/pl/forgot) i ustaw nowe hasło.

## Dostaję za dużo e-maili

Na końcu każdego e-maila jest link, który wyłącza takie wiadomości. Wszystkie ustawienia są w [powiadomieniach](/pl/account/notices).

## Pojazd nie zgadza się z opisem

Najpierw napisz do dealera. Jeśli ogłoszenie jest nieprawdziwe lub wygląda na oszustwo, zgłoś je na jego stronie: sprawdzamy każde zgłoszenie.

## Chcę usunąć konto

Można to zrobić w [swoich danych](/pl/account/data). Tam jest też plik ze wszystkim, co przechowujemy.

## Chcę z kimś porozmawiać

Napisz do nas: {email}`,
  },
  imprint: {
    title: 'Dane firmy',
    body: `## Usługodawca

**{operator}**  
{address}  
{country}

E-mail: {email}

NIP: {vatId}

## Treść ogłoszeń

Za ogłoszenia odpowiadają dealerzy. Jeśli uważasz, że ogłoszenie narusza prawo, zgłoś je na jego stronie: sprawdzimy je i powiemy, co postanowiliśmy.`,
  },
  privacy: {
    title: 'Prywatność',
    body: `## Administrator danych

Administratorem danych przechowywanych w serwisie jest {operator}; adres jest w [danych firmy](/pl/info/imprint).

E-mail: {email}

## Co przechowujemy i po co

- **Konto:** imię i nazwisko, adres e-mail, język oraz numer telefonu, jeśli został podany. Z hasła przechowujemy tylko skrót. Jest to potrzebne do logowania i kontaktu (art. 6 ust. 1 lit. b RODO).
- **Dane i dokumenty firm**, które sprzedają, aby kupujący wiedzieli, z kim mają do czynienia.
- **Wiadomości** między Tobą a dealerami, razem z załącznikami.
- **Ulubione, wyszukiwania i porównania**, które zapisujesz.
- **Opinie**, które są publiczne i podpisane.
- **Sesje:** przeglądarka i adres użyte do logowania, aby można je było zobaczyć i zakończyć.
- **Bezpieczeństwo:** adresy zapytań przechowujemy krótko, do obrony przed atakami (art. 6 ust. 1 lit. f RODO).

Wyświetlenia ogłoszenia liczymy raz dziennie na odwiedzającego, za pomocą skrótu, który nie mówi, kim jesteś.

## Pliki cookie

Zapisujemy jeden plik cookie, i to dopiero przy logowaniu: przechowuje on sesję. Nie ma reklam ani obcej analityki, a nic nie jest ładowane z innych serwerów. Dlatego nie ma też okienka z pytaniem o zgodę.

## Kto otrzymuje dane

Dealer, do którego piszesz, otrzymuje Twoje imię i nazwisko oraz wiadomość. Operatorzy płatności otrzymują to, co jest potrzebne do faktur dealerów. Nie sprzedajemy danych.

## Twoje prawa

Swoje dane możesz przejrzeć, poprawić, pobrać i usunąć w części [Twoje dane](/pl/account/data). Możesz sprzeciwić się przetwarzaniu i złożyć skargę do organu nadzorczego.`,
  },
  terms: {
    title: 'Regulamin',
    body: `## 1. Przedmiot

{operator} prowadzi serwis, w którym dealerzy oferują pojazdy użytkowe. Umowy dotyczące pojazdów zawierają kupujący i dealer; serwis nie jest ich stroną.

## 2. Konta

Kto zakłada konto, podaje prawdziwe dane i nie ujawnia hasła. Dealerzy działają w imieniu firmy i na prośbę okazują dokumenty.

## 3. Ogłoszenia

Dealer ogłasza tylko pojazdy, które może sprzedać, opisuje je zgodnie z prawdą, podaje uczciwą cenę i usuwa to, co sprzedane. Ten sam pojazd jest w serwisie raz. Zdjęcia pokazują ten właśnie pojazd.

## 4. Wiadomości i opinie

Bez obrażania, bez reklam, bez prób wyłudzenia pieniędzy lub haseł. Opinia mówi o własnych doświadczeniach. Nie zmieniamy opinii; usuwamy te, które naruszają regulamin.

## 5. Naruszenia

Możemy usuwać treści i blokować konta. Osoba, której to dotyczy, poznaje powód i może się odwołać.

## 6. Dostępność i odpowiedzialność

Prowadzimy serwis starannie, ale nie bez żadnych przerw. Za winę umyślną, rażące niedbalstwo oraz szkody na życiu i zdrowiu odpowiadamy bez ograniczeń; poza tym tylko za naruszenie istotnych obowiązków i za szkody możliwe do przewidzenia.

## 7. Abonamenty dealerów

Cena i okres abonamentu są podane przed zamówieniem. Można go wypowiedzieć na koniec opłaconego okresu.

## 8. Prawo

Obowiązuje prawo kraju, w którym prowadzący serwis ma siedzibę. Bezwzględnie obowiązujące prawa konsumentów pozostają nienaruszone.`,
  },
  accessibility: {
    title: 'Dostępność',
    body: `Z serwisu powinien móc korzystać każdy. Kierujemy się wytycznymi WCAG 2.2 na poziomie AA.

## Co robimy

- Każdą stronę można obsłużyć klawiaturą, a fokus jest zawsze widoczny.
- Wyszukiwanie, ogłoszenia, wiadomości i konto działają bez skryptów.
- Kolory mają wystarczający kontrast w jasnym i ciemnym wyglądzie i nigdy nie są jedyną informacją.
- Tekst można powiększyć do 200 %, a strony mieszczą się w szerokości 320 pikseli.
- Animacje znikają, jeśli prosi o to system.
- Strony są sprawdzane automatycznie przy każdej zmianie.

## Czego brakuje

- Zdjęcia dealerów nie mają opisów; dane pojazdu są obok jako tekst.
- Opisy są w języku, w którym napisał je dealer.

## Napisz do nas

Jeśli coś nie działa, napisz do nas: {email}`,
  },
};
