import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useGo, useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, adminRead, type ModeratedListing } from '../api.ts';
import { History } from '../history.tsx';
import { ListingDetail } from '../review/listing-detail.tsx';
import { LISTING_REASONS, ReasonDialog } from '../review/reasons.tsx';

const FEATURED_DAYS = 7;

export function AdminListingPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const query = useQuery({
    ...adminRead('listings.get', id),
    select: ({ listing }) => listing,
  });
  return (
    <Loaded query={query} lines={12}>
      {(listing) => (
        <Page title={listing.title} note={listing.id} actions={<Acts listing={listing} />}>
          <div className="stack">
            <section className="panel stack" aria-label={listing.title}>
              <ListingDetail listing={listing} />
              <Notified listing={listing} />
            </section>
            <Section title={words.text('desk.admin.history')}>
              <History type="listing" id={listing.id} />
            </Section>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

/** The reason that the seller has received. */
function Notified({
  listing: { rejection, suspension },
}: {
  listing: ModeratedListing;
}): ReactElement | null {
  const words = useWords();
  const reason = (suspension ?? rejection) as { code?: string; text?: string } | null;
  if (reason === null) return null;
  return (
    <p className="attention">
      <strong>{words.text('desk.review.told')}</strong> {reason.text}{' '}
      <span className="tag">{reason.code}</span>
    </p>
  );
}

const STEPS = {
  approve: (id: string) => admin.listings.approve(id),
  restore: (id: string) => admin.listings.restore(id),
  feature: (id: string) => admin.listings.feature(id, { days: FEATURED_DAYS }),
  unfeature: (id: string) => admin.listings.unfeature(id),
};

function Acts({ listing }: { listing: ModeratedListing }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const go = useGo();
  const { id, status, featured } = listing;
  const [open, setOpen] = useState<'reject' | 'suspend' | null>(null);
  const done = words.text('desk.saved');
  const step = (name: keyof typeof STEPS, className?: string): ReactElement => (
    <Button
      text={`desk.review.${name}`}
      className={className}
      onClick={() =>
        confirmFirst({
          title: words.text(`desk.review.${name}`),
          text: words.text(`desk.review.${name}.text`),
          action: words.text(`desk.review.${name}`),
          onConfirm: () => act(() => STEPS[name](id), { done }),
        })
      }
    />
  );
  const remove = (): void =>
    confirmFirst({
      title: words.text('desk.review.delete.title'),
      text: words.text('desk.review.delete.text'),
      action: words.text('desk.delete'),
      word: listing.slug,
      onConfirm: () => act(() => admin.listings.delete(id), { done, next: () => go('/admin/listings') }),
    });
  return (
    <>
      {status === 'PENDING_REVIEW' && (
        <>
          {step('approve')}
          <Button text="desk.review.reject" className="danger" onClick={() => setOpen('reject')} />
        </>
      )}
      {status === 'SUSPENDED' && step('restore')}
      {status === 'ACTIVE' && step(featured ? 'unfeature' : 'feature', 'quiet')}
      {!['SUSPENDED', 'DELETED', 'PENDING_REVIEW'].includes(status) && (
        <Button text="desk.review.takeOff" className="danger" onClick={() => setOpen('suspend')} />
      )}
      <Button text="desk.delete" className="danger" onClick={remove} />
      {open !== null && (
        <ReasonDialog
          title={words.text(open === 'reject' ? 'desk.review.reject' : 'desk.review.takeOff')}
          reasons={LISTING_REASONS}
          onClose={() => setOpen(null)}
          onDone={({ code, text }) =>
            void act(() => admin.listings[open](id, { code, reason: text }), { done })
          }
        />
      )}
    </>
  );
}
