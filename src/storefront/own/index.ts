/** Account pages, and redirects from the links in emails and notifications. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { BrowserSessions } from '../../modules/auth/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import { acceptedLanguages, chooseLanguage } from '../../platform/http/request/languages.ts';
import type { RateLimits } from '../../platform/http/limits/rate-limits.ts';
import type { MarketApi } from '../market-api.ts';
import { signIn, signOut } from '../session/session.routes.ts';
import { LANGUAGES } from '../texts/reader.ts';
import { accountPages } from './account.tsx';
import { decisionPages } from './decisions.tsx';
import { documentPages } from './documents.tsx';
import { favoritePages } from './favorites.tsx';
import { phonePages } from './phone.tsx';
import { entryPages } from './entry.tsx';
import { inquiryPages } from './inquiry.tsx';
import { invitationPage } from './invitation.tsx';
import { keyPages } from './keys.tsx';
import { messagePages } from './messages.tsx';
import { noticePages } from './notices.tsx';
import { reviewPage } from './review.tsx';
import { messageReportPage, reportPage } from './report.tsx';
import { savedPages } from './saved.tsx';
import { sharePage } from './share.tsx';
import { translationPage } from './translation.tsx';
import { type EndView, viewPage } from './view.tsx';
import type { OwnPage } from './own-page.ts';
import { addOwnPages as addPages, type OwnPagesParts } from './own-sender.ts';

export interface OwnParts extends OwnPagesParts {
  readonly browsers: BrowserSessions;
  readonly isEmailVerified: (email: string) => Promise<boolean>;
  readonly views: { readonly end: EndView };
  readonly market: MarketApi;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  readonly offersTranslation: boolean;
}

export async function addOwnPages(app: FastifyInstance, parts: OwnParts): Promise<void> {
  const signInReader = (
    credentials: Parameters<typeof signIn>[1],
    { request }: { request: Parameters<typeof signIn>[2] },
  ) => signIn(parts, credentials, request);
  const pages: readonly OwnPage[] = [
    ...entryPages({ signIn: signInReader }),
    ...inquiryPages({ ...parts, signIn: signInReader }),
    ...favoritePages,
    ...savedPages,
    ...messagePages(parts.offersTranslation),
    translationPage,
    messageReportPage,
    reviewPage,
    ...keyPages(parts.clock),
    ...documentPages,
    ...phonePages,
    ...decisionPages,
    ...noticePages,
    ...accountPages(({ request }) => signOut(parts.browsers, request)),
    invitationPage(({ request }) => signOut(parts.browsers, request)),
    reportPage,
    sharePage,
    viewPage((actor, origin) => parts.views.end(actor, origin)),
  ];
  await addPages(app, pages, parts);
  await nextTurn();
  for (const [path, target] of LINKS) addLink(app, path, target);
  for (const [path, target] of DESK_LINKS)
    app.get(path, (request, reply) => {
      const { id = '' } = request.params as { id?: string };
      return reply
        .header('cache-control', 'private, no-store')
        .redirect(target.replace(':id', encodeURIComponent(id)), 302);
    });
}

/** Paths without a language, as used in emails and notifications, and the page of each. */
const LINKS: readonly (readonly [path: string, page: string])[] = [
  ['/listings/:id', '/listing/:id'],
  ['/listing/:id', '/listing/:id'],
  ['/sellers/:id', '/dealer/:id'],
  ['/compare/:id', '/compare/:id'],
  ['/messages/conversations/:id', '/messages/:id'],
  ['/search', '/search'],
  ['/alerts/:id', '/alerts/:id'],
  ['/favorites', '/favorites'],
  ['/search/saved/:id', '/saved'],
  ['/reset-password', '/reset-password'],
  ['/verify', '/verify'],
  ['/team/invitations/:id', '/team/invitations/:id'],
  ['/notifications', '/notifications'],
  ['/account/documents', '/account/documents'],
  ['/info/:id', '/info/:id'],
  ['/decisions/:id', '/decisions/:id'],
];

/** Paths of the API in emails and notifications to dealers, and the pages of the dealer workspace. */
const DESK_LINKS: readonly (readonly [path: string, page: string])[] = [
  ['/seller/listings/:id', '/dealer/listings/:id'],
  ['/seller/bulk-import/:id', '/dealer/imports/:id'],
  ['/seller/webhooks/:id', '/dealer/developer/webhooks/:id'],
  ['/seller/team', '/dealer/team'],
  ['/seller/profile', '/dealer/company'],
  ['/subscriptions', '/dealer/plan'],
  ['/seller/*', '/dealer/today'],
];

function addLink(app: FastifyInstance, path: string, page: string): void {
  app.get(path, (request, reply) => {
    const wanted = acceptedLanguages(request.headers['accept-language'] ?? null);
    const language = chooseLanguage(wanted, LANGUAGES, LANGUAGES[0]);
    const { id = '' } = request.params as { id?: string };
    const query = request.url.split('?')[1];
    const target = page.replace(':id', encodeURIComponent(id));
    return reply
      .header('cache-control', 'private, no-store')
      .header('vary', 'accept-language')
      .redirect(`/${language}${target}${query === undefined ? '' : `?${query}`}`, 302);
  });
}
