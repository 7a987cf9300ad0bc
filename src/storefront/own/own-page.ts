/**
 * Pages of one reader: rendered for each request, kept by nobody. A form posts to the page that shows it; the page does
 * what the form says through the API and either leads on or shows the form again, with what was typed and what is wrong.
 */
import type { FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import type { Actor, UserActor } from '../../platform/actor.ts';
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
  /** The path and query of the page, as it was asked for. */
  readonly here: string;
  readonly now: Date;
  /** Of the form that was just refused. */
  readonly form: FormState;
  /** Of a form with files, which is in no values. */
  readonly upload?: FormUpload;
}

export interface OwnReading extends Reading {
  readonly actor: UserActor;
}

export interface FormState {
  /** Which form: the name of its action. */
  readonly action: string | null;
  readonly values: URLSearchParams;
  readonly refusal: Refusal | null;
  /** What the form has made, to be shown once. */
  readonly made?: Readonly<Record<string, string>> | undefined;
}

export interface OwnRendered {
  readonly head: Omit<PageHead, 'path'>;
  readonly body: ReactElement;
  readonly status?: number;
}

/** What became of a form: lead on to a path of this host, or show the page again, with a refusal or its next step. */
export type FormOutcome = { readonly cookies?: readonly string[] } & (
  | { readonly to: string; readonly done?: TextKey }
  | { readonly refusal: Refusal }
  | { readonly again: true; readonly made?: Readonly<Record<string, string>> }
);

interface Page<R extends Reading> {
  /** Below the language. */
  readonly path: string;
  readonly load: (reading: R) => Promise<OwnRendered | { readonly to: string }>;
  readonly actions?: Readonly<Record<string, (form: URLSearchParams, reading: R) => Promise<FormOutcome>>>;
}

export interface OwnPage {
  readonly path: string;
  readonly isFor: 'signedIn' | 'everybody';
  readonly load: Page<Reading>['load'];
  readonly actions: NonNullable<Page<Reading>['actions']>;
}

/** A page for those who are signed in; others are led to the sign-in and back. */
export function ownPage(page: Page<OwnReading>): OwnPage {
  // The sender has made sure of the actor before it calls.
  return { actions: {}, ...page, isFor: 'signedIn' } as unknown as OwnPage;
}

export function openPage(page: Page<Reading>): OwnPage {
  return { actions: {}, ...page, isFor: 'everybody' };
}

/**
 * Whether a page for everybody shows the form of those who are signed in. A form that failed on our side stays, since
 * the session cannot be read while the database is unavailable.
 */
export function showsSignedInForm({ actor, form }: Reading, action: string): boolean {
  return actor.kind === 'user' || (form.action === action && (form.refusal?.status ?? 0) >= 500);
}

/** Leads to `to` when the call went well, with a sentence that says so. */
export function afterCall(
  outcome: { readonly refusal: Refusal | null },
  to: string,
  done?: TextKey,
): FormOutcome {
  if (outcome.refusal !== null) return { refusal: outcome.refusal };
  return done === undefined ? { to } : { to, done };
}

/** Printable ASCII, as addresses are sent, and no backslash: browsers take one for a slash. */
const PATH = /^\/(?![/\\])[!-[\]-~]{0,1000}$/;

/** A path on this host, given from outside; anything else leads to the start page of the language. */
export function safePath(given: string | null, reader: Reader): string {
  return given !== null && PATH.test(given) ? given : `/${reader.language}/`;
}

export function text(form: URLSearchParams, name: string): string {
  return form.get(name)?.trim() ?? '';
}

/** Undefined when nothing was typed. */
export function optionalText(form: URLSearchParams, name: string): string | undefined {
  const given = text(form, name);
  return given === '' ? undefined : given;
}
