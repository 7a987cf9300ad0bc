import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Confirm } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useGo, useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type ModeratedListing } from '../api.ts';
import { History } from '../history.tsx';
import { Section, useAct } from '../parts.tsx';
import { ListingDetail } from '../review/listing-detail.tsx';
import { LISTING_REASONS, ReasonDialog } from '../review/reasons.tsx';

const FEATURED_DAYS = 7;
const STALE = ['admin-listings', 'audit', 'overview', 'review'];

export function AdminListingPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const query = useQuery({
    queryKey: ['admin-listings', 'one', id],
    queryFn: async () => (await admin.listings.get(id)).listing,
  });
  return (
    <Loaded query={query} lines={12}>
      {(listing) => (
        <Page title={listing.title} note={listing.id} actions={<Acts listing={listing} />}>
          <div className="stack">
            <section className="panel stack" aria-label={listing.title}>
              <ListingDetail listing={listing} />
              <Told listing={listing} />
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

/** What its seller was told. */
function Told({ listing: { rejection, suspension } }: { listing: ModeratedListing }): ReactElement | null {
  const words = useWords();
  const told = (suspension ?? rejection) as { code?: string; text?: string } | null;
  if (told === null) return null;
  return (
    <p className="attention">
      <strong>{words.text('desk.review.told')}</strong> {told.text} <span className="tag">{told.code}</span>
    </p>
  );
}

/** Steps that need no reason. */
const SEND = {
  approve: (id: string) => admin.listings.approve(id),
  restore: (id: string) => admin.listings.restore(id),
  feature: (id: string) => admin.listings.feature(id, { days: FEATURED_DAYS }),
  unfeature: (id: string) => admin.listings.unfeature(id),
};
type Step = keyof typeof SEND;
const isStep = (asking: string | null): asking is Step => asking !== null && Object.hasOwn(SEND, asking);

function Acts({ listing }: { listing: ModeratedListing }): ReactElement {
  const words = useWords();
  const act = useAct();
  const go = useGo();
  const { id, status, featured } = listing;
  const [asking, setAsking] = useState<Step | 'reject' | 'suspend' | 'delete' | null>(null);
  const run = (call: () => Promise<unknown>): void =>
    void act(call, { stale: STALE, done: words.text('desk.saved') });
  const featuring = featured ? 'unfeature' : 'feature';
  return (
    <>
      {status === 'PENDING_REVIEW' && (
        <>
          <button type="button" onClick={() => setAsking('approve')}>
            {words.text('desk.review.approve')}
          </button>
          <button type="button" className="danger" onClick={() => setAsking('reject')}>
            {words.text('desk.review.reject')}
          </button>
        </>
      )}
      {status === 'SUSPENDED' && (
        <button type="button" onClick={() => setAsking('restore')}>
          {words.text('desk.review.restore')}
        </button>
      )}
      {status === 'ACTIVE' && (
        <button type="button" className="quiet" onClick={() => setAsking(featuring)}>
          {words.text(`desk.review.${featuring}`)}
        </button>
      )}
      {!['SUSPENDED', 'DELETED', 'PENDING_REVIEW'].includes(status) && (
        <button type="button" className="danger" onClick={() => setAsking('suspend')}>
          {words.text('desk.review.takeOff')}
        </button>
      )}
      <button type="button" className="danger" onClick={() => setAsking('delete')}>
        {words.text('desk.delete')}
      </button>
      {isStep(asking) && (
        <Confirm
          title={words.text(`desk.review.${asking}`)}
          text={words.text(`desk.review.${asking}.text`)}
          action={words.text(`desk.review.${asking}`)}
          onConfirm={() => run(() => SEND[asking](id))}
          onClose={() => setAsking(null)}
        />
      )}
      {(asking === 'reject' || asking === 'suspend') && (
        <ReasonDialog
          title={words.text(asking === 'reject' ? 'desk.review.reject' : 'desk.review.takeOff')}
          reasons={LISTING_REASONS}
          onClose={() => setAsking(null)}
          onDone={({ code, text }) =>
            run(() =>
              asking === 'reject'
                ? admin.listings.reject(id, { code, reason: text })
                : admin.listings.suspend(id, { code, reason: text }),
            )
          }
        />
      )}
      {asking === 'delete' && (
        <Confirm
          title={words.text('desk.review.delete.title')}
          text={words.text('desk.review.delete.text')}
          action={words.text('desk.delete')}
          word={listing.slug}
          onConfirm={() =>
            void act(() => admin.listings.delete(id), { stale: STALE, done: words.text('desk.saved') }).then(
              (isDone) => isDone && go('/admin/listings'),
            )
          }
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
