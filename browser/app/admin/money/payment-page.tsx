import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FieldError, NumberField, numberOf, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, List, Load, Section } from '../../ui/section.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AdminPayment, adminRead, type Refund } from '../api.ts';
import { History } from '../history.tsx';
import { PAYMENT_LOOK, PdfButton } from './money.tsx';

const REFUND_LOOK = { pending: 'state is-busy', succeeded: 'state is-good', failed: 'state is-bad' } as const;

export function PaymentPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const [isRefunding, setRefunding] = useState(false);
  return (
    <Load query={adminRead('payments.get', id)} lines={10}>
      {({ payment, refunds }) => (
        <Page
          title={words.text('desk.money.paymentOf', { amount: moneyOf(payment.amount, words) })}
          note={payment.id}
          actions={
            refundable(payment) > 0 && (
              <Button text="desk.money.refund" className="danger" onClick={() => setRefunding(true)} />
            )
          }
        >
          <div className="stack">
            <About payment={payment} />
            <Section title={words.text('desk.money.refunds')}>
              <Refunds refunds={refunds} />
            </Section>
            <Section title={words.text('desk.admin.history')}>
              <History type="payment" id={payment.id} />
            </Section>
          </div>
          {isRefunding && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
        </Page>
      )}
    </Load>
  );
}

type Words = ReturnType<typeof useWords>;

function moneyOf({ amount, currency }: AdminPayment['amount'], words: Words): string {
  return words.money(amount, currency);
}

/** The refundable amount, rounded to cents. */
function refundable({ status, amount, refunded, credited }: AdminPayment): number {
  return status === 'succeeded'
    ? Math.round((amount.amount - refunded.amount - credited.amount) * 100) / 100
    : 0;
}

function About({ payment }: { payment: AdminPayment }): ReactElement {
  const words = useWords();
  const { status, seller, invoiceId, invoiceNumber, method, gateway, failure, refunded, credited } = payment;
  return (
    <section className="panel stack" aria-label={words.text('desk.money.payment')}>
      <Facts
        facts={[
          [
            words.text('desk.invoices.status'),
            <span key="status" className={PAYMENT_LOOK[status]}>
              {words.text(`desk.money.status.${status}`)}
            </span>,
          ],
          [words.text('desk.money.refunded'), moneyOf(refunded, words)],
          [words.text('desk.money.credited'), moneyOf(credited, words)],
          [
            words.text('desk.review.seller'),
            <Link key="seller" to={`/admin/users?q=${seller.id}`}>
              {seller.name ?? seller.id}
            </Link>,
          ],
          [
            words.text('desk.invoices.kind.invoice'),
            invoiceNumber === null || invoiceId === null ? (
              words.text('desk.money.noInvoice')
            ) : (
              <span key="invoice" className="row">
                {invoiceNumber} <PdfButton id={invoiceId} number={invoiceNumber} />
              </span>
            ),
          ],
          [words.text('desk.money.method'), `${method ?? '–'} (${gateway})`],
          [words.text('desk.money.begun'), words.moment(payment.createdAt)],
          [
            words.text('desk.money.settled'),
            payment.settledAt === null ? '–' : words.moment(payment.settledAt),
          ],
        ]}
      />
      {failure !== null && <p className="attention">{failure}</p>}
    </section>
  );
}

function Refunds({ refunds }: { refunds: readonly Refund[] }): ReactElement {
  const words = useWords();
  return (
    <List rows={refunds} none={words.text('desk.money.refunds.none')}>
      {(refund) => (
        <li key={refund.id}>
          <span>
            <strong>{words.money(refund.amount.amount, refund.amount.currency)}</strong>{' '}
            <span className={REFUND_LOOK[refund.status]}>
              {words.text(`desk.money.refund.${refund.status}`)}
            </span>
            <span className="note long">
              {words.moment(refund.createdAt)} · {refund.creditNote.number} · {refund.reason}
            </span>
            {refund.failure !== null && <span className="bad long">{refund.failure}</span>}
          </span>
          <PdfButton {...refund.creditNote} />
        </li>
      )}
    </List>
  );
}

function RefundDialog({ payment, onClose }: { payment: AdminPayment; onClose: () => void }): ReactElement {
  const words = useWords();
  const left = refundable(payment);
  const { currency } = payment.amount;
  const word = payment.seller.name ?? payment.seller.id;
  const send = async (values: FormData): Promise<void> => {
    if (textOf(values, 'word') !== word)
      throw new FieldError('word', words.text('desk.taxonomy.merge.mismatch'));
    const { refund } = await admin.payments.refund(payment.id, {
      amount: numberOf(values, 'amount'),
      reason: textOf(values, 'reason') ?? '',
    });
    notify(words.text(`desk.money.refund.said.${refund.status}`), { isProblem: refund.status === 'failed' });
  };
  return (
    <FormDialog
      title={words.text('desk.money.refund')}
      intro={words.text('desk.money.refund.text')}
      submit={words.text('desk.money.refund.go')}
      onSubmit={send}
      onClose={onClose}
    >
      <NumberField
        name="amount"
        kind="money"
        unit={currency}
        label={words.text('desk.money.refund.amount', { currency })}
        hint={words.text('desk.money.refund.left', { amount: words.money(left, currency) })}
        defaultValue={left}
      />
      <TextArea name="reason" label={words.text('desk.money.refund.reason')} rows={2} required />
      <TextField name="word" label={words.text('desk.confirm.type', { word })} autoComplete="off" />
    </FormDialog>
  );
}
