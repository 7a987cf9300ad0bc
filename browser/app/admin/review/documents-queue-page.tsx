import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { admin, type WaitingVerification } from '../api.ts';
import { Documents } from '../documents.tsx';
import { Facts } from '../parts.tsx';
import { PersonLink } from '../people.tsx';
import { Board, type Item, ReviewPage } from './board.tsx';
import { DOCUMENT_REASONS } from './reasons.tsx';

const LIMIT = 50;

export function DocumentsQueuePage(): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['review', 'documents'],
    queryFn: () => admin.verifications.list({ limit: LIMIT }),
  });
  const itemOf = ({ sellerId, companyName, country, since, documents }: WaitingVerification): Item => ({
    id: sellerId,
    title: companyName,
    since,
    note: `${country ?? ''} ${words.count('desk.review.documents', documents.length)}`.trim(),
    marks: [],
  });
  return (
    <ReviewPage>
      <Loaded query={query} lines={10}>
        {({ verifications, pagination }) => (
          <Board
            rows={verifications}
            total={pagination.total}
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
            stale={['review', 'overview', 'users']}
          />
        )}
      </Loaded>
    </ReviewPage>
  );
}
