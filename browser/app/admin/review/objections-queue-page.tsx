import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSession } from '../../me.ts';
import { Loaded } from '../../ui/states.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { admin, type Objection } from '../api.ts';
import { DeskLink, Facts } from '../parts.tsx';
import { PersonLink } from '../people.tsx';
import { Board, type Item, ReviewPage } from './board.tsx';
import { REVERSED_REASONS, UPHELD_REASONS } from './reasons.tsx';

const LIMIT = 50;

export function ObjectionsQueuePage(): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const query = useQuery({
    queryKey: ['review', 'objections'],
    queryFn: () => admin.objections.list({ limit: LIMIT }),
  });
  const kindOf = ({ kind }: Objection): string => words.text(`desk.review.decided.${kind}` as DeskText);
  const itemOf = (row: Objection): Item => ({
    id: row.id,
    title: row.subject,
    since: row.objectedAt ?? row.decidedAt,
    note: kindOf(row),
    marks: [],
    notDecidable: row.mayJudge ? undefined : words.text('desk.review.notYours'),
  });
  const judge =
    (outcome: 'upheld' | 'reversed') =>
    ({ id }: Objection, reason: { readonly text: string } | null) =>
      admin.objections.judge(id, { outcome, reason: reason?.text ?? words.text('desk.reason.none') });
  return (
    <ReviewPage>
      <Loaded query={query} lines={10}>
        {({ objections, pagination }) => (
          <Board
            rows={objections}
            total={pagination.total}
            itemOf={itemOf}
            detail={(row) => (
              <>
                <h2>{row.subject}</h2>
                <Facts
                  facts={[
                    [words.text('desk.review.decision'), kindOf(row)],
                    [words.text('desk.reason'), row.reason],
                    [words.text('desk.review.decidedBy'), <PersonLink key="by" id={row.decidedBy} />],
                    [words.text('desk.review.at'), words.moment(row.decidedAt)],
                    [words.text('desk.review.concerned'), <PersonLink key="whom" id={row.userId} />],
                  ]}
                />
                {row.kind.startsWith('listing.') && (
                  <p>
                    <DeskLink to={`/admin/listings/${row.subjectId}`}>
                      {words.text('desk.review.more')}
                    </DeskLink>
                  </p>
                )}
                {row.mayJudge && row.decidedBy === user.id && (
                  <p className="note">{words.text('desk.review.samePerson')}</p>
                )}
                <h3>{words.text('desk.review.objection')}</h3>
                <blockquote className="reply user-text">{row.objection}</blockquote>
              </>
            )}
            accept={{
              label: 'desk.review.reverse',
              done: 'desk.review.reversed',
              reasons: REVERSED_REASONS,
              send: judge('reversed'),
            }}
            refuse={{
              label: 'desk.review.uphold',
              done: 'desk.review.upheld',
              reasons: UPHELD_REASONS,
              send: judge('upheld'),
            }}
            stale={['review', 'overview', 'users', 'admin-listings']}
          />
        )}
      </Loaded>
    </ReviewPage>
  );
}
