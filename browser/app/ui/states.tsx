/** Views without data: loading, failed, empty. */
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { isApiError } from '../api.ts';
import { type DeskWords, useWords } from '../words.ts';
import { Icon } from './icon.tsx';

const SKELETON_AFTER_MS = 200;

/** Placeholder lines, shown after a delay so that a fast response does not flicker. */
export function Skeleton({ lines = 6 }: { lines?: number | undefined }): ReactElement | null {
  const words = useWords();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className="skeleton" role="status">
      <span className="unseen">{words.text('desk.loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}

const COUPON_CODES = [
  'COUPON_UNKNOWN',
  'COUPON_EXPIRED',
  'COUPON_USED_UP',
  'COUPON_NOT_FOR_PLAN',
  'COUPON_ALREADY_REDEEMED',
] as const;

/** The error message of the server, or a general one. */
export function problemText(error: unknown, words: DeskWords): string {
  if (!isApiError(error)) return words.text('desk.error.offline');
  if (error.status === 429) return words.count('desk.error.busy', Math.ceil(error.retryAfter ?? 1));
  if (error.status === 412) return words.text('desk.error.conflict');
  const coupon = COUPON_CODES.find((code) => code === error.code);
  return coupon === undefined ? error.message : words.text(`desk.error.${coupon}`);
}

/** A retry does not help, because only other users can change the role. */
const isForbidden = (error: unknown): boolean => isApiError(error) && error.status === 403;

export function Problem({
  error,
  onAgain,
}: {
  error: unknown;
  onAgain?: (() => void) | undefined;
}): ReactElement {
  const words = useWords();
  return (
    <div className="empty" role="alert">
      <Icon name="warning" size={32} />
      <h2>{words.text(isForbidden(error) ? 'desk.error.refused' : 'desk.error.title')}</h2>
      <p>{problemText(error, words)}</p>
      {isApiError(error) && error.requestId !== null && (
        <p className="note">{words.text('desk.error.request', { id: error.requestId })}</p>
      )}
      {onAgain !== undefined && (
        <button type="button" onClick={onAgain}>
          {words.text('desk.again')}
        </button>
      )}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactElement {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export interface Loadable<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Draws the data of a query, or its error. Keeps showing data during a refetch. */
export function Loaded<T>({
  query,
  children,
  lines,
}: {
  query: Loadable<T>;
  children: (data: T) => ReactNode;
  lines?: number;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null)
    return (
      <Problem
        error={query.error}
        onAgain={isForbidden(query.error) ? undefined : () => void query.refetch()}
      />
    );
  return <Skeleton lines={lines} />;
}
