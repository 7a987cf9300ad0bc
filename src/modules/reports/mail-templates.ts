/** The mails to people who have reported something without an account. They hold nothing that these people have written. */
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { DecisionKind } from '../decisions/index.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';

export const guestMailTexts: TextsByLanguage = {
  en: {
    'mails.report_received.subject': 'We have received your report',
    'mails.report_received.body':
      'We have received your report {number} about this content:\n\n{subject}\n\nA person looks at every report. We will write to you once we have decided.',
    'mails.report_received.reason':
      'You get this mail because your address was given with a report. If that was not you, ignore it.',
    'mails.report_resolved.subject': 'We have acted on your report',
    'mails.report_resolved.body':
      'A person has looked at your report {number} and found a breach of the law or of our terms. We have acted on it.\n\n{measures}',
    'mails.report_resolved.reason':
      'You get this mail because your address was given with a report. The contact in the imprint is there for questions.',
    'mails.report_resolved.measure.listing_rejected': 'The listing was not approved.',
    'mails.report_resolved.measure.listing_suspended': 'The listing was taken off the market.',
    'mails.report_resolved.measure.listing_deleted': 'The listing was deleted.',
    'mails.report_resolved.measure.review_rejected': 'The review is no longer shown.',
    'mails.report_resolved.measure.user_suspended': 'The account was suspended.',
    'mails.report_dismissed.subject': 'We have decided on your report',
    'mails.report_dismissed.body':
      'A person has looked at your report {number} and found no breach of the law or of our terms. The content stays.\n\nIf you know more than you have told us, or if you disagree, write to the contact in the imprint and name the number. You can also turn to a certified body for settling disputes out of court, or to a court.',
    'mails.report_dismissed.reason': 'You get this mail because your address was given with a report.',
  },
  de: {
    'mails.report_received.subject': 'Ihre Meldung ist eingegangen',
    'mails.report_received.body':
      'Ihre Meldung {number} zu diesem Inhalt ist eingegangen:\n\n{subject}\n\nJede Meldung wird von einem Menschen geprüft. Sobald entschieden ist, schreiben wir Ihnen.',
    'mails.report_received.reason':
      'Sie erhalten diese Mail, weil Ihre Adresse bei einer Meldung angegeben wurde. Waren Sie das nicht, können Sie sie ignorieren.',
    'mails.report_resolved.subject': 'Wir haben auf Ihre Meldung hin gehandelt',
    'mails.report_resolved.body':
      'Ein Mensch hat Ihre Meldung {number} geprüft und einen Verstoß gegen das Gesetz oder unsere Bedingungen festgestellt. Wir haben gehandelt.\n\n{measures}',
    'mails.report_resolved.reason':
      'Sie erhalten diese Mail, weil Ihre Adresse bei einer Meldung angegeben wurde. Für Fragen steht der Kontakt im Impressum.',
    'mails.report_resolved.measure.listing_rejected': 'Das Inserat wurde nicht freigegeben.',
    'mails.report_resolved.measure.listing_suspended': 'Das Inserat wurde vom Markt genommen.',
    'mails.report_resolved.measure.listing_deleted': 'Das Inserat wurde gelöscht.',
    'mails.report_resolved.measure.review_rejected': 'Die Bewertung wird nicht mehr angezeigt.',
    'mails.report_resolved.measure.user_suspended': 'Das Konto wurde gesperrt.',
    'mails.report_dismissed.subject': 'Wir haben über Ihre Meldung entschieden',
    'mails.report_dismissed.body':
      'Ein Mensch hat Ihre Meldung {number} geprüft und keinen Verstoß gegen das Gesetz oder unsere Bedingungen festgestellt. Der Inhalt bleibt.\n\nWissen Sie mehr, als Sie uns mitgeteilt haben, oder sind Sie anderer Ansicht, schreiben Sie an den Kontakt im Impressum und nennen Sie die Nummer. Sie können sich auch an eine zertifizierte Stelle zur außergerichtlichen Streitbeilegung oder an ein Gericht wenden.',
    'mails.report_dismissed.reason':
      'Sie erhalten diese Mail, weil Ihre Adresse bei einer Meldung angegeben wurde.',
  },
  fr: {
    'mails.report_received.subject': 'Nous avons reçu votre signalement',
    'mails.report_received.body':
      'Nous avons reçu votre signalement {number} concernant ce contenu :\n\n{subject}\n\nUne personne examine chaque signalement. Nous vous écrirons dès que la décision sera prise.',
    'mails.report_received.reason':
      'Vous recevez ce message car votre adresse a été indiquée avec un signalement. Si ce n’était pas vous, ignorez-le.',
    'mails.report_resolved.subject': 'Nous avons donné suite à votre signalement',
    'mails.report_resolved.body':
      'Une personne a examiné votre signalement {number} et a constaté une infraction à la loi ou à nos conditions. Nous avons agi en conséquence.\n\n{measures}',
    'mails.report_resolved.reason':
      'Vous recevez ce message car votre adresse a été indiquée avec un signalement. Pour toute question, voyez le contact dans les mentions légales.',
    'mails.report_resolved.measure.listing_rejected': 'L’annonce n’a pas été acceptée.',
    'mails.report_resolved.measure.listing_suspended': 'L’annonce a été retirée du marché.',
    'mails.report_resolved.measure.listing_deleted': 'L’annonce a été supprimée.',
    'mails.report_resolved.measure.review_rejected': 'L’avis n’est plus affiché.',
    'mails.report_resolved.measure.user_suspended': 'Le compte a été suspendu.',
    'mails.report_dismissed.subject': 'Nous avons statué sur votre signalement',
    'mails.report_dismissed.body':
      'Une personne a examiné votre signalement {number} et n’a constaté aucune infraction à la loi ni à nos conditions. Le contenu reste en ligne.\n\nSi vous en savez plus, ou si vous n’êtes pas d’accord, écrivez au contact des mentions légales en indiquant le numéro. Vous pouvez aussi saisir un organe certifié de règlement extrajudiciaire des litiges, ou un tribunal.',
    'mails.report_dismissed.reason':
      'Vous recevez ce message car votre adresse a été indiquée avec un signalement.',
  },
  nl: {
    'mails.report_received.subject': 'We hebben uw melding ontvangen',
    'mails.report_received.body':
      'We hebben uw melding {number} over deze inhoud ontvangen:\n\n{subject}\n\nIemand bekijkt elke melding. We schrijven u zodra er is beslist.',
    'mails.report_received.reason':
      'U krijgt deze mail omdat uw adres bij een melding is opgegeven. Was u dat niet, dan kunt u hem negeren.',
    'mails.report_resolved.subject': 'We hebben opgetreden na uw melding',
    'mails.report_resolved.body':
      'Iemand heeft uw melding {number} bekeken en een overtreding van de wet of van onze voorwaarden vastgesteld. We hebben opgetreden.\n\n{measures}',
    'mails.report_resolved.reason':
      'U krijgt deze mail omdat uw adres bij een melding is opgegeven. Voor vragen staat er een contact in het colofon.',
    'mails.report_resolved.measure.listing_rejected': 'De advertentie is niet goedgekeurd.',
    'mails.report_resolved.measure.listing_suspended': 'De advertentie is van de markt gehaald.',
    'mails.report_resolved.measure.listing_deleted': 'De advertentie is verwijderd.',
    'mails.report_resolved.measure.review_rejected': 'De beoordeling wordt niet meer getoond.',
    'mails.report_resolved.measure.user_suspended': 'Het account is geschorst.',
    'mails.report_dismissed.subject': 'We hebben over uw melding beslist',
    'mails.report_dismissed.body':
      'Iemand heeft uw melding {number} bekeken en geen overtreding van de wet of van onze voorwaarden vastgesteld. De inhoud blijft staan.\n\nWeet u meer dan u ons hebt verteld, of bent u het niet eens, schrijf dan naar het contact in het colofon en noem het nummer. U kunt ook naar een gecertificeerd orgaan voor buitengerechtelijke geschillenbeslechting of naar de rechter.',
    'mails.report_dismissed.reason': 'U krijgt deze mail omdat uw adres bij een melding is opgegeven.',
  },
  pl: {
    'mails.report_received.subject': 'Otrzymaliśmy Twoje zgłoszenie',
    'mails.report_received.body':
      'Otrzymaliśmy Twoje zgłoszenie {number} dotyczące tej treści:\n\n{subject}\n\nKażde zgłoszenie sprawdza człowiek. Napiszemy, gdy zapadnie decyzja.',
    'mails.report_received.reason':
      'Otrzymujesz tę wiadomość, ponieważ Twój adres podano w zgłoszeniu. Jeśli to nie Ty, zignoruj ją.',
    'mails.report_resolved.subject': 'Podjęliśmy działania po Twoim zgłoszeniu',
    'mails.report_resolved.body':
      'Człowiek sprawdził Twoje zgłoszenie {number} i stwierdził naruszenie prawa lub naszych warunków. Podjęliśmy działania.\n\n{measures}',
    'mails.report_resolved.reason':
      'Otrzymujesz tę wiadomość, ponieważ Twój adres podano w zgłoszeniu. W razie pytań kontakt znajdziesz w nocie prawnej.',
    'mails.report_resolved.measure.listing_rejected': 'Ogłoszenie nie zostało zatwierdzone.',
    'mails.report_resolved.measure.listing_suspended': 'Ogłoszenie zostało wycofane z rynku.',
    'mails.report_resolved.measure.listing_deleted': 'Ogłoszenie zostało usunięte.',
    'mails.report_resolved.measure.review_rejected': 'Opinia nie jest już wyświetlana.',
    'mails.report_resolved.measure.user_suspended': 'Konto zostało zawieszone.',
    'mails.report_dismissed.subject': 'Podjęliśmy decyzję w sprawie zgłoszenia',
    'mails.report_dismissed.body':
      'Człowiek sprawdził Twoje zgłoszenie {number} i nie stwierdził naruszenia prawa ani naszych warunków. Treść pozostaje.\n\nJeśli wiesz coś więcej lub się nie zgadzasz, napisz na adres z noty prawnej i podaj numer. Możesz też zwrócić się do certyfikowanego organu pozasądowego rozstrzygania sporów albo do sądu.',
    'mails.report_dismissed.reason': 'Otrzymujesz tę wiadomość, ponieważ Twój adres podano w zgłoszeniu.',
  },
};

interface GuestMail {
  readonly to: string;
  readonly language: string;
  readonly reportId: string;
}

export function guestReportReceivedMail({
  to,
  language,
  reportId,
  subject,
}: GuestMail & { readonly subject: string }): TemplatedMail {
  return { to, language, name: 'report_received', values: { number: reportId, subject } };
}

export function guestReportDecidedMail(
  { to, language, reportId }: GuestMail,
  status: 'resolved' | 'dismissed',
  measures: string,
): TemplatedMail {
  const values = status === 'resolved' ? { number: reportId, measures } : { number: reportId };
  return { to, language, name: `report_${status}`, values };
}

export function measureKey(kind: DecisionKind): string {
  return `mails.report_resolved.measure.${kind.replace('.', '_')}`;
}
