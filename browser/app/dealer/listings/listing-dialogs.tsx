/** Dialogs of actions on a listing, for the editor and the table. */
import type { ReactElement } from 'react';
import { api, type OwnListing } from '../../api.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FieldError, NumberField, numberOf } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';

interface DialogProps {
  readonly listing: OwnListing;
  readonly onDone: (listing: OwnListing) => void;
  readonly onClose: () => void;
}

export function SoldDialog({ listing, onDone, onClose }: DialogProps): ReactElement {
  const words = useWords();
  return (
    <FormDialog
      title={words.text('desk.listings.markSold')}
      onClose={onClose}
      onSubmit={async (values) => {
        onDone(await api.listings.markSold(listing.id, { soldPrice: numberOf(values, 'soldPrice') }));
      }}
    >
      <NumberField
        name="soldPrice"
        kind="money"
        unit={listing.currency}
        label={<WithCurrency text={words.text('desk.editor.sold.price')} currency={listing.currency} />}
      />
    </FormDialog>
  );
}

export function PriceDialog({ listing, onDone, onClose }: DialogProps): ReactElement {
  const words = useWords();
  return (
    <FormDialog
      title={words.text('desk.listings.changePrice')}
      onClose={onClose}
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
    </FormDialog>
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
