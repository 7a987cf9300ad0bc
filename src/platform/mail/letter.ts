import { filled, type Values, type Wording } from '../wording.ts';
import type { Mail } from './mailer.ts';

export interface Letter {
  readonly to: string;
  /** The reader's language; texts missing in it are in English. */
  readonly language: string;
  /**
   * The key of its texts: `mails.<name>.subject` and `.body` (paragraphs separated by empty lines), and optionally
   * `.action` (the label of the button) and `.reason` (why this person gets the mail).
   */
  readonly name: string;
  /** Values of the placeholders. A paragraph that becomes empty is left out. */
  readonly values: Values;
  /** The one thing to do, shown as a button and as a link to copy. */
  readonly actionUrl?: string;
  readonly unsubscribeUrl?: string;
}

/** The final texts of a letter. */
interface Written {
  readonly language: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly reason?: string;
  readonly unsubscribe?: { readonly label: string; readonly url: string };
}

/** Renders the plain text and the HTML of a mail from the same texts. */
export function writeLetter(letter: Letter, wording: Wording): Mail {
  const written = wordsOf(letter, wording);
  return {
    to: letter.to,
    subject: written.subject,
    text: textOf(written),
    html: htmlOf(written),
    ...(letter.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: letter.unsubscribeUrl }),
  };
}

function wordsOf(letter: Letter, wording: Wording): Written {
  const { values, actionUrl, unsubscribeUrl } = letter;
  const find = (key: string) => wording.find([letter.language], `mails.${letter.name}.${key}`);
  const text = (key: string): string | undefined => {
    const phrase = find(key);
    return phrase === null ? undefined : filled(phrase.text, values);
  };
  const subject = find('subject');
  if (subject === null) throw new Error(`the letter ${letter.name} has no words`);
  const [action, reason, unsubscribe] = [text('action'), text('reason'), text('unsubscribe')];
  return {
    language: subject.language,
    subject: filled(subject.text, values),
    paragraphs: (text('body') ?? '').split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
    ...(actionUrl === undefined || action === undefined ? {} : { action: { label: action, url: actionUrl } }),
    ...(reason === undefined ? {} : { reason }),
    ...(unsubscribeUrl === undefined || unsubscribe === undefined
      ? {}
      : { unsubscribe: { label: unsubscribe, url: unsubscribeUrl } }),
  };
}

function textOf(letter: Written): string {
  const parts = [...letter.paragraphs];
  if (letter.action !== undefined) parts.push(`${letter.action.label}: ${letter.action.url}`);
  const footer = [
    letter.reason,
    letter.unsubscribe && `${letter.unsubscribe.label}: ${letter.unsubscribe.url}`,
  ].filter((line) => line !== undefined);
  if (footer.length > 0) parts.push(`-- \n${footer.join('\n')}`);
  return `${parts.join('\n\n')}\n`;
}

function htmlOf(letter: Written): string {
  const body = letter.paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`);
  if (letter.action !== undefined) {
    const { label, url } = letter.action;
    body.push(
      `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;background:#12395b;color:#fff;text-decoration:none;border-radius:4px">${escapeHtml(label)}</a></p>`,
      `<p style="color:#666;font-size:13px">${escapeHtml(url)}</p>`,
    );
  }
  const footer: string[] = [];
  if (letter.reason !== undefined) footer.push(escapeHtml(letter.reason));
  if (letter.unsubscribe !== undefined)
    footer.push(
      `<a href="${escapeHtml(letter.unsubscribe.url)}">${escapeHtml(letter.unsubscribe.label)}</a>`,
    );
  if (footer.length > 0) body.push(`<p style="color:#666;font-size:12px">${footer.join('<br>')}</p>`);
  return (
    `<!doctype html><html lang="${escapeHtml(letter.language)}"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>` +
    `<body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#222;max-width:34em;margin:24px auto;padding:0 12px">${body.join('')}</body></html>`
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
