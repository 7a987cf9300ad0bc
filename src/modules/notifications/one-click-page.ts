import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptedLanguages } from '../../platform/http/request/languages.ts';
import { escapeHtml } from '../../platform/mail/templated-mail.ts';
import type { Values } from '../../platform/wording.ts';
import type { NoticeText } from './generated/text-keys.ts';
import { shippedText } from './words.ts';

const FORM_BYTES_MAX = 1024;
const TOKEN_MAX = 200;

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'private, no-store',
} as const;

export type Text = (key: NoticeText, values?: Values) => string;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly buttons: readonly { readonly label: string; readonly action?: string }[];
}

interface OneClickPage {
  readonly show: (token: string, text: Text) => Promise<Answer>;
  readonly end: (token: string, text: Text) => Promise<Answer>;
}

/**
 * Adds a page behind the unsubscribe links of emails. Opening it changes nothing, because mail scanners open every link. Its
 * button, and the one-click request of email clients (RFC 8058), post to the same URL.
 */
export function addOneClickPage(app: FastifyInstance, path: string, page: OneClickPage): void {
  void app.register(async (scope) => {
    // RFC 8058 allows multipart forms too; the URL is sufficient, whatever the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX },
      (_request, _body, done) => done(null),
    );
    for (const [method, answer] of [
      ['GET', page.show],
      ['POST', page.end],
    ] as const)
      scope.route({
        method,
        url: path,
        handler: async (request, reply) => {
          const text = textsIn(request.headers['accept-language']);
          return send(reply, text('unsubscribe.title'), await answer(tokenOf(request.query), text));
        },
      });
  });
}

function tokenOf(query: unknown): string {
  const token = (query as { token?: unknown }).token;
  return typeof token === 'string' ? token.slice(0, TOKEN_MAX) : '';
}

function textsIn(header: string | undefined): Text {
  const language = acceptedLanguages(header ?? null)[0] ?? 'en';
  return (key, values) => shippedText(language, key, values);
}

function send(reply: FastifyReply, title: string, { status, text, buttons }: Answer): FastifyReply {
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
