import type { Facts } from '../facts.ts';
import type { Phrases } from './phrases.ts';
import { reportOutcome, type ReportOutcomeTexts } from './report-outcome.ts';

const listing = (facts: Facts): string => facts.text('title', 'Votre annonce');
const because = (facts: Facts): string => facts.with('reason', (reason) => ` Motif : ${reason}`);
const plan = (facts: Facts): string => facts.text('plan', 'votre formule');

const SUBSCRIPTION_TITLES: Readonly<Record<string, (facts: Facts) => string>> = {
  subscribed: (facts) => `Bienvenue dans la formule ${plan(facts)}`,
  trial_started: (facts) => `Votre période d’essai de la formule ${plan(facts)} a commencé`,
  trial_ending: (facts) => `Votre période d’essai de la formule ${plan(facts)} se termine bientôt`,
  changed: (facts) => `Votre formule est désormais ${plan(facts)}`,
  change_scheduled: (facts) => `Votre formule va passer à ${plan(facts)}`,
  change_ahead: (facts) => `Votre formule passe bientôt à ${plan(facts)}`,
  canceled: (facts) => `Votre abonnement ${plan(facts)} est résilié`,
  end_ahead: (facts) => `Votre abonnement ${plan(facts)} se termine bientôt`,
  resumed: (facts) => `Votre abonnement ${plan(facts)} se poursuit`,
  ended: (facts) => `Votre abonnement ${plan(facts)} est terminé`,
  recovered: () => 'Nous avons reçu votre paiement',
  granted: (facts) => `La formule ${plan(facts)} vous a été accordée`,
};

function titleOf(facts: Facts): string | undefined {
  const change = facts.text('change', '');
  return Object.hasOwn(SUBSCRIPTION_TITLES, change) ? SUBSCRIPTION_TITLES[change]?.(facts) : undefined;
}

const REPORT_OUTCOME: ReportOutcomeTexts = {
  dismissed:
    'Nous avons examiné votre signalement et n’avons constaté aucune infraction à la loi ni à nos conditions.',
  resolved: 'Nous avons examiné votre signalement. Merci.',
  measures: {
    'listing.rejected': 'L’annonce n’a pas été acceptée.',
    'listing.suspended': 'L’annonce a été retirée du marché.',
    'listing.deleted': 'L’annonce a été supprimée.',
    'review.rejected': 'L’avis n’est plus affiché.',
    'user.suspended': 'Le compte a été suspendu.',
  },
};

export const fr: Phrases = {
  locale: 'fr-FR',
  notices: {
    message: {
      label: 'nouveaux messages',
      title: (facts) => `Nouveau message de ${facts.text('sender', 'la part d’un utilisateur')}`,
      body: (facts) => {
        const about = facts.with('title', (title) => `À propos de « ${title} »`);
        const preview = facts.with('preview', (text) => `« ${text} »`);
        return [about, preview].filter((part) => part !== '').join(' : ') || 'Vous avez un nouveau message.';
      },
      action: 'Lire le message',
    },
    saved_search_match: {
      label: 'résultats de vos recherches enregistrées',
      title: (facts) =>
        `${facts.text('reason', '') === 'price_drop' ? 'Prix en baisse' : 'Nouveau résultat'} : ${facts.text('name', 'votre recherche enregistrée')}`,
      body: (facts) => {
        if (facts.number('count') > 1)
          return `${facts.count('count')} annonces correspondent à votre recherche enregistrée.`;
        const [before, price] = [facts.money('previousPrice'), facts.money('price')];
        return facts.has('title')
          ? `${facts.text('title', '')}${price === '' ? '' : `, ${price}`}${before === '' ? '' : ` au lieu de ${before}`}`
          : 'Une annonce correspond à votre recherche enregistrée.';
      },
      action: 'Voir les résultats',
    },
    price_drop: {
      label: 'baisses de prix de vos favoris',
      title: (facts) => `Prix en baisse : ${facts.text('title', 'un de vos favoris')}`,
      body: (facts) => {
        const [before, now] = [facts.money('previousPrice'), facts.money('price')];
        if (now === '') return 'Un de vos favoris coûte moins cher.';
        return before === ''
          ? `Le véhicule coûte maintenant ${now}.`
          : `Le véhicule coûte maintenant ${now} au lieu de ${before}.`;
      },
      action: 'Voir le véhicule',
    },
    favorite_sold: {
      label: 'favoris vendus',
      title: (facts) => `Vendu : ${facts.text('title', 'un de vos favoris')}`,
      body: () => 'Un véhicule de vos favoris a été vendu.',
      action: 'Voir vos favoris',
    },
    listing_approved: {
      label: 'annonces validées',
      title: (facts) => `${listing(facts)} : annonce en ligne`,
      body: () => 'Votre annonce a été validée ; les acheteurs la trouvent désormais.',
      action: 'Voir l’annonce',
    },
    listing_rejected: {
      label: 'annonces refusées',
      title: (facts) => `${listing(facts)} : annonce refusée`,
      body: (facts) => `Modifiez l’annonce et soumettez-la de nouveau.${because(facts)}`,
      action: 'Modifier l’annonce',
    },
    listing_suspended: {
      label: 'annonces suspendues',
      title: (facts) => `${listing(facts)} : annonce suspendue`,
      body: (facts) => `Un administrateur a retiré l’annonce du marché.${because(facts)}`,
      action: 'Voir l’annonce',
    },
    listing_restored: {
      label: 'annonces rétablies',
      title: (facts) => `${listing(facts)} : de nouveau un brouillon`,
      body: () =>
        'Votre annonce n’est plus suspendue. Elle n’est pas encore en ligne : vérifiez-la, puis publiez-la.',
      action: 'Voir l’annonce',
    },
    listing_expiring: {
      label: 'annonces bientôt expirées',
      title: (facts) => `${listing(facts)} : l’annonce expire bientôt`,
      body: (facts) => {
        const day = facts.day('expiresAt');
        return `Renouvelez-la pour qu’elle reste en ligne${day === '' ? '' : ` après le ${day}`}.`;
      },
      action: 'Renouveler l’annonce',
    },
    listing_expired: {
      label: 'annonces expirées',
      title: (facts) => `${listing(facts)} : l’annonce a expiré`,
      body: () => 'Les acheteurs ne la trouvent plus. Vous pouvez la renouveler à tout moment.',
      action: 'Renouveler l’annonce',
    },
    listing_paused: {
      label: 'annonces en pause',
      title: (facts) => `${listing(facts)} : annonce en pause`,
      body: (facts) => `Les acheteurs la retrouveront quand elle sera de nouveau publiée.${because(facts)}`,
      action: 'Voir l’annonce',
    },
    listing_sold: {
      label: 'annonces vendues',
      title: (facts) => `${listing(facts)} : marqué comme vendu`,
      body: () => 'L’annonce est marquée comme vendue et n’est plus en ligne.',
      action: 'Voir l’annonce',
    },
    review_received: {
      label: 'nouveaux avis',
      title: (facts) => `Nouvel avis de ${facts.text('author', 'la part d’un acheteur')}`,
      body: (facts) => {
        const stars = facts.number('rating') > 0 ? `${facts.count('rating')} étoiles sur 5.` : '';
        return (
          [stars, facts.with('title', (title) => `« ${title} »`)].filter(Boolean).join(' ') ||
          'Vous avez reçu un nouvel avis.'
        );
      },
      action: 'Lire l’avis',
    },
    review_reply: {
      label: 'réponses à vos avis',
      title: (facts) => `${facts.text('seller', 'Le vendeur')} a répondu à votre avis`,
      body: () => 'La réponse est affichée sous votre avis.',
      action: 'Lire la réponse',
    },
    subscription: {
      label: 'votre abonnement',
      title: (facts) => titleOf(facts) ?? 'Du nouveau sur votre abonnement',
      body: (facts) => {
        const day = facts.day('at');
        const paused =
          facts.number('listings') > 0 ? ` Annonces concernées : ${facts.count('listings')}.` : '';
        return `${day === '' ? 'Les détails figurent dans votre abonnement.' : `À compter du ${day}.`}${paused}`;
      },
      action: 'Voir l’abonnement',
    },
    payment_failed: {
      label: 'paiements échoués',
      title: () => 'Un paiement a échoué',
      body: (facts) => {
        const amount = facts.money('amount');
        const next = facts.day('nextAttemptAt');
        return [
          `Nous n’avons pas pu prélever ${amount === '' ? 'le montant' : amount} pour ${plan(facts)}.${because(facts)}`,
          next === ''
            ? 'Veuillez vérifier votre moyen de paiement.'
            : `Nous ferons une nouvelle tentative le ${next}.`,
        ].join(' ');
      },
      action: 'Vérifier le moyen de paiement',
    },
    webhook_failing: {
      label: 'webhooks en échec',
      title: () => 'Un webhook est en échec',
      body: (facts) =>
        `Trois tentatives de livraison ont échoué${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Dernière erreur : ${error}.`)} Après six échecs, le webhook est désactivé.`,
      action: 'Voir le webhook',
    },
    webhook_disabled: {
      label: 'webhooks désactivés',
      title: () => 'Un webhook a été désactivé',
      body: (facts) =>
        `Les six tentatives de livraison ont échoué${facts.with('url', (url) => ` (${url})`)}.${facts.with('error', (error) => ` Dernière erreur : ${error}.`)} Les événements non livrés sont conservés.`,
      action: 'Voir le webhook',
    },
    webhook_left: {
      label: 'webhooks sans responsable',
      title: () => 'Un webhook a besoin d’un nouveau responsable',
      body: (facts) =>
        `Le membre responsable du webhook${facts.with('url', (url) => ` vers ${url}`)} a quitté l’équipe ou ne peut plus gérer les webhooks : il est donc suspendu. Vérifiez son adresse, puis confiez-le à un autre membre ou supprimez-le.`,
      action: 'Voir le webhook',
    },
    import_finished: {
      label: 'imports terminés',
      title: (facts) =>
        facts.number('failed') > 0
          ? 'Votre import est terminé, avec des erreurs'
          : 'Votre import est terminé',
      body: (facts) =>
        `Créées : ${facts.count('created')}, modifiées : ${facts.count('updated')}, refusées : ${facts.count('failed')}.`,
      action: 'Voir l’import',
    },
    team_invitation: {
      label: 'invitations dans des équipes',
      title: (facts) => `${facts.text('company', 'Un vendeur')} vous invite dans son équipe`,
      body: (facts) =>
        facts.with('role', (role) => `Votre rôle serait : ${role}.`) ||
        'Vous pouvez accepter ou ignorer l’invitation.',
      action: 'Voir l’invitation',
    },
    team_joined: {
      label: 'nouveaux membres de l’équipe',
      title: (facts) => `${facts.text('name', 'Quelqu’un')} a rejoint votre équipe`,
      body: (facts) =>
        facts.with('role', (role) => `Rôle : ${role}.`) || 'Votre équipe compte un nouveau membre.',
      action: 'Voir l’équipe',
    },
    account_verified: {
      label: 'la vérification de votre compte',
      title: () => 'Votre compte est vérifié',
      body: () => 'Les acheteurs voient désormais sur vos annonces que vous êtes un vendeur vérifié.',
      action: 'Voir le compte',
    },
    report_decided: {
      label: 'décisions sur vos signalements',
      title: () => 'Votre signalement a été traité',
      body: (facts) => reportOutcome(facts, REPORT_OUTCOME),
      action: 'Voir la décision',
    },
  },
  unsubscribePage: {
    title: 'Notifications par e-mail',
    question: (label) => `Ne plus recevoir d’e-mails au sujet de : ${label} ?`,
    button: 'Se désabonner de ces e-mails',
    done: (label) =>
      `Vous ne recevrez plus d’e-mails au sujet de : ${label}. Vous pouvez changer cela à tout moment dans vos réglages.`,
    questionOfOne: (name) => `Ne plus recevoir les résultats de la recherche « ${name} » ?`,
    buttonOfOne: 'Arrêter les alertes de cette recherche',
    doneOfOne: (name) =>
      `Les alertes de la recherche « ${name} » sont désactivées. Vous pouvez les réactiver à tout moment.`,
    gone: 'Cette recherche enregistrée n’existe plus ; elle n’envoie plus d’alertes.',
    invalid: 'Ce lien n’est pas valable. Vous choisissez vos e-mails dans vos réglages.',
  },
};
