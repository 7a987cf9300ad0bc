import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Form, NumberField, numberOf, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type AdminPayment, type Refund } from '../api.ts';
import { History } from '../history.tsx';
import { DeskLink, Facts, Section } from '../parts.tsx';
import { PAYMENT_LOOK } from './money.tsx';
import { PdfButton } from './pdf-button.tsx';

const REFUND_LOOK = { pending: 'state is-busy', succeeded: 'state is-good', failed: 'state is-bad' } as const;

export function PaymentPage(): ReactElement {
  const words = useWords();
  const id = useParam('id');
  const [isGiving, setGiving] = useState(false);
  const query = useQuery({ queryKey: ['payments', 'one', id], queryFn: () => admin.payments.get(id) });
  return (
    <Loaded query={query} lines={10}>
      {({ payment, refunds }) => (
        <Page
          title={words.text('desk.money.paymentOf', { amount: moneyOf(payment.amount, words) })}
          note={payment.id}
          actions={
            leftOf(payment) > 0 && (
              <button type="button" className="danger" onClick={() => setGiving(true)}>
                {words.text('desk.money.refund')}
              </button>
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
          {isGiving && <GiveBack payment={payment} onClose={() => setGiving(false)} />}
        </Page>
      )}
    </Loaded>
  );
}

type Words = ReturnType<typeof useWords>;

function moneyOf({ amount, currency }: AdminPayment['amount'], words: Words): string {
  return words.money(amount, currency);
}

/** What can be given back, in cents made into an amount again. */
function leftOf({ status, amount, refunded, credited }: AdminPayment): number {
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
            <DeskLink key="seller" to={`/admin/users?q=${seller.id}`}>
              {seller.name ?? seller.id}
            </DeskLink>,
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
  if (refunds.length === 0) return <p className="note">{words.text('desk.money.refunds.none')}</p>;
  return (
    <ul className="short-list">
      {refunds.map((refund) => (
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
      ))}
    </ul>
  );
}

function GiveBack({ payment, onClose }: { payment: AdminPayment; onClose: () => void }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const [word, setWord] = useState('');
  const left = leftOf(payment);
  const { currency } = payment.amount;
  const send = async (values: FormData): Promise<void> => {
    const amount = numberOf(values, 'amount');
    const { refund } = await admin.payments.refund(payment.id, {
      ...(amount === undefined ? {} : { amount }),
      reason: textOf(values, 'reason') ?? '',
    });
    onClose();
    say(words.text(`desk.money.refund.said.${refund.status}`), { isProblem: refund.status === 'failed' });
    await Promise.all(
      ['payments', 'admin-invoices', 'audit', 'overview'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
  };
  const needed = payment.seller.name ?? payment.seller.id;
  return (
    <Dialog title={words.text('desk.money.refund')} onClose={onClose}>
      <p>{words.text('desk.money.refund.text')}</p>
      <Form
        onSubmit={async (values) => {
          if (word !== needed) throw new FieldError('word', words.text('desk.taxonomy.merge.mismatch'));
          await send(values);
        }}
        submit={words.text('desk.money.refund.go')}
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
        <TextField
          name="word"
          label={words.text('desk.confirm.type', { word: needed })}
          value={word}
          onChange={({ target }) => setWord(target.value)}
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
