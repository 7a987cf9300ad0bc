import type { Facts } from '../facts.ts';
import type { Phrases } from './phrases.ts';
import { reportOutcome, type ReportOutcomeTexts } from './report-outcome.ts';

const listing = (facts: Facts): string => facts.text('title', 'Uw advertentie');
const because = (facts: Facts): string => facts.with('reason', (reason) => ` Reden: ${reason}`);
const plan = (facts: Facts): string => facts.text('plan', 'uw abonnement');

const SUBSCRIPTION_TITLES: Readonly<Record<string, (facts: Facts) => string>> = {
  subscribed: (facts) => `Welkom bij ${plan(facts)}`,
  trial_started: (facts) => `Uw proefperiode van ${plan(facts)} is begonnen`,
  trial_ending: (facts) => `Uw proefperiode van ${plan(facts)} loopt bijna af`,
  changed: (facts) => `Uw abonnement is nu ${plan(facts)}`,
  change_scheduled: (facts) => `Uw abonnement wordt ${plan(facts)}`,
  change_ahead: (facts) => `Uw abonnement wordt binnenkort ${plan(facts)}`,
  canceled: (facts) => `Uw abonnement ${plan(facts)} is opgezegd`,
  end_ahead: (facts) => `Uw abonnement ${plan(facts)} eindigt binnenkort`,
  resumed: (facts) => `Uw abonnement ${plan(facts)} loopt door`,
  ended: (facts) => `Uw abonnement ${plan(facts)} is beëindigd`,
  recovered: () => 'We hebben uw betaling ontvangen',
  granted: (facts) => `U hebt het abonnement ${plan(facts)} gekregen`,
};

function titleOf(facts: Facts): string | undefined {
  const change = facts.text('change', '');
  return Object.hasOwn(SUBSCRIPTION_TITLES, change) ? SUBSCRIPTION_TITLES[change]?.(facts) : undefined;
}

const REPORT_OUTCOME: ReportOutcomeTexts = {
  dismissed:
    'We hebben uw melding bekeken en geen overtreding van de wet of van onze voorwaarden vastgesteld.',
  resolved: 'We hebben uw melding bekeken. Dank u wel.',
  measures: {
    'listing.rejected': 'De advertentie is niet goedgekeurd.',
    'listing.suspended': 'De advertentie is van de markt gehaald.',
    'listing.deleted': 'De advertentie is verwijderd.',
    'review.rejected': 'De beoordeling wordt niet meer getoond.',
    'user.suspended': 'Het account is geschorst.',
  },
};

export const nl: Phrases = {
  locale: 'nl-NL',
  notices: {
    message: {
      label: 'nieuwe berichten',
      title: (facts) => `Nieuw bericht van ${facts.text('sender', 'een gebruiker')}`,
      body: (facts) => {
        const about = facts.with('title', (title) => `Over “${title}”`);
        const preview = facts.with('preview', (text) => `“${text}”`);
        return [about, preview].filter((part) => part !== '').join(': ') || 'U hebt een nieuw bericht.';
      },
      action: 'Bericht lezen',
    },
    saved_search_match: {
      label: 'resultaten van uw bewaarde zoekopdrachten',
      title: (facts) =>
        `${facts.text('reason', '') === 'price_drop' ? 'Prijs verlaagd' : 'Nieuw resultaat'}: ${facts.text('name', 'uw zoekopdracht')}`,
      body: (facts) => {
        if (facts.number('count') > 1)
          return `${facts.count('count')} advertenties passen bij uw zoekopdracht.`;
        const [before, price] = [facts.money('previousPrice'), facts.money('price')];
        return facts.has('title')
          ? `${facts.text('title', '')}${price === '' ? '' : `, ${price}`}${before === '' ? '' : ` in plaats van ${before}`}`
          : 'Een advertentie past bij uw zoekopdracht.';
      },
      action: 'Resultaten bekijken',
    },
    price_drop: {
      label: 'prijsdalingen van uw favorieten',
      title: (facts) => `Prijs verlaagd: ${facts.text('title', 'een van uw favorieten')}`,
      body: (facts) => {
        const [before, now] = [facts.money('previousPrice'), facts.money('price')];
        if (now === '') return 'Een van uw favorieten is goedkoper geworden.';
        return before === ''
          ? `Het voertuig kost nu ${now}.`
          : `Het voertuig kost nu ${now} in plaats van ${before}.`;
      },
      action: 'Voertuig bekijken',
    },
    favorite_sold: {
      label: 'verkochte favorieten',
      title: (facts) => `Verkocht: ${facts.text('title', 'een van uw favorieten')}`,
      body: () => 'Een voertuig uit uw favorieten is verkocht.',
      action: 'Favorieten bekijken',
    },
    listing_approved: {
      label: 'goedgekeurde advertenties',
      title: (facts) => `${listing(facts)} staat online`,
      body: () => 'Uw advertentie is goedgekeurd; kopers kunnen haar nu vinden.',
      action: 'Advertentie bekijken',
    },
    listing_rejected: {
      label: 'afgekeurde advertenties',
      title: (facts) => `${listing(facts)} is niet goedgekeurd`,
      body: (facts) => `Pas de advertentie aan en dien haar opnieuw in.${because(facts)}`,
      action: 'Advertentie aanpassen',
    },
    listing_suspended: {
      label: 'geblokkeerde advertenties',
      title: (facts) => `${listing(facts)} is geblokkeerd`,
      body: (facts) => `Een beheerder heeft de advertentie van de markt gehaald.${because(facts)}`,
      action: 'Advertentie bekijken',
    },
    listing_restored: {
      label: 'vrijgegeven advertenties',
      title: (facts) => `${listing(facts)} is weer een concept`,
      body: () =>
        'Uw advertentie is niet meer geblokkeerd. Ze staat nog niet online: controleer haar en plaats haar opnieuw.',
      action: 'Advertentie bekijken',
    },
    listing_expiring: {
      label: 'advertenties die bijna verlopen',
      title: (facts) => `${listing(facts)} verloopt binnenkort`,
      body: (facts) => {
        const day = facts.day('expiresAt');
        return `Verleng de advertentie, dan blijft ze${day === '' ? '' : ` na ${day}`} online.`;
      },
      action: 'Advertentie verlengen',
    },
    listing_expired: {
      label: 'verlopen advertenties',
      title: (facts) => `${listing(facts)} is verlopen`,
      body: () => 'Kopers vinden de advertentie niet meer. U kunt haar altijd verlengen.',
      action: 'Advertentie verlengen',
    },
    listing_paused: {
      label: 'gepauzeerde advertenties',
      title: (facts) => `${listing(facts)} is gepauzeerd`,
      body: (facts) => `Kopers vinden de advertentie pas weer als ze opnieuw is geplaatst.${because(facts)}`,
      action: 'Advertentie bekijken',
    },
    listing_sold: {
      label: 'verkochte advertenties',
      title: (facts) => `${listing(facts)} is als verkocht gemarkeerd`,
      body: () => 'De advertentie is als verkocht gemarkeerd en staat niet meer online.',
      action: 'Advertentie bekijken',
    },
    review_received: {
      label: 'nieuwe beoordelingen',
      title: (facts) => `Nieuwe beoordeling van ${facts.text('author', 'een koper')}`,
      body: (facts) => {
        const stars = facts.number('rating') > 0 ? `${facts.count('rating')} van 5 sterren.` : '';
        return (
          [stars, facts.with('title', (title) => `“${title}”`)].filter(Boolean).join(' ') ||
          'U hebt een nieuwe beoordeling gekregen.'
        );
      },
      action: 'Beoordeling lezen',
    },
    review_reply: {
      label: 'reacties op uw beoordelingen',
      title: (facts) => `${facts.text('seller', 'De verkoper')} heeft op uw beoordeling gereageerd`,
      body: () => 'De reactie staat onder uw beoordeling.',
      action: 'Reactie lezen',
    },
    subscription: {
      label: 'uw abonnement',
      title: (facts) => titleOf(facts) ?? 'Nieuws over uw abonnement',
      body: (facts) => {
        const day = facts.day('at');
        const paused =
          facts.number('listings') > 0 ? ` Betrokken advertenties: ${facts.count('listings')}.` : '';
        return `${day === '' ? 'De details vindt u bij uw abonnement.' : `Geldt vanaf ${day}.`}${paused}`;
      },
      action: 'Abonnement bekijken',
    },
    payment_failed: {
      label: 'mislukte betalingen',
      title: () => 'Een betaling is mislukt',
      body: (facts) => {
        const amount = facts.money('amount');
        const next = facts.day('nextAttemptAt');
        return [
          `We konden ${amount === '' ? 'het bedrag' : amount} voor ${plan(facts)} niet innen.${because(facts)}`,
          next === '' ? 'Controleer uw betaalwijze.' : `Op ${next} proberen we het opnieuw.`,
        ].join(' ');
      },
      action: 'Betaalwijze controleren',
    },
    webhook_failing: {
      label: 'mislukkende webhooks',
      title: () => 'Een webhook mislukt',
      body: (facts) =>
        `Drie pogingen om af te leveren zijn mislukt${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Laatste fout: ${error}.`)} Na zes pogingen wordt de webhook uitgeschakeld.`,
      action: 'Webhook bekijken',
    },
    webhook_disabled: {
      label: 'uitgeschakelde webhooks',
      title: () => 'Een webhook is uitgeschakeld',
      body: (facts) =>
        `Alle zes pogingen om af te leveren zijn mislukt${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Laatste fout: ${error}.`)} Niet afgeleverde gebeurtenissen blijven bewaard.`,
      action: 'Webhook bekijken',
    },
    webhook_left: {
      label: 'webhooks zonder beheerder',
      title: () => 'Een webhook heeft een nieuwe beheerder nodig',
      body: (facts) =>
        `Het lid dat de webhook${facts.with('url', (url) => ` naar ${url}`)} beheerde, heeft het team verlaten of mag geen webhooks meer beheren. Daarom is hij gepauzeerd. Controleer het adres en draag hem over of verwijder hem.`,
      action: 'Webhook bekijken',
    },
    import_finished: {
      label: 'voltooide imports',
      title: (facts) =>
        facts.number('failed') > 0 ? 'Uw import is voltooid, met fouten' : 'Uw import is voltooid',
      body: (facts) =>
        `${facts.count('created')} nieuw, ${facts.count('updated')} gewijzigd, ${facts.count('failed')} geweigerd.`,
      action: 'Import bekijken',
    },
    team_invitation: {
      label: 'uitnodigingen voor teams',
      title: (facts) => `${facts.text('company', 'Een verkoper')} nodigt u uit in zijn team`,
      body: (facts) =>
        facts.with('role', (role) => `Uw rol wordt: ${role}.`) ||
        'U kunt de uitnodiging aannemen of negeren.',
      action: 'Uitnodiging bekijken',
    },
    team_joined: {
      label: 'nieuwe teamleden',
      title: (facts) => `${facts.text('name', 'Iemand')} hoort nu bij uw team`,
      body: (facts) => facts.with('role', (role) => `Rol: ${role}.`) || 'Uw team heeft een nieuw lid.',
      action: 'Team bekijken',
    },
    account_verified: {
      label: 'de controle van uw account',
      title: () => 'Uw account is gecontroleerd',
      body: () => 'Kopers zien bij uw advertenties nu dat u een gecontroleerde verkoper bent.',
      action: 'Account bekijken',
    },
    report_decided: {
      label: 'besluiten over uw meldingen',
      title: () => 'Er is besloten over uw melding',
      body: (facts) => reportOutcome(facts, REPORT_OUTCOME),
      action: 'Besluit bekijken',
    },
  },
  unsubscribePage: {
    title: 'Meldingen per e-mail',
    question: (label) => `Geen e-mails meer ontvangen over ${label}?`,
    button: 'Afmelden voor deze e-mails',
    done: (label) =>
      `U ontvangt geen e-mails meer over ${label}. U kunt dit altijd wijzigen in uw instellingen.`,
    questionOfOne: (name) => `Geen resultaten van de zoekopdracht “${name}” meer ontvangen?`,
    buttonOfOne: 'Meldingen van deze zoekopdracht stoppen',
    doneOfOne: (name) =>
      `Meldingen van de zoekopdracht “${name}” zijn uitgeschakeld. U kunt ze altijd weer inschakelen.`,
    gone: 'Deze zoekopdracht bestaat niet meer; er komen geen meldingen meer van.',
    invalid: 'Deze link is niet geldig. In uw instellingen kiest u welke e-mails u ontvangt.',
  },
};
