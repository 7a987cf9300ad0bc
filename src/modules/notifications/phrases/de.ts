import type { Facts } from '../facts.ts';
import type { Phrases } from './phrases.ts';
import { reportOutcome, type ReportOutcomeTexts } from './report-outcome.ts';

const listing = (facts: Facts): string => facts.text('title', 'Ihr Inserat');
const because = (facts: Facts): string => facts.with('reason', (reason) => ` Grund: ${reason}`);
const plan = (facts: Facts): string => facts.text('plan', 'Ihr Tarif');

const SUBSCRIPTION_TITLES: Readonly<Record<string, (facts: Facts) => string>> = {
  subscribed: (facts) => `Willkommen im Tarif ${plan(facts)}`,
  trial_started: (facts) => `Ihre Probezeit im Tarif ${plan(facts)} hat begonnen`,
  trial_ending: (facts) => `Ihre Probezeit im Tarif ${plan(facts)} endet bald`,
  changed: (facts) => `Ihr Tarif ist jetzt ${plan(facts)}`,
  change_scheduled: (facts) => `Ihr Tarif wechselt zu ${plan(facts)}`,
  change_ahead: (facts) => `Ihr Tarif wechselt bald zu ${plan(facts)}`,
  canceled: (facts) => `Ihr Abonnement ${plan(facts)} ist gekündigt`,
  end_ahead: (facts) => `Ihr Abonnement ${plan(facts)} endet bald`,
  resumed: (facts) => `Ihr Abonnement ${plan(facts)} läuft weiter`,
  ended: (facts) => `Ihr Abonnement ${plan(facts)} ist beendet`,
  recovered: () => 'Ihre Zahlung ist eingegangen',
  granted: (facts) => `Sie haben den Tarif ${plan(facts)} erhalten`,
};

function titleOf(facts: Facts): string | undefined {
  const change = facts.text('change', '');
  return Object.hasOwn(SUBSCRIPTION_TITLES, change) ? SUBSCRIPTION_TITLES[change]?.(facts) : undefined;
}

const REPORT_OUTCOME: ReportOutcomeTexts = {
  dismissed:
    'Ihre Meldung wurde geprüft; ein Verstoß gegen das Gesetz oder unsere Bedingungen wurde nicht festgestellt.',
  resolved: 'Ihre Meldung wurde geprüft. Vielen Dank.',
  measures: {
    'listing.rejected': 'Das Inserat wurde nicht freigegeben.',
    'listing.suspended': 'Das Inserat wurde vom Markt genommen.',
    'listing.deleted': 'Das Inserat wurde gelöscht.',
    'review.rejected': 'Die Bewertung wird nicht mehr angezeigt.',
    'user.suspended': 'Das Konto wurde gesperrt.',
  },
};

export const de: Phrases = {
  locale: 'de-DE',
  notices: {
    message: {
      label: 'neue Nachrichten',
      title: (facts) => `Neue Nachricht von ${facts.text('sender', 'einem Nutzer')}`,
      body: (facts) => {
        const about = facts.with('title', (title) => `Zu „${title}“`);
        const preview = facts.with('preview', (text) => `„${text}“`);
        return [about, preview].filter((part) => part !== '').join(': ') || 'Sie haben eine neue Nachricht.';
      },
      action: 'Nachricht lesen',
    },
    saved_search_match: {
      label: 'Treffer Ihrer Suchaufträge',
      title: (facts) =>
        `${facts.text('reason', '') === 'price_drop' ? 'Preis gesenkt' : 'Neuer Treffer'}: ${facts.text('name', 'Ihr Suchauftrag')}`,
      body: (facts) => {
        if (facts.number('count') > 1) return `${facts.count('count')} Inserate passen zu Ihrem Suchauftrag.`;
        const [before, price] = [facts.money('previousPrice'), facts.money('price')];
        return facts.has('title')
          ? `${facts.text('title', '')}${price === '' ? '' : `, ${price}`}${before === '' ? '' : ` statt ${before}`}`
          : 'Ein Inserat passt zu Ihrem Suchauftrag.';
      },
      action: 'Treffer ansehen',
    },
    price_drop: {
      label: 'Preissenkungen auf Ihrer Merkliste',
      title: (facts) => `Preis gesenkt: ${facts.text('title', 'ein Fahrzeug auf Ihrer Merkliste')}`,
      body: (facts) => {
        const [before, now] = [facts.money('previousPrice'), facts.money('price')];
        if (now === '') return 'Ein Fahrzeug auf Ihrer Merkliste ist günstiger geworden.';
        return before === ''
          ? `Das Fahrzeug kostet jetzt ${now}.`
          : `Das Fahrzeug kostet jetzt ${now} statt ${before}.`;
      },
      action: 'Fahrzeug ansehen',
    },
    favorite_sold: {
      label: 'verkaufte Fahrzeuge auf Ihrer Merkliste',
      title: (facts) => `Verkauft: ${facts.text('title', 'ein Fahrzeug auf Ihrer Merkliste')}`,
      body: () => 'Ein Fahrzeug auf Ihrer Merkliste wurde verkauft.',
      action: 'Merkliste ansehen',
    },
    listing_approved: {
      label: 'freigegebene Inserate',
      title: (facts) => `${listing(facts)} ist online`,
      body: () => 'Ihr Inserat wurde freigegeben und ist jetzt online.',
      action: 'Inserat ansehen',
    },
    listing_rejected: {
      label: 'abgelehnte Inserate',
      title: (facts) => `${listing(facts)} wurde nicht freigegeben`,
      body: (facts) => `Bitte ändern Sie das Inserat und reichen Sie es erneut ein.${because(facts)}`,
      action: 'Inserat ändern',
    },
    listing_suspended: {
      label: 'gesperrte Inserate',
      title: (facts) => `${listing(facts)} wurde gesperrt`,
      body: (facts) =>
        `Ein Administrator hat das Inserat gesperrt; es ist nicht mehr online.${because(facts)}`,
      action: 'Inserat ansehen',
    },
    listing_restored: {
      label: 'wiederhergestellte Inserate',
      title: (facts) => `${listing(facts)} ist wieder ein Entwurf`,
      body: () =>
        'Die Sperre Ihres Inserats wurde aufgehoben. Es ist noch nicht wieder online: Bitte prüfen und veröffentlichen Sie es.',
      action: 'Inserat ansehen',
    },
    listing_expiring: {
      label: 'bald ablaufende Inserate',
      title: (facts) => `${listing(facts)} läuft bald ab`,
      body: (facts) => {
        const day = facts.day('expiresAt');
        return `Verlängern Sie es, damit es${day === '' ? '' : ` nach dem ${day}`} online bleibt.`;
      },
      action: 'Inserat verlängern',
    },
    listing_expired: {
      label: 'abgelaufene Inserate',
      title: (facts) => `${listing(facts)} ist abgelaufen`,
      body: () => 'Käufer finden es nicht mehr. Sie können es jederzeit verlängern.',
      action: 'Inserat verlängern',
    },
    listing_paused: {
      label: 'pausierte Inserate',
      title: (facts) => `${listing(facts)} wurde pausiert`,
      body: (facts) => `Käufer finden es erst wieder, wenn es erneut veröffentlicht wird.${because(facts)}`,
      action: 'Inserat ansehen',
    },
    listing_sold: {
      label: 'verkaufte Inserate',
      title: (facts) => `${listing(facts)} ist als verkauft markiert`,
      body: () => 'Das Inserat wurde als verkauft markiert und ist nicht mehr online.',
      action: 'Inserat ansehen',
    },
    review_received: {
      label: 'neue Bewertungen',
      title: (facts) => `Neue Bewertung von ${facts.text('author', 'einem Käufer')}`,
      body: (facts) => {
        const stars = facts.number('rating') > 0 ? `${facts.count('rating')} von 5 Sternen.` : '';
        return (
          [stars, facts.with('title', (title) => `„${title}“`)].filter(Boolean).join(' ') ||
          'Sie haben eine neue Bewertung erhalten.'
        );
      },
      action: 'Bewertung lesen',
    },
    review_reply: {
      label: 'Antworten auf Ihre Bewertungen',
      title: (facts) => `${facts.text('seller', 'Der Verkäufer')} hat auf Ihre Bewertung geantwortet`,
      body: () => 'Die Antwort steht unter Ihrer Bewertung.',
      action: 'Antwort lesen',
    },
    subscription: {
      label: 'Ihr Abonnement',
      title: (facts) => titleOf(facts) ?? 'Neues zu Ihrem Abonnement',
      body: (facts) => {
        const day = facts.day('at');
        const paused =
          facts.number('listings') > 0 ? ` Betroffene Inserate: ${facts.count('listings')}.` : '';
        return `${day === '' ? 'Einzelheiten finden Sie in Ihrem Abonnement.' : `Wirksam ab ${day}.`}${paused}`;
      },
      action: 'Abonnement ansehen',
    },
    payment_failed: {
      label: 'fehlgeschlagene Zahlungen',
      title: () => 'Eine Zahlung ist fehlgeschlagen',
      body: (facts) => {
        const amount = facts.money('amount');
        const next = facts.day('nextAttemptAt');
        return [
          `Wir konnten ${amount === '' ? 'den Betrag' : amount} für ${plan(facts)} nicht einziehen.${because(facts)}`,
          next === '' ? 'Bitte prüfen Sie Ihre Zahlungsart.' : `Am ${next} versuchen wir es noch einmal.`,
        ].join(' ');
      },
      action: 'Zahlungsart prüfen',
    },
    webhook_failing: {
      label: 'fehlschlagende Webhooks',
      title: () => 'Ein Webhook schlägt fehl',
      body: (facts) =>
        `Drei Zustellversuche sind fehlgeschlagen${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Letzter Fehler: ${error}.`)} Nach sechs Fehlversuchen wird der Webhook deaktiviert.`,
      action: 'Webhook ansehen',
    },
    webhook_disabled: {
      label: 'deaktivierte Webhooks',
      title: () => 'Ein Webhook wurde deaktiviert',
      body: (facts) =>
        `Alle sechs Zustellversuche sind fehlgeschlagen${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Letzter Fehler: ${error}.`)} Nicht zugestellte Ereignisse bleiben erhalten.`,
      action: 'Webhook ansehen',
    },
    webhook_left: {
      label: 'Webhooks ohne Verantwortlichen',
      title: () => 'Ein Webhook braucht einen neuen Verantwortlichen',
      body: (facts) =>
        `Das Mitglied, das für den Webhook${facts.with('url', (url) => ` an ${url}`)} verantwortlich war, hat das Team verlassen oder darf keine Webhooks mehr verwalten. Er ist deshalb angehalten. Prüfen Sie seine Adresse und übergeben oder löschen Sie ihn.`,
      action: 'Webhook ansehen',
    },
    import_finished: {
      label: 'fertige Importe',
      title: (facts) =>
        facts.number('failed') > 0
          ? 'Ihr Import wurde mit Fehlern abgeschlossen'
          : 'Ihr Import wurde abgeschlossen',
      body: (facts) =>
        `${facts.count('created')} angelegt, ${facts.count('updated')} geändert, ${facts.count('failed')} fehlerhaft.`,
      action: 'Import ansehen',
    },
    team_invitation: {
      label: 'Einladungen in Teams',
      title: (facts) => `${facts.text('company', 'Ein Verkäufer')} lädt Sie in sein Team ein`,
      body: (facts) =>
        facts.with('role', (role) => `Ihre Rolle wäre ${role}.`) ||
        'Sie können die Einladung annehmen oder ignorieren.',
      action: 'Einladung ansehen',
    },
    team_joined: {
      label: 'neue Teammitglieder',
      title: (facts) => `${facts.text('name', 'Jemand')} gehört jetzt zu Ihrem Team`,
      body: (facts) => facts.with('role', (role) => `Rolle: ${role}.`) || 'Ihr Team hat ein neues Mitglied.',
      action: 'Team ansehen',
    },
    account_verified: {
      label: 'die Prüfung Ihres Kontos',
      title: () => 'Ihr Konto ist geprüft',
      body: () => 'Käufer sehen bei Ihren Inseraten jetzt, dass Sie ein geprüfter Verkäufer sind.',
      action: 'Konto ansehen',
    },
    report_decided: {
      label: 'Entscheidungen über Ihre Meldungen',
      title: () => 'Über Ihre Meldung wurde entschieden',
      body: (facts) => reportOutcome(facts, REPORT_OUTCOME),
      action: 'Entscheidung ansehen',
    },
  },
  unsubscribePage: {
    title: 'E-Mail-Benachrichtigungen',
    question: (label) => `Möchten Sie keine E-Mails mehr zum Thema „${label}“?`,
    button: 'Diese E-Mails abbestellen',
    done: (label) =>
      `Sie erhalten keine E-Mails mehr zum Thema „${label}“. Sie können das jederzeit in den Einstellungen ändern.`,
    questionOfOne: (name) => `Möchten Sie keine Treffer des Suchauftrags „${name}“ mehr erhalten?`,
    buttonOfOne: 'Treffer dieses Suchauftrags abbestellen',
    doneOfOne: (name) =>
      `Sie erhalten keine Treffer des Suchauftrags „${name}“ mehr. Sie können das jederzeit wieder einschalten.`,
    gone: 'Diesen Suchauftrag gibt es nicht mehr; Sie erhalten dazu keine Treffer.',
    invalid:
      'Dieser Link ist nicht gültig. Welche E-Mails Sie erhalten, können Sie in den Einstellungen ändern.',
  },
};
