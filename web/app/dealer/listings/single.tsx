/** What is asked before a step of one listing, in the editor and in the table. */
import type { ReactElement } from 'react';
import { api, type OwnListing } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import { numberIn } from './numbers.ts';

interface DialogProps {
  readonly listing: OwnListing;
  readonly onDone: (listing: OwnListing) => void;
  readonly onClose: () => void;
}

/** What is no number is sent as it is: the server says so at the field. */
const amountOf = (values: FormData, name: string): number | undefined => {
  const text = textOf(values, name);
  return text === undefined ? undefined : (numberIn(text, true) ?? (text as unknown as number));
};

export function SoldDialog({ listing, onDone, onClose }: DialogProps): ReactElement {
  const words = useWords();
  return (
    <Dialog title={words.text('desk.listings.markSold')} onClose={onClose}>
      <Form
        submit={words.text('desk.listings.markSold')}
        onSubmit={async (values) => {
          const soldPrice = amountOf(values, 'soldPrice');
          onDone(await api.listings.markSold(listing.id, soldPrice === undefined ? {} : { soldPrice }));
        }}
      >
        <TextField
          name="soldPrice"
          label={words.text('desk.editor.sold.price')}
          inputMode="decimal"
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}

export function PriceDialog({ listing, onDone, onClose }: DialogProps): ReactElement {
  const words = useWords();
  return (
    <Dialog title={words.text('desk.listings.changePrice')} onClose={onClose}>
      <Form
        submit={words.text('desk.listings.changePrice')}
        onSubmit={async (values) => {
          const price = amountOf(values, 'price');
          onDone(
            await api.listings.update(
              listing.id,
              { price: price ?? null },
              {
                ifMatch: listing.version,
              },
            ),
          );
        }}
      >
        <p>{listing.title}</p>
        <TextField
          name="price"
          label={
            <>
              {words.text('desk.listings.newPrice')}
              {listing.currency !== null && <span className="unit"> ({listing.currency})</span>}
            </>
          }
          inputMode="decimal"
          autoComplete="off"
          defaultValue={listing.price ?? ''}
          onFocus={({ target }) => target.select()}
        />
      </Form>
    </Dialog>
  );
}
