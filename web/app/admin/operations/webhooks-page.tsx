import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { admin, type WebhookHealth } from '../api.ts';
import { DeskLink, Facts, Section } from '../parts.tsx';
import { OperationsPage } from './operations.tsx';

export function AdminWebhooksPage(): ReactElement {
  const words = useWords();
  const query = useQuery({ queryKey: ['webhook-health'], queryFn: () => admin.webhooks.health() });
  return (
    <OperationsPage>
      <Loaded query={query} lines={8}>
        {(health) => (
          <div className="stack">
            <Section title={words.text('desk.admin.health')}>
              <Facts
                facts={[
                  [words.text('desk.operations.active'), words.number(health.active)],
                  [words.text('desk.operations.disabled'), words.number(health.disabled)],
                  [words.text('desk.operations.pending'), words.number(health.pending)],
                  [words.text('desk.operations.oldest'), words.span(health.oldestDueSeconds / 60)],
                  [words.text('desk.operations.delivered'), words.number(health.lastDay.delivered)],
                  [words.text('desk.operations.failed'), words.number(health.lastDay.failed)],
                ]}
              />
            </Section>
            <Failing failing={health.failing} />
          </div>
        )}
      </Loaded>
    </OperationsPage>
  );
}

function Failing({ failing }: { failing: WebhookHealth['failing'] }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.operations.failing')} note={words.text('desk.operations.failing.note')}>
      {failing.length === 0 ? (
        <p className="good">{words.text('desk.admin.health.well')}</p>
      ) : (
        <ul className="short-list">
          {failing.map(({ id, url, sellerId, status, failed }) => (
            <li key={id}>
              <span>
                <span className="long">{url}</span>
                <span className="note">
                  {words.count('desk.operations.attempts', failed)} · {status}
                </span>
              </span>
              {sellerId !== null && (
                <DeskLink to={`/admin/users?q=${encodeURIComponent(sellerId)}`}>
                  {words.text('desk.review.seller')}
                </DeskLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
