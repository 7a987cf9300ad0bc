import type { ReactElement } from 'react';
import { useSession } from '../../me.ts';
import { Link } from '../../ui/link.tsx';
import { Facts } from '../../ui/section.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { admin, adminRead, type Objection } from '../api.ts';
import { PersonLink } from '../people.tsx';
import { type Item, Queue, QUEUE_ROWS } from './board.tsx';
import { REVERSED_REASONS, UPHELD_REASONS } from './reasons.tsx';

export function ObjectionsQueuePage(): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const kindOf = ({ kind }: Objection): string => words.text(`desk.review.decided.${kind}` as DeskText);
  const itemOf = (row: Objection): Item => ({
    id: row.id,
    title: row.subject,
    since: row.objectedAt ?? row.decidedAt,
    note: kindOf(row),
    notDecidable: row.mayJudge ? undefined : words.text('desk.review.notYours'),
  });
  const judge =
    (outcome: 'upheld' | 'reversed') =>
    ({ id }: Objection, reason: { readonly text: string } | null) =>
      admin.objections.judge(id, { outcome, reason: reason?.text ?? words.text('desk.reason.none') });
  return (
    <Queue
      query={adminRead('objections.list', { limit: QUEUE_ROWS })}
      rowsOf={({ objections }) => objections}
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
              <Link to={`/admin/listings/${row.subjectId}`}>{words.text('desk.review.more')}</Link>
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
    />
  );
}
