import type { ReactElement, ReactNode } from 'react';
import { useDownload } from '../../action.ts';
import { TextFilter } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';
import { admin } from '../api.ts';

const PAGES = ['payments', 'invoices', 'coupons'] as const;

export function MoneyPage({ children, actions }: { children: ReactNode; actions?: ReactNode }): ReactElement {
  const words = useWords();
  return (
    <Page title={words.text('desk.admin.nav.money')} actions={actions}>
      <Tabs
        label={words.text('desk.admin.nav.money')}
        tabs={PAGES.map((name) => ({ to: `/admin/money/${name}`, label: words.text(`desk.money.${name}`) }))}
      />
      {children}
    </Page>
  );
}

/** The API needs two letters at least. */
export function nameQuery(name: string | undefined): string | undefined {
  const text = name?.trim() ?? '';
  return text.length < 2 ? undefined : text;
}

export function SpanFilters(): ReactElement {
  return (
    <>
      <TextFilter name="seller" label="desk.money.seller" />
      <TextFilter name="sellerId" label="desk.money.sellerId" />
      <TextFilter name="from" type="date" label="desk.audit.from" />
      <TextFilter name="to" type="date" label="desk.audit.to" />
    </>
  );
}

export const PAYMENT_LOOK = {
  pending: 'state is-busy',
  succeeded: 'state is-good',
  failed: 'state is-bad',
  refund_due: 'state is-busy',
  refunded: 'state',
} as const;

export function PdfButton({ id, number }: { id: string; number: string }): ReactElement {
  const words = useWords();
  const [save, isSaving] = useDownload();
  return (
    <button
      type="button"
      className="quiet"
      aria-busy={isSaving}
      aria-label={words.text('desk.invoices.pdf', { number })}
      onClick={() => save(() => admin.invoices.download(id), `${number}.pdf`)}
    >
      PDF
    </button>
  );
}
