/**
 * Pages of one user: rendered for each request and never cached. A form posts to its page, which calls the API and then
 * redirects, so that a reload does not send the form again.
 */
import type { FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import type { Actor, UserActor } from '../../platform/actor.ts';
import type { PageContext } from '../page-context.ts';
import type { PriceChoice } from '../prices/choice.ts';
import type { PageHead } from '../shell/document.tsx';
import type { OwnApi, Refusal } from '../session/own-api.ts';
import type { Reader } from '../texts/reader.ts';
import type { FormUpload } from './uploads.ts';
import type { TextKey } from '../texts/generated/keys.ts';

export interface Reading {
  readonly reader: Reader;
  readonly api: OwnApi;
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query of the request. */
  readonly here: string;
  readonly now: Date;
  /** The reader's currency and price basis. */
  readonly prices: PriceChoice;
  /** Loads vehicles and prices as public pages show them. */
  readonly market: PageContext;
  /** Error of the submitted form. */
  readonly form: FormState;
  /** Body of a form with files, which has no values. */
  readonly upload?: FormUpload;
}

export interface OwnReading extends Reading {
  readonly actor: UserActor;
}

export interface FormState {
  /** Name of the submitted action. */
  readonly action: string | null;
  readonly values: URLSearchParams;
  readonly refusal: Refusal | null;
  /** Result of the form that is shown once. */
  readonly made?: Readonly<Record<string, string>> | undefined;
}

export interface OwnRendered {
  readonly head: Omit<PageHead, 'path'>;
  readonly body: ReactElement;
  readonly status?: number;
}

/** Result of a form: a redirect to a path of this host, or the same page with an error or the next step. */
export type FormOutcome = { readonly cookies?: readonly string[] } & (
  | { readonly to: string; readonly done?: TextKey }
  | { readonly refusal: Refusal }
  | { readonly again: true; readonly made?: Readonly<Record<string, string>> }
);

interface Page<R extends Reading> {
  /** Path without the language. */
  readonly path: string;
  readonly load: (reading: R) => Promise<OwnRendered | { readonly to: string }>;
  readonly actions?: Readonly<Record<string, (form: URLSearchParams, reading: R) => Promise<FormOutcome>>>;
}

/** The version of a page for guests. If it is absent, guests are redirected to the sign-in page. */
interface Guests {
  readonly loadForGuests?: (reading: Reading) => Promise<OwnRendered>;
}

export interface OwnPage extends Guests {
  readonly path: string;
  readonly isFor: 'signedIn' | 'everybody';
  readonly load: Page<Reading>['load'];
  readonly actions: NonNullable<Page<Reading>['actions']>;
}

/** A page for signed-in users. Guests get `loadForGuests` or are redirected to the sign-in page and back. */
export function ownPage(page: Page<OwnReading> & Guests): OwnPage {
  // The sender calls `load` only after it has verified the actor.
  return { actions: {}, ...page, isFor: 'signedIn' } as unknown as OwnPage;
}

export function openPage(page: Page<Reading>): OwnPage {
  return { actions: {}, ...page, isFor: 'everybody' };
}

/** Whether a public page shows the form for signed-in users. After a failed form, it stays that form. */
export function showsSignedInForm({ actor, form }: Reading, action: string): boolean {
  return actor.kind === 'user' || (form.action === action && (form.refusal?.status ?? 0) >= 500);
}

/** Redirects to `to` if the call succeeded, with a confirmation. */
export function afterCall(
  outcome: { readonly refusal: Refusal | null },
  to: string,
  done?: TextKey,
): FormOutcome {
  if (outcome.refusal !== null) return { refusal: outcome.refusal };
  return done === undefined ? { to } : { to, done };
}

/** Returns an action that deletes the resource with the `id` in the form, then redirects to a page. */
export const deletion =
  (resource: string, page: string, done: TextKey) =>
  async (form: URLSearchParams, { api, reader }: Pick<Reading, 'api' | 'reader'>): Promise<FormOutcome> =>
    afterCall(
      await api.call('DELETE', `${resource}/${encodeURIComponent(text(form, 'id'))}`),
      `/${reader.language}${page}`,
      done,
    );

/** Printable ASCII, as addresses are sent, and no backslash: browsers take one for a slash. */
const PATH = /^\/(?![/\\])[!-[\]-~]{0,1000}$/;

/** Validates a path of this host from untrusted input; falls back to the start page of the language. */
export function safePath(value: string | null, reader: Reader): string {
  return value !== null && PATH.test(value) ? value : `/${reader.language}/`;
}

export function text(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? '';
}

/** Returns undefined if the field is empty. */
export function optionalText(form: URLSearchParams, name: string): string | undefined {
  const value = text(form, name);
  return value === '' ? undefined : value;
}
