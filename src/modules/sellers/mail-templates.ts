/** The mails about the suspension and verification of sellers. They are not notices, which do not reach suspended accounts and can be switched off. */
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';

interface Reader {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

export const mailTexts: TextsByLanguage = {
  en: {
    'mails.trader_asked.subject': 'What buyers must know of {label}',
    'mails.trader_asked.body':
      'Hello {name},\n\nthe law wants a marketplace to know its traders and to show buyers who they are. Of {company} this is missing:\n\n{missing}\n\nPlease add it on the page of your company. Without it we may have to suspend your listings.',
    'mails.trader_asked.action': 'Open the company page',
    'mails.trader_asked.missing.address': 'the address with street, city and country',
    'mails.trader_asked.missing.phone': 'a telephone number',
    'mails.trader_asked.missing.email': 'an e-mail address',
    'mails.trader_asked.missing.registration': 'the VAT number, or the trade register with the number in it',
    'mails.trader_asked.missing.certification': 'your confirmation that you offer only what the law allows',
    'mails.seller_suspended.subject': 'Your company is suspended on Fifthwheel',
    'mails.seller_suspended.body':
      'Hello {name},\n\nan administrator has suspended {company}. Its listings are off the market, its conversations are closed to new messages, and its webhooks send nothing.\n\nReason: {reason}',
    'mails.seller_suspended.reason': 'If you think that this is a mistake, please write to us.',
    'mails.documents_refused.subject': 'Your documents do not verify your company yet',
    'mails.documents_refused.body':
      'Hello {name},\n\nwe have looked at the documents of {company} and cannot verify the company with them.\n\nReason: {reason}',
    'mails.documents_refused.action': 'Send other documents',
    'mails.documents_refused.reason': 'If you think that this is a mistake, please write to us.',
    'mails.seller_reinstated.subject': 'Your company is active again on Fifthwheel',
    'mails.seller_reinstated.body':
      'Hello {name},\n\n{company} is active again. Listings that were live are back on the market as far as your plan has room; the others are drafts. Conversations are open again. Webhooks send new events, and missed events can be replayed.',
  },
  de: {
    'mails.trader_asked.subject': 'Was Käufer über {label} wissen müssen',
    'mails.trader_asked.body':
      'Guten Tag {name},\n\nein Marktplatz muss seine Händler kennen und Käufern zeigen, wer sie sind. Von {company} fehlt:\n\n{missing}\n\nBitte tragen Sie es auf der Seite Ihrer Firma nach. Sonst müssen wir Ihre Inserate möglicherweise sperren.',
    'mails.trader_asked.action': 'Zur Seite der Firma',
    'mails.trader_asked.missing.address': 'die Anschrift mit Straße, Ort und Land',
    'mails.trader_asked.missing.phone': 'eine Telefonnummer',
    'mails.trader_asked.missing.email': 'eine E-Mail-Adresse',
    'mails.trader_asked.missing.registration': 'die USt-IdNr. oder das Handelsregister mit der Nummer darin',
    'mails.trader_asked.missing.certification':
      'Ihre Bestätigung, dass Sie nur anbieten, was das Recht erlaubt',
    'mails.seller_suspended.subject': 'Ihr Unternehmen ist auf Fifthwheel gesperrt',
    'mails.seller_suspended.body':
      'Guten Tag {name},\n\n{company} wurde gesperrt. Die Inserate sind nicht mehr online, in Unterhaltungen sind keine neuen Nachrichten möglich, und Webhooks senden nichts.\n\nGrund: {reason}',
    'mails.seller_suspended.reason': 'Wenn Sie das für einen Irrtum halten, schreiben Sie uns bitte.',
    'mails.documents_refused.subject': 'Ihre Unterlagen reichen noch nicht',
    'mails.documents_refused.body':
      'Guten Tag {name},\n\nwir haben die Unterlagen von {company} gesehen und können das Unternehmen damit nicht als geprüft führen.\n\nGrund: {reason}',
    'mails.documents_refused.action': 'Andere Unterlagen schicken',
    'mails.documents_refused.reason': 'Wenn Sie das für einen Irrtum halten, schreiben Sie uns bitte.',
    'mails.seller_reinstated.subject': 'Ihr Unternehmen ist auf Fifthwheel wieder aktiv',
    'mails.seller_reinstated.body':
      'Guten Tag {name},\n\n{company} ist wieder aktiv. Inserate, die online waren, sind wieder online, soweit Ihr Tarif es zulässt; die übrigen sind Entwürfe. Unterhaltungen sind wieder offen. Webhooks senden neue Ereignisse; versäumte Ereignisse lassen sich erneut senden.',
  },
  fr: {
    'mails.trader_asked.subject': 'Ce que les acheteurs doivent savoir de {label}',
    'mails.trader_asked.body':
      'Bonjour {name},\n\nune place de marché doit connaître ses professionnels et montrer aux acheteurs qui ils sont. Pour {company}, il manque :\n\n{missing}\n\nMerci de le compléter sur la page de votre entreprise. Sinon, nous devrons peut-être suspendre vos annonces.',
    'mails.trader_asked.action': 'Ouvrir la page de l’entreprise',
    'mails.trader_asked.missing.address': 'l’adresse avec rue, ville et pays',
    'mails.trader_asked.missing.phone': 'un numéro de téléphone',
    'mails.trader_asked.missing.email': 'une adresse e-mail',
    'mails.trader_asked.missing.registration': 'le numéro de TVA, ou le registre du commerce et le numéro',
    'mails.trader_asked.missing.certification':
      'votre confirmation de ne proposer que ce que la loi autorise',
  },
  nl: {
    'mails.trader_asked.subject': 'Wat kopers over {label} moeten weten',
    'mails.trader_asked.body':
      'Beste {name},\n\neen marktplaats moet haar handelaren kennen en kopers tonen wie ze zijn. Van {company} ontbreekt:\n\n{missing}\n\nVul dit aan op de pagina van uw bedrijf. Anders moeten we uw advertenties mogelijk schorsen.',
    'mails.trader_asked.action': 'Naar de bedrijfspagina',
    'mails.trader_asked.missing.address': 'het adres met straat, plaats en land',
    'mails.trader_asked.missing.phone': 'een telefoonnummer',
    'mails.trader_asked.missing.email': 'een e-mailadres',
    'mails.trader_asked.missing.registration': 'het btw-nummer, of het handelsregister met het nummer',
    'mails.trader_asked.missing.certification': 'uw bevestiging dat u alleen aanbiedt wat de wet toestaat',
  },
  pl: {
    'mails.trader_asked.subject': 'Co kupujący muszą wiedzieć o {label}',
    'mails.trader_asked.body':
      'Dzień dobry {name},\n\nserwis musi znać swoich przedsiębiorców i pokazywać kupującym, kim są. W profilu {company} brakuje:\n\n{missing}\n\nProsimy uzupełnić to na stronie firmy. W przeciwnym razie możemy być zmuszeni zawiesić ogłoszenia.',
    'mails.trader_asked.action': 'Otwórz stronę firmy',
    'mails.trader_asked.missing.address': 'adresu z ulicą, miastem i krajem',
    'mails.trader_asked.missing.phone': 'numeru telefonu',
    'mails.trader_asked.missing.email': 'adresu e-mail',
    'mails.trader_asked.missing.registration': 'numeru VAT albo rejestru handlowego z numerem',
    'mails.trader_asked.missing.certification':
      'potwierdzenia, że oferowane jest tylko to, na co pozwala prawo',
  },
};

export function sellerSuspendedMail(
  { email, name, language }: Reader,
  company: string,
  reason: string,
): TemplatedMail {
  return { to: email, language, name: 'seller_suspended', values: { name, company, reason } };
}

export function documentsRefusedMail(
  { email, name, language }: Reader,
  company: string,
  reason: string,
  baseUrl: string,
): TemplatedMail {
  const actionUrl = `${baseUrl}/account/documents`;
  return { to: email, language, name: 'documents_refused', values: { name, company, reason }, actionUrl };
}

export function sellerReinstatedMail({ email, name, language }: Reader, company: string): TemplatedMail {
  return { to: email, language, name: 'seller_reinstated', values: { name, company } };
}

export function traderPartKey(part: string): string {
  return `mails.trader_asked.missing.${part}`;
}

export function traderAskedMail(
  { email, name, language }: Reader,
  { company, missing }: { readonly company: string; readonly missing: string },
  baseUrl: string,
): TemplatedMail {
  return {
    to: email,
    language,
    name: 'trader_asked',
    values: { name, company, missing },
    subjectValues: { label: company },
    actionUrl: `${baseUrl}/dealer/company`,
  };
}
