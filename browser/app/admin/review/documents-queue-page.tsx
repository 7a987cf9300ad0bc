import type { ReactElement } from 'react';
import { Facts } from '../../ui/section.tsx';
import { useWords } from '../../words.ts';
import { admin, adminRead, type WaitingVerification } from '../api.ts';
import { Documents } from '../documents.tsx';
import { PersonLink } from '../people.tsx';
import { type Item, Queue, QUEUE_ROWS } from './board.tsx';
import { DOCUMENT_REASONS } from './reasons.tsx';

export function DocumentsQueuePage(): ReactElement {
  const words = useWords();
  const itemOf = ({ sellerId, companyName, country, since, documents }: WaitingVerification): Item => ({
    id: sellerId,
    title: companyName,
    since,
    note: `${country ?? ''} ${words.count('desk.review.documents', documents.length)}`.trim(),
  });
  return (
    <Queue
      query={adminRead('verifications.list', { limit: QUEUE_ROWS })}
      rowsOf={({ verifications }) => verifications}
      itemOf={itemOf}
      detail={(row) => (
        <>
          <h2>{row.companyName}</h2>
          <Facts
            facts={[
              [words.text('desk.users.owner'), <PersonLink key="owner" id={row.userId} />],
              [words.text('desk.users.country'), row.country ?? '–'],
              [words.text('desk.users.vatId'), row.vatId ?? '–'],
              [words.text('desk.users.address'), row.address ?? '–'],
            ]}
          />
          <Documents documents={row.documents} />
        </>
      )}
      accept={{
        label: 'desk.review.verify',
        done: 'desk.review.verifiedNow',
        send: ({ sellerId }) => admin.verifications.decide(sellerId, { verified: true }),
      }}
      refuse={{
        label: 'desk.review.refuse',
        done: 'desk.review.refused',
        reasons: DOCUMENT_REASONS,
        send: ({ sellerId }, reason) =>
          admin.verifications.decide(sellerId, { verified: false, reason: reason?.text }),
      }}
    />
  );
}
