import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReactElement } from 'react';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserSessions } from '../../modules/auth/index.ts';
import { type Actor, ANONYMOUS } from '../../platform/actor.ts';
import { isUnavailable } from '../../platform/db/sql-errors.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { credentialNeeded } from '../../platform/http/access/authorise.ts';
import type { OwnOrigins } from '../../platform/http/access/same-origin.ts';
import { clientNetwork } from '../../platform/http/limits/connections.ts';
import type { RateLimits } from '../../platform/http/limits/rate-limits.ts';
import { pathWithNext } from './destination.ts';
import type { MarketApi } from '../market-api.ts';
import { OwnApi } from '../session/own-api.ts';
import type { PageSender } from '../shell/page-sender.ts';
import type { TextKey } from '../texts/generated/keys.ts';
import { shippedTexts } from '../../platform/shipped-texts.ts';
import { type Language, LANGUAGES } from '../texts/reader.ts';
import { type FormUpload, withTyped } from './uploads.ts';
import type { FormState, OwnPage, OwnReading, Reading } from './own-page.ts';
import { typedFormOf } from './typed-form.tsx';
import { t } from '../../platform/errors/sentence.ts';

export interface OwnPagesParts {
  readonly browsers: BrowserSessions;
  readonly market: MarketApi;
  readonly origins: OwnOrigins;
  readonly rateLimits: RateLimits;
  readonly sender: PageSender;
}

const FILES_TYPE = 'multipart/form-data';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_BYTES_MAX = 64 * 1024;
const NO_FORM: FormState = { action: null, values: new URLSearchParams(), refusal: null };

/** Registers the pages of each language in their own Fastify scope, because only they parse forms. */
export async function addOwnPages(
  app: FastifyInstance,
  pages: readonly OwnPage[],
  parts: OwnPagesParts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    // The API parses files. Here, a form with files stays a stream, to be forwarded.
    scope.removeContentTypeParser(FILES_TYPE);
    scope.addContentTypeParser(FILES_TYPE, (request, body, done) =>
      done(null, {
        contentType: request.headers['content-type'] ?? FILES_TYPE,
        length: request.headers['content-length'],
        body,
      } satisfies FormUpload),
    );
    for (const language of LANGUAGES) {
      await nextTurn();
      for (const page of pages) addPage(scope, { app, language, page, parts });
    }
  });
}

/** A page in one language. */
interface Place {
  readonly app: FastifyInstance;
  readonly language: Language;
  readonly page: OwnPage;
  readonly parts: OwnPagesParts;
}

function addPage(scope: FastifyInstance, place: Place): void {
  const { language, page, parts } = place;
  const url = `/${language}${page.path}`;
  const options = {
    config: { rateLimit: 'pages' as const },
    onRequest: (request: FastifyRequest, reply: FastifyReply) =>
      parts.sender.redirectToOwnOrigin(request, reply),
    // Applies too if the rate limit rejects a form before its body is read.
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      void sendFailed(place, error, request, reply),
  };
  scope.get(url, options, (request, reply) => show(place, NO_FORM, request, reply));
  if (Object.keys(page.actions).length === 0) return;
  scope.post(url, options, async (request, reply) => {
    parts.origins.require(request, 'page');
    const form = formFrom(request, request.body);
    if (!Object.hasOwn(page.actions, form.action))
      throw new AppError('BAD_REQUEST', t('This form is not known.'));
    try {
      return await perform(place, form, request, reply);
    } catch (error) {
      return sendFailed(place, error, request, reply, form);
    }
  });
}

/** Renders the error page, with the input of the failed form. */
async function sendFailed(
  { language, parts, page }: Place,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  sent?: SentForm,
): Promise<FastifyReply> {
  const { sender } = parts;
  const form = sent ?? (request.method === 'POST' ? await unreadForm(parts, request) : null);
  if (form === null || !Object.hasOwn(page.actions, form.action))
    return sender.sendError(error, language, request, reply);
  const typed = {
    action: form.action,
    values: await typedIn(form),
    hadFiles: form.taken?.hasFiles() ?? false,
    isSignedOut: isSignedOut(error),
  };
  const renderError = (isWorthRetrying: boolean): ReactElement | null =>
    typedFormOf(typed, isWorthRetrying, sender.readerOf(language));
  if (typed.isSignedOut && renderError(true) === null)
    return reply.redirect(signInPath(language, request), 303);
  return sender.sendError(error, language, request, reply, renderError);
}

const isSignedOut = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAUTHORIZED';

const signInPath = (language: Language, { url }: FastifyRequest): string =>
  pathWithNext(`/${language}/sign-in`, url);

function formFrom(request: FastifyRequest, body: unknown): SentForm {
  const files = uploadOf(body);
  // A form with files names its action in the URL.
  const values = files === null ? valuesOf(body) : new URLSearchParams(request.url.split('?')[1]);
  return { action: values.get('do') ?? '', values, taken: files === null ? null : withTyped(files) };
}

/** Reads a form that was rejected before its body was read; null if it is not a form, too large, or part of a flood. */
async function unreadForm(parts: OwnPagesParts, request: FastifyRequest): Promise<SentForm | null> {
  const { headers, raw } = request;
  const contentType = headers['content-type'] ?? '';
  if (request.body !== undefined || !raw.readable) return null;
  const verdict = await parts.rateLimits.consume('pages', `refused forms|${clientNetwork(request.ip)}`);
  if (!verdict.allowed) return null;
  if (contentType.startsWith(FILES_TYPE))
    return formFrom(request, { contentType, length: headers['content-length'], body: raw });
  if (!contentType.startsWith(FORM_TYPE)) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > FORM_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return formFrom(request, new URLSearchParams(Buffer.concat(chunks).toString()));
}

type PageAction = OwnPage['actions'][string];

/** A submitted form. */
interface SentForm {
  readonly action: string;
  readonly values: URLSearchParams;
  /** Body of a form with files. */
  readonly taken: ReturnType<typeof withTyped> | null;
}

const typedIn = async ({ values, taken }: SentForm): Promise<URLSearchParams> =>
  taken === null ? values : taken.typed();

async function perform(
  place: Place,
  form: SentForm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { page } = place;
  const { action, values, taken } = form;
  const reading = await readingOf(place, NO_FORM, request);
  if (page.isFor === 'signedIn' && reading.actor.kind !== 'user') throw credentialNeeded();
  const outcome = await (page.actions[action] as PageAction)(
    values,
    taken === null ? reading : { ...reading, upload: taken.upload },
  );
  if (outcome.cookies !== undefined) reply.header('set-cookie', [...outcome.cookies]);
  const hasSessionEnded = 'refusal' in outcome && outcome.refusal.code === 'UNAUTHORIZED';
  if (page.isFor === 'signedIn' && hasSessionEnded) throw credentialNeeded();
  if (!('to' in outcome)) {
    const state = {
      action,
      values: await typedIn(form),
      refusal: 'refusal' in outcome ? outcome.refusal : null,
      made: 'made' in outcome ? outcome.made : undefined,
    };
    return show(place, state, request, reply);
  }
  return reply
    .header('cache-control', 'private, no-store')
    .redirect(outcome.done === undefined ? outcome.to : withNotice(outcome.to, outcome.done), 303);
}

function valuesOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function uploadOf(body: unknown): FormUpload | null {
  return typeof body === 'object' && body !== null && 'contentType' in body ? (body as FormUpload) : null;
}

async function show(
  place: Place,
  form: FormState,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { language, page, parts } = place;
  const reading = await readingOf(place, form, request);
  const isGuest = page.isFor === 'signedIn' && reading.actor.kind !== 'user';
  if (isGuest && page.loadForGuests === undefined) return reply.redirect(signInPath(language, request), 303);
  const load = isGuest ? page.loadForGuests : undefined;
  const rendered = await (load?.(reading) ?? page.load(reading as OwnReading));
  if ('to' in rendered) return reply.header('cache-control', 'private, no-store').redirect(rendered.to, 303);
  return parts.sender.sendOwn(
    language,
    {
      ...rendered,
      head: { ...rendered.head, path: request.url.slice(language.length + 1), unlisted: true },
      // A public page continues with the form for guests.
      notice: form.refusal?.code === 'UNAUTHORIZED' ? 'error.401.title' : noticeOf(reading.query),
      status: form.refusal?.status ?? rendered.status ?? 200,
      prices: reading.prices,
    },
    reply,
  );
}

async function readingOf(
  { app, language, page, parts }: Place,
  form: FormState,
  request: FastifyRequest,
): Promise<Reading> {
  const actor = await actorOf(page, parts, request);
  const prices = parts.sender.ownPriceChoice(request);
  return {
    reader: parts.sender.readerOf(language),
    api: new OwnApi({ app, market: parts.market, origin: parts.origins.public, request, language, actor }),
    request,
    actor,
    params: request.params as Record<string, string>,
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    here: request.url,
    now: parts.sender.now(),
    prices,
    market: parts.sender.ownContext(language, prices),
    form,
  };
}

/** While the database is unavailable, public pages are shown as to an anonymous user. */
async function actorOf(page: OwnPage, { browsers }: OwnPagesParts, request: FastifyRequest): Promise<Actor> {
  try {
    return await browsers.authenticate(request.headers.cookie);
  } catch (error) {
    if (page.isFor === 'everybody' && isUnavailable(error)) return ANONYMOUS;
    throw error;
  }
}

const NOTICE = 'done';

/** Shows only built-in messages: the URL selects one but cannot supply its text. */
function noticeOf(query: URLSearchParams): TextKey | null {
  const key = query.get(NOTICE);
  return key !== null &&
    key.startsWith('done.') &&
    Object.hasOwn(shippedTexts('pages')['en'] ?? {}, `ui.${key}`)
    ? (key as TextKey)
    : null;
}

function withNotice(to: string, key: TextKey): string {
  const [path = '', query = ''] = to.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(NOTICE, key);
  return `${path}?${parameters.toString()}`;
}
