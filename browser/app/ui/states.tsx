/** What a view shows while its data is not there. */
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { isRefusal } from '../api.ts';
import { type DeskWords, useWords } from '../words.ts';
import { Icon } from './icon.tsx';

const SKELETON_AFTER_MS = 200;

/** Lines in the place of what comes; nothing at first, so that a fast answer does not flicker. */
export function Skeleton({ lines = 6 }: { lines?: number }): ReactElement | null {
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
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} className="skeleton-line" aria-hidden="true" />
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

/** What went wrong, in the words of the server where it has said something. */
export function problemText(error: unknown, words: DeskWords): string {
  if (!isRefusal(error)) return words.text('desk.error.offline');
  if (error.status === 429) return words.count('desk.error.busy', Math.ceil(error.retryAfter ?? 1));
  if (error.status === 412) return words.text('desk.error.conflict');
  const coupon = COUPON_CODES.find((code) => code === error.code);
  return coupon === undefined ? error.message : words.text(`desk.error.${coupon}`);
}

/** Asking again changes nothing: the role of a person is for others to change. */
const isForbidden = (error: unknown): boolean => isRefusal(error) && error.status === 403;

export function Problem({ error, onAgain }: { error: unknown; onAgain?: () => void }): ReactElement {
  const words = useWords();
  return (
    <div className="empty" role="alert">
      <Icon name="warning" size={32} />
      <h2>{words.text(isForbidden(error) ? 'desk.error.refused' : 'desk.error.title')}</h2>
      <p>{problemText(error, words)}</p>
      {isRefusal(error) && error.requestId !== null && (
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

/** Draws a query: its data, else why there is none. What was there stays while it is asked for again. */
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
        {...(isForbidden(query.error) ? {} : { onAgain: () => void query.refetch() })}
      />
    );
  return <Skeleton {...(lines === undefined ? {} : { lines })} />;
}
