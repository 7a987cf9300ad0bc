import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Status, STATUSES } from '../../dealer/listings/status.tsx';
import { BarChart, LineChart } from '../../ui/chart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { List, Load, Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { useWords } from '../../words.ts';
import { adminRead, type Overview } from '../api.ts';
import { Health } from './health.tsx';
import { Speed } from './speed.tsx';

const REFRESH_MS = 60_000;
const MISSES_SHOWN = 10;

export function OverviewPage(): ReactElement {
  const words = useWords();
  const query = useQuery({ ...adminRead('dashboard.get'), refetchInterval: REFRESH_MS });
  return (
    <Page title={words.text('desk.admin.nav.overview')} note={words.text('desk.admin.overview.note')}>
      <Loaded query={query} lines={12}>
        {(overview) => (
          <div className="stack">
            <Waiting overview={overview} />
            <Market overview={overview} />
            <Growth overview={overview} />
            <Revenue overview={overview} />
            <Running overview={overview} />
            <Misses />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Waiting({ overview: { queues } }: { overview: Overview }): ReactElement {
  const words = useWords();
  const rows = (['listings', 'reports', 'objections', 'documents', 'reviews'] as const).filter(
    (name) => queues[name].waiting > 0,
  );
  return (
    <Section title={words.text('desk.admin.waiting')}>
      <List
        rows={rows}
        className="waiting"
        none={<p className="good">{words.text('desk.admin.waiting.none')}</p>}
      >
        {(name) => {
          const { waiting, oldestMinutes } = queues[name];
          return (
            <li key={name} className="urgent">
              <Link to={`/admin/review/${name}`}>
                <strong>{words.number(waiting)}</strong>
                <span>
                  {words.text(`desk.admin.waiting.${name}`)}
                  {oldestMinutes !== null && (
                    <span className="note">
                      {' · '}
                      {words.text('desk.admin.waiting.oldest', { span: words.span(oldestMinutes) })}
                    </span>
                  )}
                </span>
                <Icon name="right" size={16} />
              </Link>
            </li>
          );
        }}
      </List>
    </Section>
  );
}

function Market({ overview }: { overview: Overview }): ReactElement {
  const words = useWords();
  const { users, sellers, listings, monthlyRevenue } = overview;
  const count = (counts: Readonly<Record<string, number>>, name: string): number => counts[name] ?? 0;
  const all = Object.values(users).reduce((sum, part) => sum + part, 0);
  const figures: readonly (readonly [label: string, value: string, note?: string])[] = [
    [words.text('desk.admin.market.listings'), words.number(count(listings, 'ACTIVE'))],
    [
      words.text('desk.admin.market.users'),
      words.number(all),
      words.text('desk.admin.market.usersOf', {
        buyers: words.number(count(users, 'BUYER')),
        sellers: words.number(count(users, 'SELLER')),
        admins: words.number(count(users, 'ADMIN')),
      }),
    ],
    [
      words.text('desk.admin.market.sellers'),
      words.number(count(sellers, 'verified')),
      words.text('desk.admin.market.sellersOf', { unverified: words.number(count(sellers, 'unverified')) }),
    ],
    [words.text('desk.admin.market.revenue'), words.money(monthlyRevenue.amount, monthlyRevenue.currency)],
  ];
  return (
    <Section title={words.text('desk.admin.market')}>
      <dl className="big-figures">
        {figures.map(([label, value, note]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {note !== undefined && <dd className="note">{note}</dd>}
          </div>
        ))}
      </dl>
      <BarChart
        title={words.text('desk.admin.market.stock')}
        unit={words.text('desk.admin.market.listingsUnit')}
        points={STATUSES.map((status: Status) => ({
          label: words.text(`desk.listings.status.${status}`),
          value: count(listings, status),
        }))}
      />
    </Section>
  );
}

function Growth({ overview: { series } }: { overview: Overview }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.admin.growth')}>
      <div className="halves">
        {(['users', 'listings', 'messages'] as const).map((name) => (
          <div key={name}>
            <LineChart
              title={words.text(`desk.admin.growth.${name}`)}
              unit={words.text('desk.admin.growth.unit')}
              points={series.map((day) => ({ label: words.day(day.date), value: day[name] }))}
            />
            <p className="note">
              {words.text('desk.admin.growth.sum', {
                count: words.number(series.reduce((sum, day) => sum + day[name], 0)),
              })}
            </p>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Running({ overview }: { overview: Overview }): ReactElement {
  const query = useQuery({ ...adminRead('health.get'), refetchInterval: REFRESH_MS });
  return (
    <Loaded query={query} lines={8}>
      {(health) => (
        <>
          <Health overview={overview} health={health} />
          <Speed health={health} />
        </>
      )}
    </Loaded>
  );
}

function Misses(): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.admin.misses')} note={words.text('desk.admin.misses.note')}>
      <Load query={adminRead('search.listMisses', { limit: MISSES_SHOWN })}>
        {({ misses }) =>
          misses.length === 0 ? (
            <p className="good">{words.text('desk.admin.misses.none')}</p>
          ) : (
            <Table
              columns={[
                {
                  id: 'words',
                  label: words.text('desk.admin.misses.words'),
                  isHead: true,
                  cell: ({ words: typed }) => typed,
                },
                {
                  id: 'times',
                  label: words.text('desk.admin.misses.times'),
                  align: 'end',
                  cell: ({ times }) => words.number(times),
                },
                {
                  id: 'last',
                  label: words.text('desk.admin.misses.last'),
                  cell: ({ last_at: lastAt }) => words.moment(lastAt),
                },
              ]}
              rows={misses}
              idOf={({ words: typed }) => typed}
            />
          )
        }
      </Load>
    </Section>
  );
}

/** Invoiced amounts by plan and month. */
function Revenue({ overview: { revenueByPlan } }: { overview: Overview }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.admin.revenue')} note={words.text('desk.admin.revenue.note')}>
      {revenueByPlan.length === 0 ? (
        <p className="note">{words.text('desk.admin.revenue.none')}</p>
      ) : (
        <div className="halves">
          {revenueByPlan.map(({ planId, name, currency, months }) => (
            <div key={planId}>
              <BarChart
                title={name}
                unit={words.text('desk.admin.revenue.unit', { currency })}
                points={months.map(({ month, amount }) => ({ label: month, value: amount }))}
              />
              <p className="note">
                {words.text('desk.admin.revenue.sum', {
                  amount: words.money(
                    months.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100,
                    currency,
                  ),
                })}
              </p>
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}
