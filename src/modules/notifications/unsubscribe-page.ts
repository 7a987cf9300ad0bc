import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Keys } from '../../platform/crypto/keys.ts';
import { escapeHtml } from '../../platform/mail/templated-mail.ts';
import type { Notifications } from './service.ts';
import {
  readUnsubscribeToken,
  UNSUBSCRIBE_PATH,
  type UnsubscribeTarget,
  unsubscribeUrl,
} from './unsubscribe-link.ts';
import type { Values } from '../../platform/wording.ts';
import { acceptedLanguages } from '../../platform/http/request/languages.ts';
import type { NoticeText } from './generated/text-keys.ts';
import { shippedText } from './words.ts';

const FORM_BYTES_MAX = 1024;
const TOKEN_MAX = 200;

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'private, no-store',
} as const;

/**
 * Adds the page behind the unsubscribe link. Opening it changes nothing, because mail scanners open every link. Its button, and
 * the one-click request of email clients (RFC 8058), post to the same URL. A link that ends the notifications from one source
 * also offers to end all emails of their type.
 */
export function addUnsubscribePage(
  app: FastifyInstance,
  { keys, notifications }: { keys: Keys; notifications: Notifications },
): void {
  void app.register(async (scope) => {
    // RFC 8058 allows multipart forms too; the URL is sufficient, whatever the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX },
      (_request, _body, done) => done(null),
    );
    const allOf = ({ userId, type }: UnsubscribeTarget): string => unsubscribeUrl('', keys, { userId, type });
    scope.get(UNSUBSCRIBE_PATH, async (request, reply) => {
      const target = readUnsubscribeToken(keys, tokenOf(request.query));
      const text = textsIn(request.headers['accept-language']);
      const title = text('unsubscribe.title');
      if (target === null) return send(reply, 404, title, text('unsubscribe.invalid'));
      if (target.sourceId === undefined)
        return send(reply, 200, title, text('unsubscribe.question', labelOf(target, text)), {
          label: text('unsubscribe.button'),
        });
      const name = await notifications.sourceName(target, target.sourceId);
      const forAll = { label: text('unsubscribe.button'), action: allOf(target) };
      if (name === null) return send(reply, 200, title, text('unsubscribe.source.gone'), forAll);
      const question = text('unsubscribe.source.question', { name });
      return send(reply, 200, title, question, { label: text('unsubscribe.source.button') }, forAll);
    });
    scope.post(UNSUBSCRIBE_PATH, async (request, reply) => {
      const target = readUnsubscribeToken(keys, tokenOf(request.query));
      const text = textsIn(request.headers['accept-language']);
      const title = text('unsubscribe.title');
      if (target === null) return send(reply, 404, title, text('unsubscribe.invalid'));
      await notifications.unsubscribe(target);
      if (target.sourceId === undefined)
        return send(reply, 200, title, text('unsubscribe.done', labelOf(target, text)));
      const name = await notifications.sourceName(target, target.sourceId);
      const done =
        name === null ? text('unsubscribe.source.gone') : text('unsubscribe.source.done', { name });
      return send(reply, 200, title, done, { label: text('unsubscribe.button'), action: allOf(target) });
    });
  });
}

function tokenOf(query: unknown): string {
  const token = (query as { token?: unknown }).token;
  return typeof token === 'string' ? token.slice(0, TOKEN_MAX) : '';
}

type Text = (key: NoticeText, values?: Values) => string;

function textsIn(header: string | undefined): Text {
  const language = acceptedLanguages(header ?? null)[0] ?? 'en';
  return (key, values) => shippedText(language, key, values);
}

function labelOf({ type }: UnsubscribeTarget, text: Text): Values {
  return { label: text(`notices.${type}.label`) };
}

function send(
  reply: FastifyReply,
  status: number,
  title: string,
  text: string,
  ...buttons: readonly { readonly label: string; readonly action?: string }[]
): FastifyReply {
  const forms = buttons.map(({ label, action }) => {
    const target = action === undefined ? '' : ` action="${escapeHtml(action)}"`;
    return `<form method="post"${target}><p><button>${escapeHtml(label)}</button></p></form>`;
  });
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head>` +
        `<body style="font:16px/1.6 system-ui,sans-serif;max-width:34em;margin:3em auto;padding:0 1.2em">` +
        `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${forms.join('')}</body></html>`,
    );
}
