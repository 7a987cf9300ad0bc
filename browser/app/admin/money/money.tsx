import type { ReactElement, ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWords } from '../../words.ts';
import { TextFilter } from '../filters.tsx';

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

/** A single letter says too little. */
export function nameAsked(name: string | undefined): string | undefined {
  const text = name?.trim() ?? '';
  return text.length < 2 ? undefined : text;
}

export function SpanFilters(): ReactElement {
  const words = useWords();
  return (
    <>
      <TextFilter name="seller" label={words.text('desk.money.seller')} />
      <TextFilter name="sellerId" label={words.text('desk.money.sellerId')} />
      <TextFilter name="from" type="date" label={words.text('desk.audit.from')} />
      <TextFilter name="to" type="date" label={words.text('desk.audit.to')} />
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
