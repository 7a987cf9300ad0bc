import type { Facts } from '../facts.ts';
import type { Phrases } from './phrases.ts';
import { reportOutcome, type ReportOutcomeTexts } from './report-outcome.ts';

const listing = (facts: Facts): string => facts.text('title', 'Twoje ogłoszenie');
const because = (facts: Facts): string => facts.with('reason', (reason) => ` Powód: ${reason}`);
const plan = (facts: Facts): string => facts.text('plan', 'Twój plan');

const SUBSCRIPTION_TITLES: Readonly<Record<string, (facts: Facts) => string>> = {
  subscribed: (facts) => `Witamy w planie ${plan(facts)}`,
  trial_started: (facts) => `Rozpoczął się okres próbny planu ${plan(facts)}`,
  trial_ending: (facts) => `Okres próbny planu ${plan(facts)} wkrótce się skończy`,
  changed: (facts) => `Twój plan to teraz ${plan(facts)}`,
  change_scheduled: (facts) => `Twój plan zmieni się na ${plan(facts)}`,
  change_ahead: (facts) => `Twój plan wkrótce zmieni się na ${plan(facts)}`,
  canceled: (facts) => `Abonament ${plan(facts)} został wypowiedziany`,
  end_ahead: (facts) => `Abonament ${plan(facts)} wkrótce się skończy`,
  resumed: (facts) => `Abonament ${plan(facts)} trwa dalej`,
  ended: (facts) => `Abonament ${plan(facts)} się skończył`,
  recovered: () => 'Otrzymaliśmy płatność',
  granted: (facts) => `Przyznano Ci plan ${plan(facts)}`,
};

function titleOf(facts: Facts): string | undefined {
  const change = facts.text('change', '');
  return Object.hasOwn(SUBSCRIPTION_TITLES, change) ? SUBSCRIPTION_TITLES[change]?.(facts) : undefined;
}

const REPORT_OUTCOME: ReportOutcomeTexts = {
  dismissed: 'Sprawdziliśmy Twoje zgłoszenie i nie stwierdziliśmy naruszenia prawa ani naszych warunków.',
  resolved: 'Sprawdziliśmy Twoje zgłoszenie. Dziękujemy.',
  measures: {
    'listing.rejected': 'Ogłoszenie nie zostało zatwierdzone.',
    'listing.suspended': 'Ogłoszenie zostało wycofane z rynku.',
    'listing.deleted': 'Ogłoszenie zostało usunięte.',
    'review.rejected': 'Opinia nie jest już wyświetlana.',
    'user.suspended': 'Konto zostało zawieszone.',
  },
};

export const pl: Phrases = {
  locale: 'pl-PL',
  notices: {
    message: {
      label: 'nowe wiadomości',
      title: (facts) => `Nowa wiadomość od: ${facts.text('sender', 'użytkownik')}`,
      body: (facts) => {
        const about = facts.with('title', (title) => `Dotyczy: „${title}”`);
        const preview = facts.with('preview', (text) => `„${text}”`);
        return [about, preview].filter((part) => part !== '').join(' – ') || 'Masz nową wiadomość.';
      },
      action: 'Przeczytaj wiadomość',
    },
    saved_search_match: {
      label: 'wyniki zapisanych wyszukiwań',
      title: (facts) =>
        `${facts.text('reason', '') === 'price_drop' ? 'Niższa cena' : 'Nowy wynik'}: ${facts.text('name', 'zapisane wyszukiwanie')}`,
      body: (facts) => {
        if (facts.number('count') > 1)
          return `Liczba ogłoszeń pasujących do zapisanego wyszukiwania: ${facts.count('count')}.`;
        const [before, price] = [facts.money('previousPrice'), facts.money('price')];
        return facts.has('title')
          ? `${facts.text('title', '')}${price === '' ? '' : `, ${price}`}${before === '' ? '' : ` zamiast ${before}`}`
          : 'Jedno ogłoszenie pasuje do zapisanego wyszukiwania.';
      },
      action: 'Zobacz wyniki',
    },
    price_drop: {
      label: 'obniżki cen ulubionych pojazdów',
      title: (facts) => `Niższa cena: ${facts.text('title', 'jeden z Twoich ulubionych pojazdów')}`,
      body: (facts) => {
        const [before, now] = [facts.money('previousPrice'), facts.money('price')];
        if (now === '') return 'Jeden z ulubionych pojazdów jest tańszy.';
        return before === ''
          ? `Pojazd kosztuje teraz ${now}.`
          : `Pojazd kosztuje teraz ${now} zamiast ${before}.`;
      },
      action: 'Zobacz pojazd',
    },
    favorite_sold: {
      label: 'sprzedane ulubione pojazdy',
      title: (facts) => `Sprzedano: ${facts.text('title', 'jeden z Twoich ulubionych pojazdów')}`,
      body: () => 'Jeden z ulubionych pojazdów został sprzedany.',
      action: 'Zobacz ulubione',
    },
    listing_approved: {
      label: 'zatwierdzone ogłoszenia',
      title: (facts) => `${listing(facts)}: ogłoszenie jest widoczne`,
      body: () => 'Ogłoszenie zostało zatwierdzone; kupujący mogą je teraz znaleźć.',
      action: 'Zobacz ogłoszenie',
    },
    listing_rejected: {
      label: 'odrzucone ogłoszenia',
      title: (facts) => `${listing(facts)}: ogłoszenie odrzucone`,
      body: (facts) => `Zmień ogłoszenie i prześlij je ponownie.${because(facts)}`,
      action: 'Zmień ogłoszenie',
    },
    listing_suspended: {
      label: 'zablokowane ogłoszenia',
      title: (facts) => `${listing(facts)}: ogłoszenie zablokowane`,
      body: (facts) => `Administrator wycofał ogłoszenie z rynku.${because(facts)}`,
      action: 'Zobacz ogłoszenie',
    },
    listing_restored: {
      label: 'przywrócone ogłoszenia',
      title: (facts) => `${listing(facts)}: znowu szkic`,
      body: () => 'Ogłoszenie nie jest już zablokowane. Nie jest jeszcze widoczne: sprawdź je i opublikuj.',
      action: 'Zobacz ogłoszenie',
    },
    listing_expiring: {
      label: 'wygasające ogłoszenia',
      title: (facts) => `${listing(facts)}: ogłoszenie wkrótce wygaśnie`,
      body: (facts) => {
        const day = facts.day('expiresAt');
        return `Przedłuż je, aby pozostało widoczne${day === '' ? '' : ` po ${day}`}.`;
      },
      action: 'Przedłuż ogłoszenie',
    },
    listing_expired: {
      label: 'wygasłe ogłoszenia',
      title: (facts) => `${listing(facts)}: ogłoszenie wygasło`,
      body: () => 'Kupujący już go nie znajdują. Możesz je przedłużyć w każdej chwili.',
      action: 'Przedłuż ogłoszenie',
    },
    listing_paused: {
      label: 'wstrzymane ogłoszenia',
      title: (facts) => `${listing(facts)}: ogłoszenie wstrzymane`,
      body: (facts) => `Kupujący znajdą je dopiero po ponownej publikacji.${because(facts)}`,
      action: 'Zobacz ogłoszenie',
    },
    listing_sold: {
      label: 'sprzedane ogłoszenia',
      title: (facts) => `${listing(facts)}: oznaczono jako sprzedane`,
      body: () => 'Ogłoszenie oznaczono jako sprzedane i nie jest już widoczne.',
      action: 'Zobacz ogłoszenie',
    },
    review_received: {
      label: 'nowe opinie',
      title: (facts) => `Nowa opinia od: ${facts.text('author', 'kupujący')}`,
      body: (facts) => {
        const stars = facts.number('rating') > 0 ? `Ocena: ${facts.count('rating')} z 5.` : '';
        return (
          [stars, facts.with('title', (title) => `„${title}”`)].filter(Boolean).join(' ') ||
          'Masz nową opinię.'
        );
      },
      action: 'Przeczytaj opinię',
    },
    review_reply: {
      label: 'odpowiedzi na Twoje opinie',
      title: (facts) => `Odpowiedź na Twoją opinię: ${facts.text('seller', 'sprzedawca')}`,
      body: () => 'Odpowiedź znajduje się pod Twoją opinią.',
      action: 'Przeczytaj odpowiedź',
    },
    subscription: {
      label: 'Twój abonament',
      title: (facts) => titleOf(facts) ?? 'Wiadomość o Twoim abonamencie',
      body: (facts) => {
        const day = facts.day('at');
        const paused =
          facts.number('listings') > 0 ? ` Ogłoszenia, których to dotyczy: ${facts.count('listings')}.` : '';
        return `${day === '' ? 'Szczegóły znajdziesz w swoim abonamencie.' : `Obowiązuje od: ${day}.`}${paused}`;
      },
      action: 'Zobacz abonament',
    },
    payment_failed: {
      label: 'nieudane płatności',
      title: () => 'Płatność się nie powiodła',
      body: (facts) => {
        const amount = facts.money('amount');
        const next = facts.day('nextAttemptAt');
        return [
          `Nie udało się pobrać ${amount === '' ? 'kwoty' : `kwoty ${amount}`} (${plan(facts)}).${because(facts)}`,
          next === '' ? 'Sprawdź metodę płatności.' : `Spróbujemy ponownie: ${next}.`,
        ].join(' ');
      },
      action: 'Sprawdź metodę płatności',
    },
    webhook_failing: {
      label: 'nieudane webhooki',
      title: () => 'Webhook nie działa',
      body: (facts) =>
        `Trzy próby dostarczenia się nie powiodły${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Ostatni błąd: ${error}.`)} Po sześciu próbach webhook zostanie wyłączony.`,
      action: 'Zobacz webhook',
    },
    webhook_disabled: {
      label: 'wyłączone webhooki',
      title: () => 'Webhook został wyłączony',
      body: (facts) =>
        `Wszystkie sześć prób dostarczenia się nie powiodło${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Ostatni błąd: ${error}.`)} Niedostarczone zdarzenia są przechowywane.`,
      action: 'Zobacz webhook',
    },
    webhook_left: {
      label: 'webhooki bez opiekuna',
      title: () => 'Webhook potrzebuje nowego opiekuna',
      body: (facts) =>
        `Osoba, która odpowiadała za webhook${facts.with('url', (url) => ` na adres ${url}`)}, odeszła z zespołu albo nie może już zarządzać webhookami, dlatego jest on wstrzymany. Sprawdź jego adres i przekaż go komuś innemu albo usuń.`,
      action: 'Zobacz webhook',
    },
    import_finished: {
      label: 'zakończone importy',
      title: (facts) => (facts.number('failed') > 0 ? 'Import zakończony z błędami' : 'Import zakończony'),
      body: (facts) =>
        `Nowe: ${facts.count('created')}, zmienione: ${facts.count('updated')}, odrzucone: ${facts.count('failed')}.`,
      action: 'Zobacz import',
    },
    team_invitation: {
      label: 'zaproszenia do zespołów',
      title: (facts) => `Zaproszenie do zespołu: ${facts.text('company', 'sprzedawca')}`,
      body: (facts) =>
        facts.with('role', (role) => `Twoja rola: ${role}.`) || 'Możesz przyjąć lub zignorować zaproszenie.',
      action: 'Zobacz zaproszenie',
    },
    team_joined: {
      label: 'nowe osoby w zespole',
      title: (facts) => `Nowa osoba w Twoim zespole: ${facts.text('name', 'ktoś')}`,
      body: (facts) => facts.with('role', (role) => `Rola: ${role}.`) || 'W Twoim zespole jest nowa osoba.',
      action: 'Zobacz zespół',
    },
    account_verified: {
      label: 'weryfikacja Twojego konta',
      title: () => 'Twoje konto jest zweryfikowane',
      body: () => 'Kupujący widzą teraz przy Twoich ogłoszeniach znak zweryfikowanego sprzedawcy.',
      action: 'Zobacz konto',
    },
    report_decided: {
      label: 'decyzje w sprawie Twoich zgłoszeń',
      title: () => 'Rozpatrzyliśmy Twoje zgłoszenie',
      body: (facts) => reportOutcome(facts, REPORT_OUTCOME),
      action: 'Zobacz decyzję',
    },
  },
  unsubscribePage: {
    title: 'Powiadomienia e-mail',
    question: (label) => `Nie chcesz już otrzymywać e-maili na temat: ${label}?`,
    button: 'Zrezygnuj z tych e-maili',
    done: (label) =>
      `Nie będziesz już otrzymywać e-maili na temat: ${label}. Możesz to w każdej chwili zmienić w ustawieniach.`,
    questionOfOne: (name) => `Nie chcesz już otrzymywać wyników wyszukiwania „${name}”?`,
    buttonOfOne: 'Wyłącz alerty tego wyszukiwania',
    doneOfOne: (name) =>
      `Alerty wyszukiwania „${name}” są wyłączone. Możesz je w każdej chwili włączyć ponownie.`,
    gone: 'To zapisane wyszukiwanie już nie istnieje; nie ma z niego alertów.',
    invalid: 'Ten link jest nieprawidłowy. W ustawieniach wybierasz, jakie e-maile otrzymujesz.',
  },
};
