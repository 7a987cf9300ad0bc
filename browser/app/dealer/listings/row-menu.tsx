/** The actions on a listing in its row of the table. */
import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { api, type OwnListing, type OwnListingSummary } from '../../api.ts';
import { language } from '../../language.ts';
import { useHasRole } from '../../me.ts';
import { read } from '../../query.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Load } from '../../ui/section.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { FeatureDialog } from './feature.tsx';
import { priceText } from './listing-price.tsx';
import { PriceDialog, SoldDialog } from './listing-dialogs.tsx';

const STEPS = ['publish', 'renew', 'unpublish', 'withdraw', 'reopen', 'unfeature'] as const;
/** Dialogs, and the allowed action that each of them needs. */
const DIALOGS = [
  { dialog: 'price', step: 'edit', label: 'desk.listings.changePrice' },
  { dialog: 'sold', step: 'markSold', label: 'desk.listings.markSold' },
  { dialog: 'feature', step: 'feature', label: 'desk.listings.feature' },
] as const;

interface Open {
  readonly dialog: 'price' | 'sold' | 'feature';
  readonly listing: OwnListing;
}

export function RowMenu({ row }: { row: OwnListingSummary }): ReactElement {
  const words = useWords();
  const [open, setOpen] = useState<Open | null>(null);
  const { title } = row;
  const settle = (next: OwnListing): void => {
    setOpen(null);
    notify(
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
        <RowActs row={row} onOpen={setOpen} onDone={settle} />
      </Popover>
      {open?.dialog === 'price' && (
        <PriceDialog listing={open.listing} onDone={settle} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'sold' && (
        <SoldDialog listing={open.listing} onDone={settle} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'feature' && (
        <FeatureDialog
          title={title}
          count={1}
          onFeature={async (days) => settle(await api.listings.feature(row.id, { days }))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const close = (inside: HTMLElement): void => inside.closest<HTMLElement>('[popover]')?.hidePopover();

function RowActs({
  row,
  onOpen,
  onDone,
}: {
  row: OwnListingSummary;
  onOpen: (open: Open) => void;
  onDone: (listing: OwnListing) => void;
}): ReactElement {
  const words = useWords();
  const go = useGo();
  const canWrite = useHasRole('AGENT');
  // The server decides which actions are allowed.
  const [act] = useAction();
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
      {canWrite && (
        <>
          <Act
            label={words.text('desk.editor.duplicate')}
            onPress={(inside) => {
              close(inside);
              void act(() => api.listings.duplicate(row.id), {
                done: words.text('desk.editor.duplicated'),
                next: ({ id }) => go(`/dealer/listings/${id}`),
              });
            }}
          />
          <Load query={read('listings.get', row.id)} lines={3}>
            {(listing) => (
              <>
                {DIALOGS.filter(({ step }) => listing.allowedActions.includes(step))
                  .filter(({ dialog }) => dialog !== 'feature' || !listing.featured)
                  .map(({ dialog, label }) => (
                    <Act
                      key={dialog}
                      label={words.text(label)}
                      onPress={(inside) => {
                        close(inside);
                        onOpen({ dialog, listing });
                      }}
                    />
                  ))}
                {STEPS.filter((step) => listing.allowedActions.includes(step)).map((step) => (
                  <Act
                    key={step}
                    label={words.text(`desk.listings.${step}`)}
                    onPress={(inside) => {
                      close(inside);
                      void act(() => api.listings[step](listing.id), { next: onDone });
                    }}
                  />
                ))}
              </>
            )}
          </Load>
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
