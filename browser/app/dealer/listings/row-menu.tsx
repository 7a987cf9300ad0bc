/** The steps of one listing in its row, so that nobody opens the editor for them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api, type OwnListing, type OwnListingSummary } from '../../api.ts';
import { language } from '../../language.ts';
import { useMay } from '../../me.ts';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { FeatureDialog } from './feature.tsx';
import { priceText } from './listing-price.tsx';
import { PriceDialog, SoldDialog } from './single.tsx';

const STEPS = ['publish', 'renew', 'unpublish', 'withdraw', 'reopen', 'unfeature'] as const;

interface Asked {
  readonly what: 'price' | 'sold' | 'feature';
  readonly listing: OwnListing;
}

export function RowMenu({ row }: { row: OwnListingSummary }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [asked, ask] = useState<Asked | null>(null);
  const { title } = row;
  const settle = (next: OwnListing): void => {
    ask(null);
    queries.setQueryData(['listing', next.id], next);
    void queries.invalidateQueries({ queryKey: ['listings'] });
    void queries.invalidateQueries({ queryKey: ['today'] });
    say(
      words.text('desk.listings.rowDone', {
        title,
        state: words.text(`desk.listings.status.${next.status}`),
        price: priceText(next, words),
      }),
    );
  };
  return (
    <>
      <Popover label={words.text('desk.listings.acts', { title })} button={<Icon name="more" />}>
        <RowActs row={row} onAsked={ask} onDone={settle} />
      </Popover>
      {asked?.what === 'price' && (
        <PriceDialog listing={asked.listing} onDone={settle} onClose={() => ask(null)} />
      )}
      {asked?.what === 'sold' && (
        <SoldDialog listing={asked.listing} onDone={settle} onClose={() => ask(null)} />
      )}
      {asked?.what === 'feature' && (
        <FeatureDialog
          title={title}
          count={1}
          onFeature={async (days) => settle(await api.listings.feature(row.id, { days }))}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}

const close = (inside: HTMLElement): void => inside.closest<HTMLElement>('[popover]')?.hidePopover();

function RowActs({
  row,
  onAsked,
  onDone,
}: {
  row: OwnListingSummary;
  onAsked: (asked: Asked) => void;
  onDone: (listing: OwnListing) => void;
}): ReactElement {
  const words = useWords();
  const go = useGo();
  const mayWrite = useMay('AGENT');
  // Which steps are open is the market's to say.
  const query = useQuery({ queryKey: ['listing', row.id], queryFn: () => api.listings.get(row.id) });
  const run = async (inside: HTMLElement, step: () => Promise<void>): Promise<void> => {
    close(inside);
    try {
      await step();
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
  };
  return (
    <ul className="menu">
      <li>
        <Link to={`/dealer/statistics/${row.id}`}>{words.text('desk.nav.statistics')}</Link>
      </li>
      {row.status === 'ACTIVE' && (
        <li>
          <a href={`/${language}/listing/${row.slug}`} target="_blank" rel="noopener">
            {words.text('desk.market')}
          </a>
        </li>
      )}
      {mayWrite && (
        <>
          <Act
            label={words.text('desk.editor.duplicate')}
            onPress={(inside) =>
              run(inside, async () => {
                const copy = await api.listings.duplicate(row.id);
                say(words.text('desk.editor.duplicated'));
                go(`/dealer/listings/${copy.id}`);
              })
            }
          />
          <Loaded query={query} lines={3}>
            {(listing) => (
              <>
                {listing.allowedActions.includes('edit') && (
                  <Act
                    label={words.text('desk.listings.changePrice')}
                    onPress={(inside) => {
                      close(inside);
                      onAsked({ what: 'price', listing });
                    }}
                  />
                )}
                {listing.allowedActions.includes('markSold') && (
                  <Act
                    label={words.text('desk.listings.markSold')}
                    onPress={(inside) => {
                      close(inside);
                      onAsked({ what: 'sold', listing });
                    }}
                  />
                )}
                {listing.allowedActions.includes('feature') && !listing.featured && (
                  <Act
                    label={words.text('desk.listings.feature')}
                    onPress={(inside) => {
                      close(inside);
                      onAsked({ what: 'feature', listing });
                    }}
                  />
                )}
                {STEPS.filter((step) => listing.allowedActions.includes(step)).map((step) => (
                  <Act
                    key={step}
                    label={words.text(`desk.listings.${step}`)}
                    onPress={(inside) =>
                      run(inside, async () => onDone(await api.listings[step](listing.id)))
                    }
                  />
                ))}
              </>
            )}
          </Loaded>
        </>
      )}
    </ul>
  );
}

function Act({ label, onPress }: { label: string; onPress: (inside: HTMLElement) => unknown }): ReactElement {
  return (
    <li>
      <button type="button" className="menu-item" onClick={({ currentTarget }) => onPress(currentTarget)}>
        {label}
      </button>
    </li>
  );
}
