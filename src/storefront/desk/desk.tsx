/**
 * The application of dealers and administrators: one page for all paths of each, because the browser draws the views. Only users of the
 * application receive it; the API decides what each role can do.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { BrowserSessions } from '../../modules/auth/index.ts';
import type { UserActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { acceptedLanguages, chooseLanguage } from '../../platform/http/request/languages.ts';
import type { Assets } from '../shell/assets.ts';
import type { PageSender } from '../shell/page-sender.ts';
import { DESK_LANGUAGES } from '../texts/languages.ts';
import type { Language, Reader } from '../texts/reader.ts';
import { Time } from '../ui/time.tsx';
import { ViewBar } from '../ui/view-bar.tsx';
import { type Message, t } from '../../platform/errors/sentence.ts';

interface DeskParts {
  readonly browsers: BrowserSessions;
  readonly sender: PageSender;
  readonly assets: Assets;
}

/** The paths of an application, and its users. */
interface Desk {
  readonly path: string;
  readonly isFor: (actor: UserActor) => boolean;
  /** Error message for other users. */
  readonly refusal: Message;
}

const DESKS: readonly Desk[] = [
  {
    path: '/dealer',
    isFor: (actor) => actor.seller !== null,
    refusal: t("The dealer workspace is only for members of a dealer's team."),
  },
  {
    path: '/admin',
    isFor: (actor) => actor.role === 'ADMIN',
    refusal: t('The admin console is only for administrators.'),
  },
];

export function addDesks(app: FastifyInstance, parts: DeskParts): void {
  for (const desk of DESKS) {
    for (const path of [desk.path, `${desk.path}/*`]) {
      app.get(
        path,
        {
          config: { rateLimit: 'pages' },
          onRequest: (request, reply) => parts.sender.redirectToOwnOrigin(request, reply),
          errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
            void parts.sender.sendError(error, languageOf(request), request, reply),
        },
        async (request, reply) => {
          const language = languageOf(request);
          const actor = await parts.browsers.authenticate(request.headers.cookie);
          reply.header('cache-control', 'private, no-store').header('vary', 'accept-language, cookie');
          if (actor.kind !== 'user') {
            const next = new URLSearchParams({ next: request.url }).toString();
            return reply.redirect(`/${language}/sign-in?${next}`, 302);
          }
          if (!desk.isFor(actor)) throw new AppError('FORBIDDEN', desk.refusal);
          return parts.sender.sendApplication(
            `<!doctype html>${renderToStaticMarkup(<Page reader={parts.sender.readerOf(language)} assets={parts.assets} actor={actor} />)}`,
            reply,
          );
        },
      );
    }
  }
}

function languageOf(request: FastifyRequest): Language {
  return chooseLanguage(
    acceptedLanguages(request.headers['accept-language'] ?? null),
    DESK_LANGUAGES,
    DESK_LANGUAGES[0],
  );
}

function Page({ reader, assets, actor }: { reader: Reader; assets: Assets; actor: UserActor }): ReactElement {
  const { application, fonts } = assets;
  const { credential, email } = actor;
  const title = reader.text('site.name');
  return (
    <html lang={reader.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {application.preloads.map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        {application.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        <script type="module" src={application.script} />
      </head>
      <body>
        {credential.kind === 'view' && (
          <ViewBar
            reader={reader}
            view={{
              name: email,
              time: <Time at={credential.until.toISOString()} shows="moment" reader={reader} />,
            }}
          />
        )}
        <div id="app" />
        <noscript>The workspace needs JavaScript. / Der Arbeitsplatz braucht JavaScript.</noscript>
      </body>
    </html>
  );
}
