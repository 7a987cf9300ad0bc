/** What waits for the dealer, most urgent first, and how the last days went. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { api, type Dashboard, pathOf } from '../../api.ts';
import { language } from '../../language.ts';
import { useMay, useSession } from '../../me.ts';
import { Spark } from '../../ui/chart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, problemText, Skeleton } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { isFailing } from '../developer/webhook-state.tsx';

const SHOWN = 5;
/** A dealer with fewer listings is new. */
const NEW_BELOW = 2;

export function TodayPage(): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const query = useQuery({ queryKey: ['today', 'dashboard'], queryFn: () => api.dashboard.get() });
  return (
    <Page title={words.text('desk.nav.today')} note={words.text('desk.today.hello', { name: user.name })}>
      <Loaded query={query} lines={10}>
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
      </Loaded>
    </Page>
  );
}

/** The steps that a dealer who has just come has to go; each disappears with the whole list. */
function FirstSteps({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const templates = useQuery({ queryKey: ['templates'], queryFn: () => api.messageTemplates.list() });
  const steps: [label: string, isDone: boolean, to: string][] = [
    [words.text('desk.today.steps.email'), user.emailVerified, `/${language}/account`],
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
  const conversations = useQuery({
    queryKey: ['conversations', 'unread', 'count'],
    queryFn: () => api.conversations.list({ status: 'unread', limit: 1 }),
  });
  const webhooks = useQuery({ queryKey: ['webhooks'], queryFn: () => api.webhooks.list() });
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
        failing.length === 1
          ? `/dealer/developer/webhooks/${first?.id}?status=failed`
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
              <AppLink to={to}>
                <strong>{words.number(count)}</strong>
                <span>{withoutCount(words.count(`desk.today.${key}`, count), words.number(count))}</span>
                <Icon name="right" size={16} />
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** With the moderator's words, since those say what is to be done. */
function Rejected(): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['listings', 'rejected'],
    queryFn: () =>
      api.listings.list({ status: ['REJECTED'], sort: 'updatedAt', order: 'desc', limit: SHOWN }),
  });
  return (
    <Section title={words.text('desk.today.rejected')}>
      <Loaded query={query} lines={2}>
        {({ listings }) => (
          <ul className="short-list">
            {listings.map(({ id, title, thumbnail, rejection }) => (
              <li key={id} className="urgent">
                <Thumb address={thumbnail} />
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

/** The number stands beside its words, large. */
const withoutCount = (text: string, count: string): string => text.replace(count, '').trim();

function AppLink({ to, children }: { to: string; children: ReactNode }): ReactElement {
  const [path = '', query = ''] = to.split('?');
  const search: unknown = Object.fromEntries(new URLSearchParams(query));
  return (
    <Link to={path} search={search as never}>
      {children}
    </Link>
  );
}

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
  const query = useQuery({
    queryKey: ['conversations', 'newest'],
    queryFn: () => api.conversations.list({ limit: SHOWN, role: 'seller' }),
  });
  return (
    <Section title={words.text('desk.today.newest')}>
      <Loaded query={query} lines={SHOWN}>
        {({ conversations }) =>
          conversations.length === 0 ? (
            <p className="note">{words.text('desk.today.newest.none')}</p>
          ) : (
            <ul className="short-list">
              {conversations.map(({ id, participant, listing, last_message: last, unread_count: unread }) => (
                <li key={id} className={unread > 0 ? 'urgent' : undefined}>
                  <Thumb address={listing.thumbnail} />
                  <span>
                    <Link to={`/dealer/inbox/${id}`}>{participant.name}</Link>
                    <span className="note">{last?.content ?? listing.title}</span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Expiring(): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const mayWrite = useMay('AGENT');
  const query = useQuery({
    queryKey: ['listings', 'expiring'],
    queryFn: () => api.listings.list({ status: ['ACTIVE'], sort: 'expiresAt', order: 'asc', limit: SHOWN }),
  });
  const renew = async (id: string): Promise<void> => {
    try {
      const { title, expiresAt } = await api.listings.renew(id);
      say(
        words.text('desk.today.renewed', {
          title: title ?? '',
          date: expiresAt === null ? '' : words.date(expiresAt),
        }),
      );
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    await queries.invalidateQueries({ queryKey: ['listings'] });
  };
  return (
    <Section title={words.text('desk.today.expiring')}>
      <Loaded query={query} lines={SHOWN}>
        {({ listings }) =>
          listings.length === 0 ? (
            <p className="note">{words.text('desk.today.expiring.none')}</p>
          ) : (
            <ul className="short-list">
              {listings.map(({ id, title, expiresAt, thumbnail }) => (
                <li key={id}>
                  <Thumb address={thumbnail} />
                  <span>
                    <Link to={`/dealer/listings/${id}`}>{title}</Link>
                    <span className="note">{expiresAt === null ? '' : words.date(expiresAt)}</span>
                  </span>
                  <button type="button" className="quiet" disabled={!mayWrite} onClick={() => void renew(id)}>
                    {words.text('desk.listings.renew')}
                    <span className="unseen">: {title}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Weakest({ dashboard }: { dashboard: Dashboard }): ReactElement {
  const words = useWords();
  const { weakest } = dashboard.quality;
  return (
    <Section title={words.text('desk.today.weakest')}>
      {weakest.length === 0 ? (
        <p className="good">{words.text('desk.today.weakest.none')}</p>
      ) : (
        <ul className="short-list">
          {weakest.slice(0, SHOWN).map(({ id, title, score }) => (
            <li key={id}>
              <span>
                <Link to={`/dealer/listings/${id}`}>{title}</Link>
                <span className="note">{words.text('desk.today.score', { score })}</span>
              </span>
              <meter min={0} max={100} low={50} high={80} optimum={100} value={score} aria-hidden="true" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className="panel stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Thumb({ address }: { address: string | null }): ReactElement {
  return address === null ? (
    <span className="thumbnail none">
      <Icon name="photo" />
    </span>
  ) : (
    <img className="thumbnail" src={pathOf(address)} alt="" width={64} height={48} />
  );
}
