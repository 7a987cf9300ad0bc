import { fillPlaceholders, type Values, type Wording } from '../wording.ts';
import { layoutOf } from './layout.tsx';
import type { Mail } from './mailer.ts';
import type { MailCard, RenderedMail } from './rendered-mail.ts';

export interface TemplatedMail {
  readonly to: string;
  /** The reader's language; texts missing in it are in English. */
  readonly language: string;
  /**
   * The key of its texts: `mails.<name>.subject` and `.body` (paragraphs separated by empty lines). Optional texts are `.action`
   * (label of the button), `.reason` (why the recipient gets the email), and the labels of the closing links: `.unsubscribe` and,
   * for emails from one of several sources, `.unsubscribeSource`.
   */
  readonly name: string;
  /** Values of the placeholders. A paragraph that becomes empty is left out. */
  readonly values: Values;
  /**
   * Values of the subject's placeholders, all our own: what others wrote (names, titles, names of files) would
   * speak there in our name. A subject has no others, also when an administrator has edited it.
   */
  readonly subjectValues?: Values;
  /** A code to type, shown large above the rest; one of the values. */
  readonly code?: string | undefined;
  /** The one thing to do, shown as a button and as a link to copy. */
  readonly actionUrl?: string | undefined;
  /** Account of an unconfirmed address, so that erasing the account deletes the email. */
  readonly userId?: string;
  /** IDs of users, sellers and messages that the email names or quotes; it is not sent once they are deleted. */
  readonly about?: readonly string[] | undefined;
  /** Between the text and the button. */
  readonly cards?: readonly MailCard[];
  /** A line below the cards. */
  readonly belowCards?: string | undefined;
  readonly unsubscribeUrl?: string | undefined;
  /** Unsubscribes from all emails of the kind, if `unsubscribeUrl` covers only one source. */
  readonly unsubscribeAllUrl?: string;
}

/** Renders the plain text and the HTML of an email from the same texts. */
export function renderMail(mail: TemplatedMail, wording: Wording, baseUrl: string): Mail {
  const written = wordsOf(mail, wording, baseUrl);
  return {
    to: mail.to,
    subject: written.subject,
    text: textOf(written),
    html: layoutOf(written),
    unsubscribeUrl: mail.unsubscribeUrl,
  };
}

function wordsOf(mail: TemplatedMail, wording: Wording, baseUrl: string): RenderedMail {
  const { values, code, actionUrl, unsubscribeUrl, unsubscribeAllUrl, cards = [], belowCards } = mail;
  const find = (key: string) => wording.find([mail.language], `mails.${mail.name}.${key}`);
  const text = (key: string): string | undefined => {
    const phrase = find(key);
    return phrase === null ? undefined : fillPlaceholders(phrase.text, values);
  };
  const subject = find('subject');
  if (subject === null) throw new Error(`the email ${mail.name} has no texts`);
  // An email whose texts exist only in English is entirely in English.
  const layout = (key: string): string => wording.find([subject.language], `mails.layout.${key}`)?.text ?? '';
  const [action, reason] = [text('action'), text('reason')];
  const unsubscribe =
    unsubscribeAllUrl === undefined
      ? [{ label: text('unsubscribe'), url: unsubscribeUrl }]
      : [
          { label: text('unsubscribeSource'), url: unsubscribeUrl },
          { label: text('unsubscribe'), url: unsubscribeAllUrl },
        ];
  return {
    language: subject.language,
    subject: subjectOf(subject.text, mail.subjectValues ?? {}),
    paragraphs: (text('body') ?? '').split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
    code,
    action: actionUrl === undefined || action === undefined ? undefined : { label: action, url: actionUrl },
    reason,
    cards,
    belowCards,
    unsubscribe: unsubscribe.flatMap(({ label, url }) =>
      label === undefined || url === undefined ? [] : [{ label, url }],
    ),
    frame: {
      site: layout('site'),
      siteUrl: `${baseUrl}/`,
      copy: layout('copy'),
      links: ['imprint', 'privacy'].map((slug) => ({
        label: layout(slug),
        url: `${baseUrl}/info/${slug}`,
      })),
    },
  };
}

/** The subject with the code masked, for readers who must not see it. */
export function maskedSubject(mail: TemplatedMail, wording: Wording): string {
  const phrase = wording.find([mail.language], `mails.${mail.name}.subject`);
  const covered = mail.code === undefined ? {} : { code: '••••••' };
  return subjectOf(phrase?.text ?? '', { ...mail.subjectValues, ...covered });
}

function subjectOf(text: string, values: Values): string {
  const subject = fillPlaceholders(text, values)
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return subject === '' ? 'Fifthwheel' : subject;
}

function textOf(mail: RenderedMail): string {
  const cards = mail.cards.map(({ title, price, highlight, facts, lines, url }) =>
    [title, price, highlight, facts, ...lines, url].filter((line) => line !== undefined).join('\n'),
  );
  const parts = [...mail.paragraphs, ...cards];
  if (mail.belowCards !== undefined) parts.push(mail.belowCards);
  if (mail.action !== undefined) parts.push(`${mail.action.label}: ${mail.action.url}`);
  const links = [...mail.unsubscribe, ...mail.frame.links].map(({ label, url }) => `${label}: ${url}`);
  const footer = [mail.reason, ...links].filter((line) => line !== undefined);
  parts.push(`-- \n${footer.join('\n')}`);
  return `${parts.join('\n\n')}\n`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
