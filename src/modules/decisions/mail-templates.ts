/** What is said of a decision: its kind, the rule it rests on, and the mails about it. Administrators can change the words. */
import type { TextsByLanguage } from '../../platform/wording.ts';
import type { DecisionKind } from './tables.ts';

const RULES = ['fraud', 'goods', 'people', 'truth', 'conduct', 'terms'] as const;
type Rule = (typeof RULES)[number];

/** The rule that stands behind a reason; whatever is not here breaks the terms. */
const RULE_OF: Readonly<Record<string, Rule>> = {
  fraud_suspected: 'fraud',
  stolen_suspected: 'fraud',
  prohibited: 'goods',
  insulting: 'people',
  personal_data: 'people',
  wrong_category: 'truth',
  misleading_price: 'truth',
  photos_do_not_match: 'truth',
  incomplete: 'truth',
  invented: 'truth',
  contact_in_text: 'conduct',
  duplicate: 'conduct',
  not_about_seller: 'conduct',
};

export function ruleKey(code: string): string {
  return `mails.decision.rule.${RULE_OF[code] ?? 'terms'}`;
}

export function kindKey(kind: DecisionKind): string {
  return `mails.decision.kind.${kind.replace('.', '_')}`;
}

export const decisionTexts: TextsByLanguage = {
  en: {
    'mails.decision.subject': '{label}',
    'mails.decision.body':
      'Hello {name},\n\n{what}\n\nIt is about: {subject}\n\nReason: {reason}\n\nRule: {rule}\n\n{ends}\n\n{found} A person decided; nothing about it was automatic.\n\nYou can object within six months, free of charge. An administrator who was not involved then decides again, if there is another one. You can also turn to a certified body for settling disputes out of court, or to a court.',
    'mails.decision.ends': 'It ends by itself on {day}.',
    'mails.decision.action': 'See the decision or object',
    'mails.decision.reason': 'You get this mail because the law asks for reasons. It cannot be switched off.',
    'mails.decision.found.administrator': 'We found this ourselves.',
    'mails.decision.found.report': 'We looked into it because somebody reported it.',
    'mails.decision.kind.listing_rejected': 'Your listing was not approved and does not go live as it is.',
    'mails.decision.kind.listing_suspended': 'Your listing was taken off the market.',
    'mails.decision.kind.listing_deleted': 'Your listing was deleted.',
    'mails.decision.kind.review_rejected': 'Your review is not shown.',
    'mails.decision.kind.user_suspended':
      'Your account is suspended: you cannot sign in, and API keys do not work.',
    'mails.decision.rule.fraud': 'The law: fraud, and dealing in stolen goods, are illegal.',
    'mails.decision.rule.goods': 'The law: goods of this kind must not be offered here.',
    'mails.decision.rule.people': 'The law: the rights of other people, their honour and their data.',
    'mails.decision.rule.truth': 'Our terms: what is published is true, complete and in its place.',
    'mails.decision.rule.conduct':
      'Our terms: one listing for each vehicle, and texts about the thing itself.',
    'mails.decision.rule.terms': 'Our terms of use.',
    'mails.decision_judged.subject': 'We have decided on your objection',
    'mails.decision_judged.body':
      'Hello {name},\n\n{outcome}\n\nIt is about: {subject}\n\nReason: {reason}\n\n{judge} You can also turn to a certified body for settling disputes out of court, or to a court.',
    'mails.decision_judged.action': 'See the decision',
    'mails.decision_judged.reason': 'You get this mail because you objected to a decision.',
    'mails.decision_judged.other_person':
      'The administrator who judged your objection did not make the first decision.',
    'mails.decision_judged.same_person':
      'This marketplace has only one administrator, so the same person judged your objection.',
    'mails.decision_judged.upheld': 'We have looked at our decision again, and it stands.',
    'mails.decision_judged.reversed':
      'You were right to object: we have taken our decision back. A listing that had not been approved can be submitted again.',
  },
  de: {
    'mails.decision.subject': '{label}',
    'mails.decision.body':
      'Guten Tag {name},\n\n{what}\n\nEs geht um: {subject}\n\nGrund: {reason}\n\nRegel: {rule}\n\n{ends}\n\n{found} Entschieden hat ein Mensch; nichts daran geschah automatisch.\n\nSie können sechs Monate lang kostenlos widersprechen. Dann entscheidet neu, wer nicht beteiligt war, sofern es einen weiteren Administrator gibt. Sie können sich auch an eine zertifizierte Stelle zur außergerichtlichen Streitbeilegung oder an ein Gericht wenden.',
    'mails.decision.ends': 'Sie endet von selbst am {day}.',
    'mails.decision.action': 'Entscheidung ansehen oder widersprechen',
    'mails.decision.reason':
      'Sie erhalten diese Mail, weil das Gesetz eine Begründung verlangt. Sie lässt sich nicht abbestellen.',
    'mails.decision.found.administrator': 'Das haben wir selbst festgestellt.',
    'mails.decision.found.report': 'Wir haben das geprüft, weil es gemeldet wurde.',
    'mails.decision.kind.listing_rejected': 'Ihr Inserat wurde nicht freigegeben und geht so nicht online.',
    'mails.decision.kind.listing_suspended': 'Ihr Inserat wurde vom Markt genommen.',
    'mails.decision.kind.listing_deleted': 'Ihr Inserat wurde gelöscht.',
    'mails.decision.kind.review_rejected': 'Ihre Bewertung wird nicht angezeigt.',
    'mails.decision.kind.user_suspended':
      'Ihr Konto ist gesperrt: Sie können sich nicht anmelden, und API-Schlüssel sind ungültig.',
    'mails.decision.rule.fraud': 'Gesetz: Betrug und Handel mit Gestohlenem sind verboten.',
    'mails.decision.rule.goods': 'Gesetz: Waren dieser Art dürfen hier nicht angeboten werden.',
    'mails.decision.rule.people': 'Gesetz: die Rechte anderer, ihre Ehre und ihre Daten.',
    'mails.decision.rule.truth':
      'Unsere Bedingungen: Was veröffentlicht wird, ist wahr, vollständig und am richtigen Ort.',
    'mails.decision.rule.conduct':
      'Unsere Bedingungen: ein Inserat je Fahrzeug, und Texte, die bei der Sache bleiben.',
    'mails.decision.rule.terms': 'Unsere Nutzungsbedingungen.',
    'mails.decision_judged.subject': 'Wir haben über Ihren Widerspruch entschieden',
    'mails.decision_judged.body':
      'Guten Tag {name},\n\n{outcome}\n\nEs geht um: {subject}\n\nGrund: {reason}\n\n{judge} Sie können sich auch an eine zertifizierte Stelle zur außergerichtlichen Streitbeilegung oder an ein Gericht wenden.',
    'mails.decision_judged.action': 'Entscheidung ansehen',
    'mails.decision_judged.reason':
      'Sie erhalten diese Mail, weil Sie einer Entscheidung widersprochen haben.',
    'mails.decision_judged.other_person':
      'Über Ihren Widerspruch hat jemand entschieden, der die erste Entscheidung nicht getroffen hatte.',
    'mails.decision_judged.same_person':
      'Dieser Marktplatz hat nur einen Administrator; deshalb hat dieselbe Person über Ihren Widerspruch entschieden.',
    'mails.decision_judged.upheld': 'Wir haben unsere Entscheidung noch einmal geprüft; sie bleibt bestehen.',
    'mails.decision_judged.reversed':
      'Sie haben zu Recht widersprochen: Wir haben unsere Entscheidung zurückgenommen. Ein Inserat, das nicht freigegeben war, können Sie erneut einreichen.',
  },
  fr: {
    'mails.decision.subject': '{label}',
    'mails.decision.body':
      'Bonjour {name},\n\n{what}\n\nIl s’agit de : {subject}\n\nMotif : {reason}\n\nRègle : {rule}\n\n{ends}\n\n{found} La décision a été prise par une personne ; rien n’a été automatique.\n\nVous pouvez la contester gratuitement pendant six mois. Un administrateur qui n’y a pas pris part décide alors à nouveau, s’il y en a un autre. Vous pouvez aussi saisir un organe certifié de règlement extrajudiciaire des litiges, ou un tribunal.',
    'mails.decision.ends': 'Elle prend fin d’elle-même le {day}.',
    'mails.decision.action': 'Voir la décision ou la contester',
    'mails.decision.reason':
      'Vous recevez ce message car la loi demande une motivation. Il ne peut pas être désactivé.',
    'mails.decision.found.administrator': 'Nous l’avons constaté nous-mêmes.',
    'mails.decision.found.report': 'Nous l’avons examiné à la suite d’un signalement.',
    'mails.decision.kind.listing_rejected':
      'Votre annonce n’a pas été acceptée et n’est pas mise en ligne telle quelle.',
    'mails.decision.kind.listing_suspended': 'Votre annonce a été retirée du marché.',
    'mails.decision.kind.listing_deleted': 'Votre annonce a été supprimée.',
    'mails.decision.kind.review_rejected': 'Votre avis n’est pas affiché.',
    'mails.decision.kind.user_suspended':
      'Votre compte est suspendu : la connexion et les clés API ne fonctionnent plus.',
    'mails.decision.rule.fraud': 'La loi : la fraude et le commerce de biens volés sont interdits.',
    'mails.decision.rule.goods': 'La loi : les biens de ce genre ne doivent pas être proposés ici.',
    'mails.decision.rule.people': 'La loi : les droits d’autrui, son honneur et ses données.',
    'mails.decision.rule.truth': 'Nos conditions : ce qui est publié est exact, complet et à sa place.',
    'mails.decision.rule.conduct':
      'Nos conditions : une annonce par véhicule, et des textes qui s’en tiennent au sujet.',
    'mails.decision.rule.terms': 'Nos conditions d’utilisation.',
    'mails.decision_judged.subject': 'Nous avons statué sur votre réclamation',
    'mails.decision_judged.body':
      'Bonjour {name},\n\n{outcome}\n\nIl s’agit de : {subject}\n\nMotif : {reason}\n\n{judge} Vous pouvez aussi saisir un organe certifié de règlement extrajudiciaire des litiges, ou un tribunal.',
    'mails.decision_judged.action': 'Voir la décision',
    'mails.decision_judged.reason': 'Vous recevez ce message car vous avez contesté une décision.',
    'mails.decision_judged.other_person':
      'Votre réclamation a été examinée par une personne qui n’avait pas pris la première décision.',
    'mails.decision_judged.same_person':
      'Cette place de marché n’a qu’un administrateur ; la même personne a donc examiné votre réclamation.',
    'mails.decision_judged.upheld': 'Nous avons réexaminé notre décision ; elle est maintenue.',
    'mails.decision_judged.reversed':
      'Vous avez eu raison de la contester : nous avons retiré notre décision. Une annonce qui n’avait pas été acceptée peut être soumise à nouveau.',
  },
  nl: {
    'mails.decision.subject': '{label}',
    'mails.decision.body':
      'Beste {name},\n\n{what}\n\nHet gaat om: {subject}\n\nReden: {reason}\n\nRegel: {rule}\n\n{ends}\n\n{found} Een mens heeft beslist; niets gebeurde automatisch.\n\nU kunt zes maanden lang gratis bezwaar maken. Een beheerder die er niet bij betrokken was, beslist dan opnieuw, als er nog een andere is. U kunt ook naar een gecertificeerd orgaan voor buitengerechtelijke geschillenbeslechting of naar de rechter.',
    'mails.decision.ends': 'Ze eindigt vanzelf op {day}.',
    'mails.decision.action': 'Beslissing bekijken of bezwaar maken',
    'mails.decision.reason':
      'U krijgt deze mail omdat de wet om een motivering vraagt. Hij kan niet worden uitgezet.',
    'mails.decision.found.administrator': 'We hebben dit zelf vastgesteld.',
    'mails.decision.found.report': 'We hebben dit bekeken na een melding.',
    'mails.decision.kind.listing_rejected': 'Uw advertentie is niet goedgekeurd en komt zo niet online.',
    'mails.decision.kind.listing_suspended': 'Uw advertentie is van de markt gehaald.',
    'mails.decision.kind.listing_deleted': 'Uw advertentie is verwijderd.',
    'mails.decision.kind.review_rejected': 'Uw beoordeling wordt niet getoond.',
    'mails.decision.kind.user_suspended':
      'Uw account is geblokkeerd: u kunt zich niet aanmelden, en API-sleutels werken niet.',
    'mails.decision.rule.fraud': 'De wet: fraude en handel in gestolen goed zijn verboden.',
    'mails.decision.rule.goods': 'De wet: goederen van deze soort mogen hier niet worden aangeboden.',
    'mails.decision.rule.people': 'De wet: de rechten van anderen, hun eer en hun gegevens.',
    'mails.decision.rule.truth':
      'Onze voorwaarden: wat wordt gepubliceerd, is waar, volledig en op zijn plaats.',
    'mails.decision.rule.conduct':
      'Onze voorwaarden: één advertentie per voertuig, en teksten die bij de zaak blijven.',
    'mails.decision.rule.terms': 'Onze gebruiksvoorwaarden.',
    'mails.decision_judged.subject': 'We hebben over uw bezwaar beslist',
    'mails.decision_judged.body':
      'Beste {name},\n\n{outcome}\n\nHet gaat om: {subject}\n\nReden: {reason}\n\n{judge} U kunt ook naar een gecertificeerd orgaan voor buitengerechtelijke geschillenbeslechting of naar de rechter.',
    'mails.decision_judged.action': 'Beslissing bekijken',
    'mails.decision_judged.reason': 'U krijgt deze mail omdat u bezwaar hebt gemaakt tegen een beslissing.',
    'mails.decision_judged.other_person':
      'Uw bezwaar is beoordeeld door iemand die de eerste beslissing niet had genomen.',
    'mails.decision_judged.same_person':
      'Deze marktplaats heeft maar één beheerder; daarom heeft dezelfde persoon uw bezwaar beoordeeld.',
    'mails.decision_judged.upheld': 'We hebben onze beslissing opnieuw bekeken; ze blijft staan.',
    'mails.decision_judged.reversed':
      'U hebt terecht bezwaar gemaakt: we hebben onze beslissing teruggenomen. Een advertentie die niet was goedgekeurd, kunt u opnieuw indienen.',
  },
  pl: {
    'mails.decision.subject': '{label}',
    'mails.decision.body':
      'Dzień dobry {name},\n\n{what}\n\nDotyczy: {subject}\n\nPowód: {reason}\n\nZasada: {rule}\n\n{ends}\n\n{found} Decyzję podjął człowiek; nic nie działo się automatycznie.\n\nPrzez sześć miesięcy możesz bezpłatnie złożyć sprzeciw. Wtedy decyduje ponownie administrator, który nie brał w tym udziału, jeśli jest inny. Możesz też zwrócić się do certyfikowanego organu pozasądowego rozstrzygania sporów albo do sądu.',
    'mails.decision.ends': 'Kończy się samoczynnie {day}.',
    'mails.decision.action': 'Zobacz decyzję lub złóż sprzeciw',
    'mails.decision.reason':
      'Otrzymujesz tę wiadomość, ponieważ prawo wymaga uzasadnienia. Nie można jej wyłączyć.',
    'mails.decision.found.administrator': 'Stwierdziliśmy to sami.',
    'mails.decision.found.report': 'Sprawdziliśmy to po zgłoszeniu.',
    'mails.decision.kind.listing_rejected':
      'Twoje ogłoszenie nie zostało zatwierdzone i w tej postaci nie zostanie opublikowane.',
    'mails.decision.kind.listing_suspended': 'Twoje ogłoszenie zostało zdjęte z rynku.',
    'mails.decision.kind.listing_deleted': 'Twoje ogłoszenie zostało usunięte.',
    'mails.decision.kind.review_rejected': 'Twoja opinia nie jest wyświetlana.',
    'mails.decision.kind.user_suspended':
      'Twoje konto jest zablokowane: nie możesz się zalogować, a klucze API nie działają.',
    'mails.decision.rule.fraud': 'Prawo: oszustwo i handel kradzionymi rzeczami są zabronione.',
    'mails.decision.rule.goods': 'Prawo: rzeczy tego rodzaju nie wolno tu oferować.',
    'mails.decision.rule.people': 'Prawo: prawa innych osób, ich dobre imię i ich dane.',
    'mails.decision.rule.truth':
      'Nasze warunki: to, co się publikuje, jest prawdziwe, pełne i na swoim miejscu.',
    'mails.decision.rule.conduct':
      'Nasze warunki: jedno ogłoszenie na pojazd i teksty, które trzymają się tematu.',
    'mails.decision.rule.terms': 'Nasze warunki korzystania.',
    'mails.decision_judged.subject': 'Rozpatrzyliśmy Twój sprzeciw',
    'mails.decision_judged.body':
      'Dzień dobry {name},\n\n{outcome}\n\nDotyczy: {subject}\n\nPowód: {reason}\n\n{judge} Możesz też zwrócić się do certyfikowanego organu pozasądowego rozstrzygania sporów albo do sądu.',
    'mails.decision_judged.action': 'Zobacz decyzję',
    'mails.decision_judged.reason': 'Otrzymujesz tę wiadomość, ponieważ złożono sprzeciw wobec decyzji.',
    'mails.decision_judged.other_person': 'Sprzeciw rozpatrzyła osoba, która nie podjęła pierwszej decyzji.',
    'mails.decision_judged.same_person':
      'Ten serwis ma tylko jednego administratora, dlatego sprzeciw rozpatrzyła ta sama osoba.',
    'mails.decision_judged.upheld': 'Sprawdziliśmy naszą decyzję ponownie; pozostaje w mocy.',
    'mails.decision_judged.reversed':
      'Sprzeciw był słuszny: wycofaliśmy naszą decyzję. Ogłoszenie, które nie zostało zatwierdzone, można złożyć ponownie.',
  },
};
