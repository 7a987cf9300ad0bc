import { filled, type Values, type Wording } from '../wording.ts';
import type { Mail } from './mailer.ts';

/** An item shown in a mail: its picture, its name as a link, and lines about it. */
export interface MailCard {
  readonly title: string;
  readonly url: string;
  readonly imageUrl: string | null;
  readonly lines: readonly string[];
}

export interface TemplatedMail {
  readonly to: string;
  /** The reader's language; texts missing in it are in English. */
  readonly language: string;
  /**
   * The key of its texts: `mails.<name>.subject` and `.body` (paragraphs separated by empty lines), and optionally
   * `.action` (the label of the button), `.reason` (why this person gets the mail), and the labels of the links that end
   * mails: `.unsubscribe` and, for mails from one of several sources, `.unsubscribeSource`.
   */
  readonly name: string;
  /** Values of the placeholders. A paragraph that becomes empty is left out. */
  readonly values: Values;
  /**
   * Values of the subject's placeholders, all our own: what others wrote (names, titles, names of files) would
   * speak there in our name. A subject has no others, also when an administrator has edited it.
   */
  readonly subjectValues?: Values;
  /** The one thing to do, shown as a button and as a link to copy. */
  readonly actionUrl?: string;
  /** Ids of people, sellers and messages whose names or words it holds: it is not sent once they are gone. */
  readonly about?: readonly string[];
  /** Between the text and the button. */
  readonly cards?: readonly MailCard[];
  /** A line below the cards. */
  readonly belowCards?: string;
  readonly unsubscribeUrl?: string;
  /** Ends all mails of the kind, where `unsubscribeUrl` ends only those from one source. */
  readonly unsubscribeAllUrl?: string;
}

/** The final texts of a mail. */
interface Written {
  readonly language: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly reason?: string;
  readonly cards: readonly MailCard[];
  readonly belowCards?: string;
  readonly unsubscribe: readonly { readonly label: string; readonly url: string }[];
}

/** Renders the plain text and the HTML of a mail from the same texts. */
export function renderMail(mail: TemplatedMail, wording: Wording): Mail {
  const written = wordsOf(mail, wording);
  return {
    to: mail.to,
    subject: written.subject,
    text: textOf(written),
    html: htmlOf(written),
    ...(mail.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: mail.unsubscribeUrl }),
  };
}

function wordsOf(mail: TemplatedMail, wording: Wording): Written {
  const { values, actionUrl, unsubscribeUrl, unsubscribeAllUrl, cards = [], belowCards } = mail;
  const find = (key: string) => wording.find([mail.language], `mails.${mail.name}.${key}`);
  const text = (key: string): string | undefined => {
    const phrase = find(key);
    return phrase === null ? undefined : filled(phrase.text, values);
  };
  const subject = find('subject');
  if (subject === null) throw new Error(`the mail ${mail.name} has no words`);
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
    ...(actionUrl === undefined || action === undefined ? {} : { action: { label: action, url: actionUrl } }),
    ...(reason === undefined ? {} : { reason }),
    cards,
    ...(belowCards === undefined ? {} : { belowCards }),
    unsubscribe: unsubscribe.flatMap(({ label, url }) =>
      label === undefined || url === undefined ? [] : [{ label, url }],
    ),
  };
}

function subjectOf(text: string, values: Values): string {
  const subject = filled(text, values)
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return subject === '' ? 'Fifthwheel' : subject;
}

function textOf(mail: Written): string {
  const cards = mail.cards.map(({ title, lines, url }) => [title, ...lines, url].join('\n'));
  const parts = [...mail.paragraphs, ...cards];
  if (mail.belowCards !== undefined) parts.push(mail.belowCards);
  if (mail.action !== undefined) parts.push(`${mail.action.label}: ${mail.action.url}`);
  const footer = [mail.reason, ...mail.unsubscribe.map(({ label, url }) => `${label}: ${url}`)].filter(
    (line) => line !== undefined,
  );
  if (footer.length > 0) parts.push(`-- \n${footer.join('\n')}`);
  return `${parts.join('\n\n')}\n`;
}

function htmlOf(mail: Written): string {
  const body = mail.paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`);
  if (mail.cards.length > 0)
    body.push(
      `<table role="presentation" cellspacing="0" cellpadding="0">${mail.cards.map(cardHtml).join('')}</table>`,
    );
  if (mail.belowCards !== undefined) body.push(`<p>${escapeHtml(mail.belowCards)}</p>`);
  if (mail.action !== undefined) {
    const { label, url } = mail.action;
    body.push(
      `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;background:#12395b;color:#fff;text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></p>`,
      `<p style="color:#666;font-size:13px">${escapeHtml(url)}</p>`,
    );
  }
  const footer: string[] = [];
  if (mail.reason !== undefined) footer.push(escapeHtml(mail.reason));
  for (const { label, url } of mail.unsubscribe)
    footer.push(`<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`);
  if (footer.length > 0) body.push(`<p style="color:#666;font-size:12px">${footer.join('<br>')}</p>`);
  return (
    `<!doctype html><html lang="${escapeHtml(mail.language)}"><head><meta charset="utf-8"><title>${escapeHtml(mail.subject)}</title></head>` +
    `<body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#222;max-width:34em;margin:24px auto;padding:0 12px">${body.join('')}</body></html>`
  );
}

function cardHtml({ title, url, imageUrl, lines }: MailCard): string {
  const picture =
    imageUrl === null
      ? ''
      : `<a href="${escapeHtml(url)}"><img src="${escapeHtml(imageUrl)}" alt="" width="120" style="border-radius:4px"></a>`;
  const text = lines.map((line) => `<br>${escapeHtml(line)}`).join('');
  return (
    `<tr><td width="132" valign="top" style="padding:6px 0">${picture}</td>` +
    `<td valign="top" style="padding:6px 0"><a href="${escapeHtml(url)}">${escapeHtml(title)}</a>${text}</td></tr>`
  );
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
