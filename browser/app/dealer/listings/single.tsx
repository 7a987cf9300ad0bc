/** What is asked before a step of one listing, in the editor and in the table. */
import type { ReactElement } from 'react';
import { api, type OwnListing } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Form, NumberField, numberOf } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';

interface DialogProps {
  readonly listing: OwnListing;
  readonly onDone: (listing: OwnListing) => void;
  readonly onClose: () => void;
}

export function SoldDialog({ listing, onDone, onClose }: DialogProps): ReactElement {
  const words = useWords();
  return (
    <Dialog title={words.text('desk.listings.markSold')} onClose={onClose}>
      <Form
        submit={words.text('desk.listings.markSold')}
        onSubmit={async (values) => {
          const soldPrice = numberOf(values, 'soldPrice');
          onDone(await api.listings.markSold(listing.id, soldPrice === undefined ? {} : { soldPrice }));
        }}
      >
        <NumberField
          name="soldPrice"
          kind="money"
          unit={listing.currency}
          label={<WithCurrency text={words.text('desk.editor.sold.price')} currency={listing.currency} />}
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
          const price = numberOf(values, 'price');
          if (price === undefined) throw new FieldError('price', words.text('desk.listings.newPrice.empty'));
          onDone(await api.listings.update(listing.id, { price }, { ifMatch: listing.version }));
        }}
      >
        <p>{listing.title}</p>
        <NumberField
          name="price"
          kind="money"
          unit={listing.currency}
          label={<WithCurrency text={words.text('desk.listings.newPrice')} currency={listing.currency} />}
          defaultValue={listing.price}
          onFocus={({ target }) => target.select()}
        />
      </Form>
    </Dialog>
  );
}

function WithCurrency({ text, currency }: { text: string; currency: string | null }): ReactElement {
  return (
    <>
      {text}
      {currency !== null && <span className="unit"> ({currency})</span>}
    </>
  );
}
