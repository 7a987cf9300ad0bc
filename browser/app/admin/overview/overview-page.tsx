import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Status, STATUSES } from '../../dealer/listings/status.tsx';
import { BarChart, LineChart } from '../../ui/chart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { admin, type Overview } from '../api.ts';
import { DeskLink, Section } from '../parts.tsx';
import { Health } from './health.tsx';
import { Revenue } from './revenue.tsx';
import { Speed } from './speed.tsx';

const AGAIN_MS = 60_000;
const MISSES_SHOWN = 10;

export function OverviewPage(): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['overview'],
    queryFn: () => admin.dashboard.get(),
    refetchInterval: AGAIN_MS,
  });
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
      {rows.length === 0 ? (
        <p className="good">{words.text('desk.admin.waiting.none')}</p>
      ) : (
        <ul className="waiting">
          {rows.map((name) => {
            const { waiting, oldestMinutes } = queues[name];
            return (
              <li key={name} className="urgent">
                <DeskLink to={`/admin/review/${name}`}>
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
                </DeskLink>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

function Market({ overview }: { overview: Overview }): ReactElement {
  const words = useWords();
  const { users, sellers, listings, monthlyRevenue } = overview;
  const count = (of: Readonly<Record<string, number>>, name: string): number => of[name] ?? 0;
  const all = Object.values(users).reduce((sum, some) => sum + some, 0);
  return (
    <Section title={words.text('desk.admin.market')}>
      <dl className="big-figures">
        <div>
          <dt>{words.text('desk.admin.market.listings')}</dt>
          <dd>{words.number(count(listings, 'ACTIVE'))}</dd>
        </div>
        <div>
          <dt>{words.text('desk.admin.market.users')}</dt>
          <dd>{words.number(all)}</dd>
          <dd className="note">
            {words.text('desk.admin.market.usersOf', {
              buyers: words.number(count(users, 'BUYER')),
              sellers: words.number(count(users, 'SELLER')),
              admins: words.number(count(users, 'ADMIN')),
            })}
          </dd>
        </div>
        <div>
          <dt>{words.text('desk.admin.market.sellers')}</dt>
          <dd>{words.number(count(sellers, 'verified'))}</dd>
          <dd className="note">
            {words.text('desk.admin.market.sellersOf', {
              unverified: words.number(count(sellers, 'unverified')),
            })}
          </dd>
        </div>
        <div>
          <dt>{words.text('desk.admin.market.revenue')}</dt>
          <dd>{words.money(monthlyRevenue.amount, monthlyRevenue.currency)}</dd>
        </div>
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
  const query = useQuery({
    queryKey: ['health'],
    queryFn: () => admin.health.get(),
    refetchInterval: AGAIN_MS,
  });
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
  const query = useQuery({
    queryKey: ['misses'],
    queryFn: () => admin.search.listMisses({ limit: MISSES_SHOWN }),
  });
  return (
    <Section title={words.text('desk.admin.misses')} note={words.text('desk.admin.misses.note')}>
      <Loaded query={query}>
        {({ misses }) =>
          misses.length === 0 ? (
            <p className="good">{words.text('desk.admin.misses.none')}</p>
          ) : (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{words.text('desk.admin.misses.words')}</th>
                  <th scope="col" className="end">
                    {words.text('desk.admin.misses.times')}
                  </th>
                  <th scope="col">{words.text('desk.admin.misses.last')}</th>
                </tr>
              </thead>
              <tbody>
                {misses.map(({ words: typed, times, last_at: lastAt }) => (
                  <tr key={typed}>
                    <th scope="row">{typed}</th>
                    <td className="end">{words.number(times)}</td>
                    <td>{words.moment(lastAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Section>
  );
}
