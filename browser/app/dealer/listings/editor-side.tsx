/** Beside the form: how good the listing is, what is missing, where its price lies, and its next steps. */
import { labelOf } from '../../field-label.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api, isRefusal, type OwnListing } from '../../api.ts';
import { language } from '../../language.ts';
import { dropDraft } from '../../../shared/drafts.ts';
import { useMay, useSession, useWhyNot } from '../../me.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { say } from '../../ui/toasts.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { draftOf } from './drafts.ts';
import { FeatureDialog } from './feature.tsx';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { SoldDialog } from './single.tsx';

/** The steps of the API that need nothing but the listing. */
const STEPS = ['publish', 'unpublish', 'renew', 'withdraw', 'reopen', 'unfeature'] as const;

interface SideProps {
  readonly listing: OwnListing;
  readonly mayWrite: boolean;
  readonly onChanged: (listing: OwnListing) => void;
  readonly onRefused: (error: unknown) => void;
  readonly onField: (name: string) => void;
}

export function EditorSide(props: SideProps): ReactElement {
  const words = useWords();
  const { listing, onField } = props;
  const { quality, warnings, rejection, suspension, stats } = listing;
  return (
    <>
      {rejection !== null && (
        <p className="problems">{words.text('desk.editor.rejected', { reason: rejection.reason })}</p>
      )}
      {suspension !== null && (
        <p className="problems">{words.text('desk.editor.suspended', { reason: suspension.reason })}</p>
      )}
      {listing.pausedByPlan && <p className="problems">{words.text('desk.editor.pausedByPlan')}</p>}
      <Steps {...props} />
      <section className="panel stack" aria-labelledby="quality-heading">
        <h2 id="quality-heading">{words.text('desk.editor.quality')}</h2>
        <p className="quality-score">
          <strong>{quality.score}</strong>{' '}
          <span className="unseen">{words.text('desk.editor.quality.of', { score: quality.score })}</span>
          <meter
            min={0}
            max={100}
            low={50}
            high={80}
            optimum={100}
            value={quality.score}
            aria-hidden="true"
          />
        </p>
        {quality.missing.length === 0 ? (
          <p className="good">{words.text('desk.editor.complete')}</p>
        ) : (
          <>
            <h3>{words.text('desk.editor.missing')}</h3>
            <ul className="missing">
              {quality.missing.map((name) => (
                <li key={name}>
                  <button type="button" className="link" onClick={() => onField(name)}>
                    {labelOf(name, words)}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {warnings.length > 0 && (
          <>
            <h3>{words.text('desk.editor.warnings')}</h3>
            <ul className="missing">
              {warnings.map(({ field, message }) => (
                <li key={field}>
                  <button type="button" className="link" onClick={() => onField(field)}>
                    {message}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {listing.status === 'ACTIVE' && listing.price !== null && <Position listing={listing} />}
      <History id={listing.id} version={listing.version} />
      <div className="panel stack">
        <dl className="figures">
          <div>
            <dt>{words.text('desk.listings.views')}</dt>
            <dd>{words.number(stats.views)}</dd>
          </div>
          <div>
            <dt>{words.text('desk.listings.inquiries')}</dt>
            <dd>{words.number(stats.inquiries)}</dd>
          </div>
          <div>
            <dt>{words.text('desk.listings.favorites')}</dt>
            <dd>{words.number(stats.favorites)}</dd>
          </div>
        </dl>
        <Link to={`/dealer/statistics/${listing.id}`}>{words.text('desk.statistics.day')}</Link>
      </div>
    </>
  );
}

function Steps({ listing, mayWrite, onChanged, onRefused }: SideProps): ReactElement {
  const account = useSession().user.id;
  const words = useWords();
  const go = useGo();
  const mayDelete = useMay('MANAGER');
  const whyNot = useWhyNot('MANAGER');
  const [asked, ask] = useState<'delete' | 'sold' | 'feature' | 'preview' | null>(null);
  const can = (step: string): boolean => listing.allowedActions.includes(step);
  const run = async (step: () => Promise<OwnListing>, said: string): Promise<void> => {
    try {
      onChanged(await step());
      say(said);
    } catch (error) {
      onRefused(error);
    }
  };
  const duplicate = async (): Promise<void> => {
    try {
      const copy = await api.listings.duplicate(listing.id);
      say(words.text('desk.editor.duplicated'));
      go(`/dealer/listings/${copy.id}`);
    } catch (error) {
      onRefused(error);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await api.listings.delete(listing.id);
      dropDraft(account, draftOf(listing.id));
      say(words.text('desk.listings.deleted'));
      go('/dealer/listings');
    } catch (error) {
      onRefused(error);
    }
  };
  return (
    <section className="panel steps">
      {STEPS.filter(can).map((step) => (
        <button
          key={step}
          type="button"
          className={step === 'publish' ? undefined : 'quiet'}
          disabled={!mayWrite}
          onClick={() => void run(() => api.listings[step](listing.id), words.text('desk.editor.saved'))}
        >
          {words.text(`desk.listings.${step}`)}
        </button>
      ))}
      {can('markSold') && (
        <button type="button" className="quiet" disabled={!mayWrite} onClick={() => ask('sold')}>
          {words.text('desk.listings.markSold')}
        </button>
      )}
      {can('feature') && !listing.featured && (
        <button type="button" className="quiet" disabled={!mayWrite} onClick={() => ask('feature')}>
          {words.text('desk.listings.feature')}
        </button>
      )}
      <button type="button" className="quiet" onClick={() => ask('preview')}>
        <Icon name="eye" size={16} />
        {words.text('desk.editor.preview')}
      </button>
      <button type="button" className="quiet" disabled={!mayWrite} onClick={() => void duplicate()}>
        <Icon name="copy" size={16} />
        {words.text('desk.editor.duplicate')}
      </button>
      {listing.status === 'ACTIVE' && (
        <a
          className="button quiet"
          href={`/${language}/listing/${listing.slug}`}
          target="_blank"
          rel="noopener"
        >
          <Icon name="outside" size={16} />
          {words.text('desk.market')}
        </a>
      )}
      {can('delete') && (
        <button
          type="button"
          className="danger"
          disabled={!mayDelete}
          title={whyNot}
          onClick={() => ask('delete')}
        >
          {words.text('desk.delete')}
        </button>
      )}
      {asked === 'delete' && (
        <Confirm
          title={words.text('desk.listings.delete.title')}
          text={words.text('desk.listings.delete.text')}
          action={words.text('desk.delete')}
          onConfirm={() => void remove()}
          onClose={() => ask(null)}
        />
      )}
      {asked === 'sold' && (
        <SoldDialog
          listing={listing}
          onDone={(next) => {
            onChanged(next);
            ask(null);
          }}
          onClose={() => ask(null)}
        />
      )}
      {asked === 'feature' && (
        <FeatureDialog
          title={listing.title ?? listing.id}
          count={1}
          onFeature={async (days) => {
            onChanged(await api.listings.feature(listing.id, { days }));
            ask(null);
          }}
          onClose={() => ask(null)}
        />
      )}
      {asked === 'preview' && <Preview listing={listing} onClose={() => ask(null)} />}
    </section>
  );
}

interface PricePosition {
  readonly position: 'lowest' | 'low' | 'usual' | 'high' | 'highest' | null;
  readonly compared: number;
  readonly basis: { readonly vat_deductible?: boolean } | null;
  readonly currency: string | null;
  readonly usualFrom: number | null;
  readonly usualTo: number | null;
}

/** Never a label without what it stands on: how many vehicles, and what they cost. */
function Position({ listing }: { listing: OwnListing }): ReactElement | null {
  const words = useWords();
  const { data } = useQuery({
    queryKey: ['position', listing.id, listing.version],
    queryFn: async (): Promise<PricePosition | null> => {
      try {
        const path = `/listings/${encodeURIComponent(listing.slug)}/price-position`;
        return (await api.request<PricePosition>({ method: 'GET', path })).data;
      } catch (error) {
        // Just published, it is not found for a moment.
        if (isRefusal(error) && error.status === 404) return null;
        throw error;
      }
    },
  });
  if (data === undefined || data === null) return null;
  const { position, compared, basis, currency, usualFrom, usualTo } = data;
  return (
    <section className="panel stack" aria-labelledby="position-heading">
      <h2 id="position-heading">{words.text('desk.editor.position')}</h2>
      {position === null || currency === null || usualFrom === null || usualTo === null ? (
        <p className="note">{words.text('desk.editor.position.few')}</p>
      ) : (
        <>
          <strong>{words.text(`desk.editor.position.${position}`)}</strong>
          <p className="note">
            {words.count('desk.editor.compared', compared)}{' '}
            <span className="number">
              {words.money(Math.round(usualFrom), currency)} –{' '}
              {words.price(Math.round(usualTo), currency, basis?.vat_deductible === true)}
            </span>
          </p>
        </>
      )}
    </section>
  );
}
