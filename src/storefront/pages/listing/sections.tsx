/** The sections of the page below the photos. */
import type { ReactElement } from 'react';
import { entryOf } from '@fifthwheel/text/entry-of';
import type { Reader } from '../../texts/reader.ts';
import { Icon } from '../../ui/icon.tsx';
import { conditionRows, offerRows, technicalGroups } from './facts.ts';
import type { ListingDetail, ListingPageData } from './load.ts';
import { textOf } from './values.ts';
import { Rows, vatRulesOf } from './parts.tsx';
import { VatRules } from '../../ui/vat-rules.tsx';

/** In the order of the taxonomy. */
const FEATURE_GROUPS = {
  driving: 'listing.features.driving',
  assistance: 'listing.features.assistance',
  cab: 'listing.features.cab',
  exterior: 'listing.features.exterior',
  body: 'listing.features.body',
  bus: 'listing.features.bus',
  machine: 'listing.features.machine',
  commercial: 'listing.features.commercial',
} as const;

export function Equipment({
  features,
  reader,
}: {
  features: ListingDetail['features'];
  reader: Reader;
}): ReactElement {
  const groups = [...Object.keys(FEATURE_GROUPS), null].map((group) => ({
    title: entryOf(FEATURE_GROUPS, group ?? '') ?? ('listing.features.other' as const),
    names: features.filter((feature) =>
      group === null ? !(feature.group in FEATURE_GROUPS) : feature.group === group,
    ),
  }));
  return (
    <div className="kit">
      {groups
        .filter(({ names }) => names.length > 0)
        .map(({ title, names }) => (
          <div key={title}>
            <h3>{reader.text(title)}</h3>
            <ul className="ticks">
              {names.map(({ code, name }) => (
                <li key={code}>
                  <Icon name="check" small />
                  {name}
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}

export function Specification({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  return (
    <div className="stack">
      {technicalGroups(data, reader).map(({ group, rows }) => (
        <div key={group}>
          <h3>{reader.text(`listing.group.${group}`)}</h3>
          <Rows rows={rows} />
        </div>
      ))}
    </div>
  );
}

export function Offer({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  return (
    <>
      <VatRules rules={vatRulesOf(data.listing, reader)} />
      <Rows rows={offerRows(data, reader)} />
    </>
  );
}

/** Fields that are too long for a row; they follow the rows in full. */
const BELOW_ROWS = new Set(['documents', 'damageNotes']);

/** Evidence of the condition: inspection, service, accidents, documents, damage, tyres by axle, and the video. */
export function Condition({ data, reader }: { data: ListingPageData; reader: Reader }): ReactElement {
  const { videoUrl, commercial } = data.listing;
  const documents = Array.isArray(commercial['documents'])
    ? (commercial['documents'] as readonly string[])
    : [];
  const notes = textOf(commercial['damageNotes']);
  return (
    <>
      <Rows rows={conditionRows(data, reader).filter(({ name }) => !BELOW_ROWS.has(name))} />
      {documents.length > 0 && (
        <div className="apart">
          <h3>{reader.field('documents')}</h3>
          <ul className="ticks">
            {documents.map((document) => (
              <li key={document}>
                <Icon name="check" small />
                {reader.value('documents', document)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {notes !== null && (
        <div className="apart">
          <h3>{reader.field('damageNotes')}</h3>
          <p className="prose">{notes}</p>
        </div>
      )}
      {videoUrl !== null && (
        <p className="row">
          <Icon name="video" />
          <a href={videoUrl} rel="noopener noreferrer nofollow ugc">
            {reader.text('listing.video')}
          </a>
        </p>
      )}
    </>
  );
}
