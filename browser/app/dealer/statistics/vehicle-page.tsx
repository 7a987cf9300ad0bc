import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { read } from '../../query.ts';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { soldText } from '../listings/listing-price.tsx';
import { Charts, Tiles } from './figures.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';

export function VehiclePage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const period = usePeriod();
  const listing = useQuery(read('listings.get', id));
  const query = useQuery({ ...read('listings.stats', id, period), placeholderData: keepPreviousData });
  return (
    <Loaded query={listing}>
      {(vehicle) => (
        <Page
          title={vehicle.title ?? id}
          note={[`${words.date(period.from)} – ${words.date(period.to)}`, soldText(vehicle, words)]
            .filter((part) => part !== null)
            .join(' · ')}
          actions={
            <>
              <PeriodChoice />
              <Link className="button quiet" to={`/dealer/listings/${id}`}>
                {words.text('desk.statistics.toListing')}
              </Link>
            </>
          }
        >
          <Loaded query={query}>
            {(figures) => (
              <div className="stack">
                <Tiles sums={figures} series={figures.series} />
                <Charts sums={figures} series={figures.series} />
              </div>
            )}
          </Loaded>
        </Page>
      )}
    </Loaded>
  );
}
