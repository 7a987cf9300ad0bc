/** Changes of a listing, newest first, loaded when the user opens the history. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type ListingVersion } from '../../api.ts';
import { labelOf } from '../../field-label.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type DeskText, type DeskWords, useWords } from '../../words.ts';

const PAGE = 20;

export function History({ id, version }: { id: string; version: number }): ReactElement {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.text('desk.editor.history')}</summary>
      {isOpen && <Versions key={version} id={id} version={version} />}
    </details>
  );
}

function Versions({ id, version }: { id: string; version: number }): ReactElement {
  const words = useWords();
  const query = useInfiniteQuery({
    queryKey: [...read('listings.listHistory', id).queryKey, version],
    queryFn: ({ pageParam }) => api.listings.listHistory(id, { page: pageParam, limit: PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  });
  return (
    <Loaded query={query} lines={4}>
      {({ pages }) => {
        const versions = pages.flatMap(({ history }) => history);
        if (versions.length === 0) return <p className="note">{words.text('desk.editor.history.none')}</p>;
        return (
          <>
            <ol className="versions">
              {versions.map((entry) => (
                <li key={entry.version}>
                  <span className="note">
                    <time dateTime={entry.at}>{words.moment(entry.at)}</time> · {authorOf(entry, words)}
                  </span>
                  <ul>
                    {entry.changes.map((change) => (
                      <li key={change.field}>{changeText(change, words)}</li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
            {query.hasNextPage && (
              <Button
                text="desk.editor.history.older"
                className="quiet"
                onClick={() => void query.fetchNextPage()}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function authorOf({ source, by }: ListingVersion, words: DeskWords): string {
  const how = source === null ? '' : words.text(`desk.editor.history.by.${source}`);
  if (by === null) return how;
  return source === 'manual' || how === '' ? by.name : `${by.name}, ${how}`;
}

function changeText({ field, before, after }: ListingVersion['changes'][number], words: DeskWords): string {
  const label = fieldLabel(field, words);
  if (before === null && after === null) return `${label}: ${words.text('desk.editor.history.changed')}`;
  const textOf = (value: typeof before): string => {
    if (value === null) return words.text('desk.editor.history.empty');
    if (field === 'status') return words.text(`desk.listings.status.${value as string}` as DeskText);
    if (typeof value === 'boolean') return words.text(value ? 'desk.editor.yes' : 'desk.editor.no');
    if (typeof value === 'number' && field !== 'year') return words.number(value);
    return words.value(field, String(value));
  };
  if (field === 'status' && before === null) return words.text('desk.editor.history.created');
  return `${label}: ${textOf(before)} → ${textOf(after)}`;
}

function fieldLabel(field: string, words: DeskWords): string {
  if (field === 'status') return words.text('desk.listings.status');
  if (field === 'featured') return words.text('desk.listings.feature');
  return labelOf(field, words);
}
