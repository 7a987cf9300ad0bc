/** Health of the parts of the instance, and how to fix what is unhealthy. */
import type { ReactElement } from 'react';
import type { Address } from '../../paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Section } from '../../ui/section.tsx';
import { useWords } from '../../words.ts';
import type { Overview, SystemHealth } from '../api.ts';

const LATE_MINUTES = 10;
const LATE_SECONDS = 10 * 60;
const INDEX_LATE_SECONDS = 10;

interface Part {
  readonly name: string;
  readonly to?: Address;
  readonly now: string;
  /** Instructions; empty if the part is healthy. */
  readonly todo: readonly string[];
}

export function Health({ overview, health }: { overview: Overview; health: SystemHealth }): ReactElement {
  const words = useWords();
  const { jobs, webhooks } = overview;
  const { mails, searchIndex } = health;
  const parts: readonly Part[] = [
    {
      name: words.text('desk.admin.health.jobs'),
      to: '/admin/operations/jobs',
      now:
        jobs.oldestMinutes === null
          ? words.text('desk.admin.health.jobs.none')
          : words.text('desk.admin.health.jobs.now', {
              waiting: words.number(jobs.waiting),
              span: words.span(jobs.oldestMinutes),
            }),
      todo: [
        jobs.failed > 0 ? words.count('desk.admin.health.jobs.failed', jobs.failed) : null,
        (jobs.oldestMinutes ?? 0) > LATE_MINUTES ? words.text('desk.admin.health.jobs.late') : null,
      ].filter((text) => text !== null),
    },
    {
      name: words.text('desk.admin.health.webhooks'),
      to: '/admin/operations/webhooks',
      now: words.text('desk.admin.health.webhooks.now', {
        active: words.number(webhooks.active),
        delivered: words.number(webhooks.lastDay.delivered),
        failed: words.number(webhooks.lastDay.failed),
      }),
      todo: [
        webhooks.failing.length > 0
          ? words.count('desk.admin.health.webhooks.failing', webhooks.failing.length)
          : null,
        webhooks.oldestDueSeconds > LATE_SECONDS
          ? words.text('desk.admin.health.webhooks.late', {
              span: words.span(webhooks.oldestDueSeconds / 60),
            })
          : null,
      ].filter((text) => text !== null),
    },
    {
      name: words.text('desk.operations.mails'),
      to: '/admin/operations/mails',
      now: words.text('desk.admin.health.mails.now', {
        sent: words.number(mails.lastDay.sent),
        failed: words.number(mails.lastDay.failed),
        queued: words.number(mails.queued),
      }),
      todo: [
        mails.lastDay.failed > 0 ? words.count('desk.admin.health.mails.failed', mails.lastDay.failed) : null,
        (mails.oldestMinutes ?? 0) > LATE_MINUTES
          ? words.text('desk.admin.health.mails.late', { span: words.span(mails.oldestMinutes ?? 0) })
          : null,
        mails.lastReason !== null && (mails.lastDay.failed > 0 || mails.queued > 0)
          ? words.text('desk.admin.health.mails.reason', { reason: mails.lastReason })
          : null,
      ].filter((text) => text !== null),
    },
    {
      name: words.text('desk.admin.health.index'),
      now:
        searchIndex.lagSeconds === null
          ? words.text('desk.admin.health.index.unknown')
          : words.text('desk.admin.health.index.now', {
              seconds: words.number(Math.round(searchIndex.lagSeconds)),
              changes: words.number(searchIndex.lagPositions ?? 0),
            }),
      todo:
        searchIndex.lagSeconds === null || searchIndex.lagSeconds > INDEX_LATE_SECONDS
          ? [words.text('desk.admin.health.index.late')]
          : [],
    },
  ];
  return (
    <Section title={words.text('desk.admin.health')}>
      <ul className="short-list">
        {parts.map(({ name, to, now, todo }) => (
          <li key={name} className={todo.length > 0 ? 'urgent' : undefined}>
            <Icon name={todo.length > 0 ? 'warning' : 'check'} />
            <span>
              {to === undefined ? <strong>{name}</strong> : <Link to={to}>{name}</Link>}
              <span className="note">{now}</span>
              {todo.length === 0 ? (
                <span className="good">{words.text('desk.admin.health.well')}</span>
              ) : (
                todo.map((text) => <span key={text}>{text}</span>)
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
