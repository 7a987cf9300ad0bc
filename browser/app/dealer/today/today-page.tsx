/** The tasks of the dealer, the most urgent first, and the statistics of the last days. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { api, type Dashboard } from '../../api.ts';
import { language } from '../../language.ts';
import { useHasRole, useSession } from '../../me.ts';
import type { Address } from '../../paths.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Spark } from '../../ui/chart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Thumbnail } from '../../ui/image.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { List, Load, Section } from '../../ui/section.tsx';
import { Loaded, Skeleton } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { isFailing } from '../developer/webhook-state.tsx';

const SHOWN = 5;
/** A dealer with fewer listings is new. */
const NEW_BELOW = 2;

export function TodayPage(): ReactElement {
  const words = useWords();
  const { user } = useSession();
  return (
    <Page title={words.text('desk.nav.today')} note={words.text('desk.today.hello', { name: user.name })}>
      <Load query={read('dashboard.get')} lines={10}>
        {(dashboard) => (
          <div className="stack">
            {dashboard.listings.total < NEW_BELOW && <FirstSteps dashboard={dashboard} />}
            <Waiting dashboard={dashboard} />
            {(dashboard.listings.byStatus['REJECTED'] ?? 0) > 0 && <Rejected />}
            <Figures dashboard={dashboard} />
            <div className="today-columns">
              <NewestInquiries />
              <Expiring />
              <Weakest dashboard={dashboard} />
            </div>
          </div>
        )}
      </Load>
    </Page>
  );
}

/** First steps of a new dealer. A step that is done stays until the whole list disappears. */
function FirstSteps({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const templates = useQuery(read('messageTemplates.list'));
  const steps: [label: string, isDone: boolean, to: Address | null][] = [
    [words.text('desk.today.steps.email'), user.emailVerified, null],
    [words.text('desk.today.steps.listing'), dashboard.listings.total > 0, '/dealer/listings/new'],
    [
      words.text('desk.today.steps.publish'),
      (dashboard.listings.byStatus['ACTIVE'] ?? 0) > 0,
      '/dealer/listings',
    ],
    [
      words.text('desk.today.steps.template'),
      (templates.data?.templates.length ?? 0) > 0,
      '/dealer/templates',
    ],
  ];
  return (
    <Section title={words.text('desk.today.steps')}>
      <ol className="first-steps">
        {steps.map(([label, isDone, to]) => (
          <li key={label} className={isDone ? 'done' : undefined}>
            <span className="step-mark">{isDone && <Icon name="check" size={16} />}</span>
            {isDone ? (
              <span>
                {label} <span className="unseen">{words.text('desk.today.steps.done')}</span>
              </span>
            ) : to === null ? (
              <a href={`/${language}/account`}>{label}</a>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Waiting({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const words = useWords();
  const { byStatus } = dashboard.listings;
  const conversations = useQuery(read('conversations.list', { status: 'unread', limit: 1 }));
  const webhooks = useQuery(read('webhooks.list'));
  const failing = (webhooks.data?.webhooks ?? []).filter(isFailing);
  const [first] = failing;
  const rows = [
    {
      key: 'inquiries',
      count: conversations.data?.summary.unread ?? 0,
      to: '/dealer/inbox?show=unread',
      isUrgent: true,
    },
    {
      key: 'rejected',
      count: byStatus['REJECTED'] ?? 0,
      to: '/dealer/listings?status=REJECTED',
      isUrgent: true,
    },
    {
      key: 'expired',
      count: byStatus['EXPIRED'] ?? 0,
      to: '/dealer/listings?status=EXPIRED',
      isUrgent: false,
    },
    { key: 'drafts', count: byStatus['DRAFT'] ?? 0, to: '/dealer/listings?status=DRAFT', isUrgent: false },
    {
      key: 'webhooks',
      count: failing.length,
      to:
        first !== undefined && failing.length === 1
          ? (`/dealer/developer/webhooks/${first.id}?status=failed` as const)
          : '/dealer/developer/webhooks',
      isUrgent: true,
    },
  ] as const;
  const waiting = rows.filter(({ count }) => count > 0);
  const isKnown = !conversations.isPending && !webhooks.isPending;
  return (
    <Section title={words.text('desk.today.waiting')}>
      {!isKnown ? (
        <Skeleton lines={2} />
      ) : waiting.length === 0 ? (
        <p className="good">{words.text('desk.today.nothing')}</p>
      ) : (
        <ul className="waiting">
          {waiting.map(({ key, count, to, isUrgent }) => (
            <li key={key} className={isUrgent ? 'urgent' : undefined}>
              <Link to={to}>
                <strong>{words.number(count)}</strong>
                <span>{withoutCount(words.count(`desk.today.${key}`, count), words.number(count))}</span>
                <Icon name="right" size={16} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Rejected listings with the moderator's reason, which says how to fix them. */
function Rejected(): ReactElement {
  const words = useWords();
  const query = useQuery(
    read('listings.list', { status: ['REJECTED'], sort: 'updatedAt', order: 'desc', limit: SHOWN }),
  );
  return (
    <Section title={words.text('desk.today.rejections')}>
      <Loaded query={query} lines={2}>
        {({ listings }) => (
          <ul className="short-list">
            {listings.map(({ id, title, thumbnail, rejection }) => (
              <li key={id} className="urgent">
                <Thumbnail url={thumbnail} />
                <span>
                  <Link to={`/dealer/listings/${id}`}>{title}</Link>
                  <span className="note">{rejection?.reason ?? ''}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

/** The number is shown separately, in large digits. */
const withoutCount = (text: string, count: string): string => text.replace(count, '').trim();

function Figures({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const words = useWords();
  const { series, plan, responseTimeMinutes } = dashboard;
  const active = plan.usage.activeListings;
  return (
    <Section title={words.text('desk.today.figures')}>
      <dl className="big-figures">
        <div>
          <dt>{words.text('desk.today.views')}</dt>
          <dd>{words.number(dashboard.views)}</dd>
          <Spark values={series.map(({ views }) => views)} />
        </div>
        <div>
          <dt>{words.text('desk.today.inquiriesFigure')}</dt>
          <dd>{words.number(dashboard.inquiries)}</dd>
          <Spark values={series.map(({ inquiries }) => inquiries)} />
        </div>
        <div>
          <dt>{words.text('desk.today.response')}</dt>
          <dd>{responseTimeMinutes === null ? '–' : words.span(responseTimeMinutes)}</dd>
        </div>
        <div>
          <dt>{words.text('desk.today.active')}</dt>
          <dd>
            {active.limit === null
              ? words.number(dashboard.listings.byStatus['ACTIVE'] ?? 0)
              : words.text('desk.today.of', {
                  used: words.number(active.used),
                  limit: words.number(active.limit),
                })}
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function NewestInquiries(): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.today.newest')}>
      <Load query={read('conversations.list', { limit: SHOWN, role: 'seller' })} lines={SHOWN}>
        {({ conversations }) => (
          <List rows={conversations} none={words.text('desk.today.newest.none')}>
            {({ id, participant, listing, last_message: last, unread_count: unread }) => (
              <li key={id} className={unread > 0 ? 'urgent' : undefined}>
                <Thumbnail url={listing.thumbnail} />
                <span>
                  <Link to={`/dealer/inbox/${id}`}>{participant.name}</Link>
                  <span className="note">{last?.content ?? listing.title}</span>
                </span>
              </li>
            )}
          </List>
        )}
      </Load>
    </Section>
  );
}

function Expiring(): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const canWrite = useHasRole('AGENT');
  const query = useQuery(
    read('listings.list', { status: ['ACTIVE'], sort: 'expiresAt', order: 'asc', limit: SHOWN }),
  );
  const renew = (id: string): Promise<boolean> =>
    act(() => api.listings.renew(id), {
      done: ({ title, expiresAt }) =>
        words.text('desk.today.renewed', {
          title: title ?? '',
          date: expiresAt === null ? '' : words.date(expiresAt),
        }),
    });
  return (
    <Section title={words.text('desk.today.expiring')}>
      <Loaded query={query} lines={SHOWN}>
        {({ listings }) => (
          <List rows={listings} none={words.text('desk.today.expiring.none')}>
            {({ id, title, expiresAt, thumbnail }) => (
              <li key={id}>
                <Thumbnail url={thumbnail} />
                <span>
                  <Link to={`/dealer/listings/${id}`}>{title}</Link>
                  <span className="note">{expiresAt === null ? '' : words.date(expiresAt)}</span>
                </span>
                <Button
                  text="desk.listings.renew"
                  about={title}
                  className="quiet"
                  disabled={!canWrite}
                  onClick={() => void renew(id)}
                />
              </li>
            )}
          </List>
        )}
      </Loaded>
    </Section>
  );
}

function Weakest({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const words = useWords();
  const { weakest } = dashboard.quality;
  return (
    <Section title={words.text('desk.today.weakest')}>
      <List
        rows={weakest.slice(0, SHOWN)}
        none={<p className="good">{words.text('desk.today.weakest.none')}</p>}
      >
        {({ id, title, score }) => (
          <li key={id}>
            <span>
              <Link to={`/dealer/listings/${id}`}>{title}</Link>
              <span className="note">{words.text('desk.today.score', { score })}</span>
            </span>
            <meter min={0} max={100} low={50} high={80} optimum={100} value={score} aria-hidden="true" />
          </li>
        )}
      </List>
    </Section>
  );
}
