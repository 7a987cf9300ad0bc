/** Next to the form: quality, missing fields, price position and actions of the listing. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { dropDraft } from '../../../shared/drafts.ts';
import { useAction } from '../../action.ts';
import { api, isApiError, type OwnListing } from '../../api.ts';
import { labelOf } from '../../field-label.ts';
import { language } from '../../language.ts';
import { useGuard, useSession } from '../../me.ts';
import { read, STABLE } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { FeatureDialog } from './feature.tsx';
import { draftOf } from './fields.ts';
import { History } from './history.tsx';
import { Preview } from './preview.tsx';
import { SoldDialog } from './listing-dialogs.tsx';

/** Actions without further input. */
const STEPS = ['publish', 'unpublish', 'renew', 'withdraw', 'reopen', 'unfeature'] as const;

interface SideProps {
  readonly listing: OwnListing;
  readonly canWrite: boolean;
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
          <FieldLinks
            title={words.text('desk.editor.missing')}
            fields={quality.missing.map((name) => [name, labelOf(name, words)])}
            onField={onField}
          />
        )}
        {warnings.length > 0 && (
          <FieldLinks
            title={words.text('desk.editor.warnings')}
            fields={warnings.map(({ field, message }) => [field, message])}
            onField={onField}
          />
        )}
      </section>
      {listing.status === 'ACTIVE' && listing.price !== null && <Position listing={listing} />}
      <History id={listing.id} version={listing.version} />
      <div className="panel stack">
        <dl className="figures">
          {(['views', 'inquiries', 'favorites'] as const).map((name) => (
            <div key={name}>
              <dt>{words.text(`desk.listings.${name}`)}</dt>
              <dd>{words.number(stats[name])}</dd>
            </div>
          ))}
        </dl>
        <Link to={`/dealer/statistics/${listing.id}`}>{words.text('desk.statistics.day')}</Link>
      </div>
    </>
  );
}

function FieldLinks({
  title,
  fields,
  onField,
}: {
  title: string;
  fields: readonly (readonly [name: string, text: string])[];
  onField: (name: string) => void;
}): ReactElement {
  return (
    <>
      <h3>{title}</h3>
      <ul className="missing">
        {fields.map(([name, text]) => (
          <li key={name}>
            <button type="button" className="link" onClick={() => onField(name)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Steps({ listing, canWrite, onChanged, onRefused }: SideProps): ReactElement {
  const account = useSession().user.id;
  const words = useWords();
  const go = useGo();
  const deleteGuard = useGuard('MANAGER');
  const [open, setOpen] = useState<'sold' | 'feature' | 'preview' | null>(null);
  const can = (step: string): boolean => listing.allowedActions.includes(step);
  const [act] = useAction();
  const duplicate = (): Promise<boolean> =>
    act(() => api.listings.duplicate(listing.id), {
      done: words.text('desk.editor.duplicated'),
      next: ({ id }) => go(`/dealer/listings/${id}`),
      onRefused,
    });
  const remove = (): void =>
    confirmFirst({
      title: words.text('desk.listings.delete.title'),
      text: words.text('desk.listings.delete.text'),
      action: words.text('desk.delete'),
      onConfirm: () =>
        act(() => api.listings.delete(listing.id), {
          done: words.text('desk.listings.deleted'),
          next: () => {
            dropDraft(account, draftOf(listing.id));
            return go('/dealer/listings');
          },
          onRefused,
        }),
    });
  return (
    <section className="panel steps">
      {STEPS.filter(can).map((step) => (
        <Button
          text={`desk.listings.${step}`}
          key={step}

          className={step === 'publish' ? undefined : 'quiet'}
          disabled={!canWrite}
          onClick={() =>
            void act(() => api.listings[step](listing.id), {
              done: words.text('desk.editor.saved'),
              next: onChanged,
              onRefused,
            })
          }
        />
      ))}
      {can('markSold') && (
        <Button
          text="desk.listings.markSold"
          className="quiet"
          disabled={!canWrite}
          onClick={() => setOpen('sold')}
        />
      )}
      {can('feature') && !listing.featured && (
        <Button
          text="desk.listings.feature"
          className="quiet"
          disabled={!canWrite}
          onClick={() => setOpen('feature')}
        />
      )}
      <Button text="desk.editor.preview" icon="eye" className="quiet" onClick={() => setOpen('preview')} />
      <Button
        text="desk.editor.duplicate"
        icon="copy"
        className="quiet"
        disabled={!canWrite}
        onClick={() => void duplicate()}
      />
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
      {can('delete') && <Button text="desk.delete" className="danger" {...deleteGuard} onClick={remove} />}
      {open === 'sold' && (
        <SoldDialog
          listing={listing}
          onDone={(next) => {
            onChanged(next);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'feature' && (
        <FeatureDialog
          title={listing.title ?? listing.id}
          count={1}
          onFeature={async (days) => {
            onChanged(await api.listings.feature(listing.id, { days }));
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'preview' && <Preview listing={listing} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** The price position, with the number of compared vehicles and their usual prices. */
function Position({ listing }: { listing: OwnListing }): ReactElement | null {
  const words = useWords();
  const { data } = useQuery({
    ...STABLE,
    queryKey: [...read('publicListings.pricePosition', listing.slug).queryKey, listing.version],
    queryFn: async () => {
      try {
        return await api.publicListings.pricePosition(listing.slug);
      } catch (error) {
        // A listing is not in the search index until shortly after it is published.
        if (isApiError(error) && error.status === 404) return null;
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
