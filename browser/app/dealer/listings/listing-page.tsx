import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { read, STABLE } from '../../query.ts';
import { Loaded } from '../../ui/states.tsx';
import { useParam } from '../../url-state.ts';
import { Editor } from './editor.tsx';

export function ListingPage(): ReactElement {
  const id = useParam('id');
  // Input is compared with this version; saving detects a newer one.
  const query = useQuery({ ...read('listings.get', id), ...STABLE });
  return (
    <Loaded query={query} lines={14}>
      {(listing) => <Editor key={listing.id} listing={listing} />}
    </Loaded>
  );
}

export function NewListingPage(): ReactElement {
  return <Editor listing={null} />;
}
