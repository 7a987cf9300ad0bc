import type { ReactElement } from 'react';
import { useWords } from '../../words.ts';

export const STATUSES = [
  'ACTIVE',
  'DRAFT',
  'PENDING_REVIEW',
  'PAUSED',
  'REJECTED',
  'SUSPENDED',
  'EXPIRED',
  'SOLD',
] as const;
export type Status = (typeof STATUSES)[number] | 'DELETED';

const MOODS: Readonly<Partial<Record<Status, string>>> = {
  ACTIVE: 'is-good',
  PENDING_REVIEW: 'is-busy',
  REJECTED: 'is-bad',
  SUSPENDED: 'is-bad',
  EXPIRED: 'is-bad',
};

export function ListingState({ status }: { status: Status }): ReactElement {
  const words = useWords();
  return (
    <span className={`state ${MOODS[status] ?? ''}`}>{words.text(`desk.listings.status.${status}`)}</span>
  );
}
