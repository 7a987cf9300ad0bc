/** The editor: one form drawn from the category, photos above, and beside it what the market says of the listing. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api } from '../../api.ts';
import { Loaded } from '../../ui/states.tsx';
import { useParam } from '../../url-state.ts';
import { Editor } from './editor.tsx';

export function ListingPage(): ReactElement {
  const id = useParam('id');
  const query = useQuery({
    queryKey: ['listing', id],
    queryFn: () => api.listings.get(id),
    // What somebody types is compared with this version; a newer one is found when it is saved.
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={query} lines={14}>
      {(listing) => <Editor key={listing.id} listing={listing} />}
    </Loaded>
  );
}

export function NewListingPage(): ReactElement {
  return <Editor listing={null} />;
}
