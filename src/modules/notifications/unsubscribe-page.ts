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
import { acceptedLanguages } from '../../platform/http/request/languages.ts';
import { phrasesIn } from './words.ts';

const FORM_BYTES_MAX = 1024;
const TOKEN_MAX = 200;

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'private, no-store',
} as const;

/**
 * The page behind the unsubscribe link. Opening it changes nothing, since mail scanners open every link. Its button,
 * and the one-click request of mail programs (RFC 8058), post to the same address. A link that ends the notices of one
 * source offers to end all mails of their type, too.
 */
export function addUnsubscribePage(
  app: FastifyInstance,
  { keys, notifications }: { keys: Keys; notifications: Notifications },
): void {
  void app.register(async (scope) => {
    // RFC 8058 allows multipart forms too; whatever the body, the address says it all.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX },
      (_request, _body, done) => done(null),
    );
    const allOf = ({ userId, type }: UnsubscribeTarget): string => unsubscribeUrl('', keys, { userId, type });
    scope.get(UNSUBSCRIBE_PATH, async (request, reply) => {
      const target = readUnsubscribeToken(keys, tokenOf(request.query));
      const { unsubscribePage: words, notices } = phrasesOf(request.headers['accept-language']);
      if (target === null) return send(reply, 404, words.title, words.invalid);
      if (target.sourceId === undefined)
        return send(reply, 200, words.title, words.question(notices[target.type].label), {
          label: words.button,
        });
      const name = await notifications.sourceName(target, target.sourceId);
      const forAll = { label: words.button, action: allOf(target) };
      return name === null
        ? send(reply, 200, words.title, words.gone, forAll)
        : send(reply, 200, words.title, words.questionOfOne(name), { label: words.buttonOfOne }, forAll);
    });
    scope.post(UNSUBSCRIBE_PATH, async (request, reply) => {
      const target = readUnsubscribeToken(keys, tokenOf(request.query));
      const { unsubscribePage: words, notices } = phrasesOf(request.headers['accept-language']);
      if (target === null) return send(reply, 404, words.title, words.invalid);
      await notifications.unsubscribe(target);
      if (target.sourceId === undefined)
        return send(reply, 200, words.title, words.done(notices[target.type].label));
      const name = await notifications.sourceName(target, target.sourceId);
      const done = name === null ? words.gone : words.doneOfOne(name);
      return send(reply, 200, words.title, done, { label: words.button, action: allOf(target) });
    });
  });
}

function tokenOf(query: unknown): string {
  const token = (query as { token?: unknown }).token;
  return typeof token === 'string' ? token.slice(0, TOKEN_MAX) : '';
}

function phrasesOf(header: string | undefined): ReturnType<typeof phrasesIn> {
  return phrasesIn(acceptedLanguages(header ?? null)[0] ?? 'en');
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
