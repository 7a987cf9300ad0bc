import type { ReactElement } from 'react';
import type { PageHead } from '../../shell/document.tsx';
import type { TextKey } from '../../texts/generated/keys.ts';
import type { Reader } from '../../texts/reader.ts';
import { Say } from '../../ui/notice.tsx';

const RELOAD_SECONDS = 5;

const TITLES: Readonly<Record<number, TextKey>> = {
  400: 'error.400.title',
  401: 'error.401.title',
  403: 'error.403.title',
  404: 'error.404.title',
  410: 'error.410.title',
  422: 'error.400.title',
  429: 'error.429.title',
  503: 'error.503.title',
};
const TEXTS: Readonly<Record<number, TextKey>> = {
  401: 'error.401.text',
  404: 'error.404.text',
  410: 'error.410.text',
  429: 'error.429.text',
  503: 'error.503.text',
};

export interface ErrorPageProps {
  readonly status: number;
  /** Error message that is more precise than the text of the page. */
  readonly message: string | null;
  readonly requestId: string;
  /** Input of the form that failed. */
  readonly typed: ReactElement | null;
  readonly reader: Reader;
}

export function errorHead({ status, typed, reader }: ErrorPageProps): PageHead {
  return {
    title: reader.text(TITLES[status] ?? 'error.500.title'),
    path: '/',
    unlisted: true,
    // Reloading the page would lose the input.
    refresh: status === 503 && typed === null ? RELOAD_SECONDS : undefined,
  };
}

export function ErrorPage({ status, message, requestId, typed, reader }: ErrorPageProps): ReactElement {
  const text = TEXTS[status] ?? (status >= 500 ? 'error.500.text' : null);
  return (
    <div className="wrap error-page">
      <h1>{reader.text(TITLES[status] ?? 'error.500.title')}</h1>
      <Say kind={status === 404 || status === 410 ? 'info' : 'bad'}>
        {(text === null || status === 503) && <p>{message}</p>}
        {text !== null && !(status === 503 && typed !== null) && <p>{reader.text(text)}</p>}
      </Say>
      {typed}
      <p className="row">
        <a className="button main" href={`/${reader.language}/search`}>
          {reader.text('nav.all')}
        </a>
        <a className="button" href={`/${reader.language}/`}>
          {reader.text('error.home')}
        </a>
      </p>
      <p className="note">{reader.text('error.request', { id: requestId })}</p>
    </div>
  );
}
