/** Shows what a change of plan costs and which listings it pauses, and orders it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import {
  api,
  type Plan,
  type SellerProfileUpdateRequest,
  type Subscription,
  type SubscriptionPreview,
} from '../../api.ts';
import { read, STABLE } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { COUNTRIES, countryOptions } from '../listings/countries.ts';
import { CouponCode, Saving } from './coupon.tsx';

const PAUSED_SHOWN = 10;

export type Cycle = 'monthly' | 'yearly';

export interface Choice {
  readonly plan: Plan;
  readonly cycle: Cycle;
  readonly isTrial: boolean;
}

export function PlanChange({
  choice,
  subscription,
  onClose,
}: {
  choice: Choice;
  subscription: Subscription;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const { plan, cycle, isTrial } = choice;
  const isFree = (plan.price?.amount ?? 0) === 0;
  const isNew = subscription.billingCycle === null || subscription.status === 'expired';
  const [couponCode, setCouponCode] = useState<string>();
  const request = {
    planId: plan.id,
    billingCycle: isFree ? undefined : cycle,
    trial: isTrial ? true : undefined,
  };
  const query = useQuery({
    ...read('subscription.preview', { ...request, couponCode }),
    // No preview after the order has been placed.
    ...STABLE,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const check = async (code: string): Promise<void> => {
    await api.subscription.preview({ ...request, couponCode: code });
    setCouponCode(code);
  };
  const order = async (values: FormData): Promise<void> => {
    if (!isFree) await saveAddress(values);
    if (isFree) {
      await api.subscription.cancel();
      notify(words.text('desk.plan.changedLater'));
    } else {
      const paymentMethod = textOf(values, 'paymentMethod');
      const outcome = isNew
        ? await api.subscription.create({
            planId: plan.id,
            billingCycle: cycle,
            paymentMethod: paymentMethod ?? '',
            trial: request.trial,
            couponCode,
          })
        : await api.subscription.change({
            planId: plan.id,
            billingCycle: cycle,
            paymentMethod,
            couponCode,
          });
      const isPending = outcome.payment?.status === 'pending';
      const isLater = outcome.subscription.scheduledChange !== null;
      notify(
        isPending
          ? words.text('desk.plan.processing')
          : isLater
            ? words.text('desk.plan.changedLater')
            : words.text('desk.plan.changed', { plan: outcome.subscription.plan.name }),
      );
    }
    onClose();
  };
  return (
    <Dialog title={words.text('desk.plan.preview', { plan: plan.name })} onClose={onClose}>
      <Loaded query={query}>
        {({ preview }) => (
          <>
            <Preview preview={preview} />
            {couponCode !== undefined && !query.isPlaceholderData && <Saving preview={preview} />}
          </>
        )}
      </Loaded>
      {!isFree && subscription.coupon === null && (
        <CouponCode onCheck={check} onChange={() => setCouponCode(undefined)} />
      )}
      <Form onSubmit={order} submit={words.text(isFree ? 'desk.plan.confirmFree' : 'desk.plan.confirm')}>
        {!isFree && (
          <>
            <InvoiceAddress />
            <PaymentMethodField isNew={isNew} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const ADDRESS = ['street', 'postalCode', 'city'] as const;

/** Saves the address fields that the form contains. */
async function saveAddress(values: FormData): Promise<void> {
  const names = [...ADDRESS, 'country'].filter((name) => values.has(name));
  if (names.length === 0) return;
  await api.sellerProfile.update(
    Object.fromEntries(
      names.map((name) => [name, textOf(values, name) ?? null]),
    ) as SellerProfileUpdateRequest,
  );
}

/** Fields for what an invoice must contain and the company profile lacks. */
function InvoiceAddress(): ReactElement {
  const words = useWords();
  // Saving must not make the fields vanish before the order is placed.
  const query = useQuery({ ...read('sellerProfile.get'), ...STABLE, staleTime: 0 });
  return (
    <Loaded query={query} lines={2}>
      {(profile) => {
        const missing = ADDRESS.filter((name) => (profile[name] ?? '') === '');
        if (missing.length === 0 && profile.country !== null) return null;
        return (
          <fieldset>
            <legend>{words.text('desk.plan.address')}</legend>
            <p className="note">{words.text('desk.plan.address.hint')}</p>
            {missing.map((name) => (
              <TextField key={name} name={name} label={words.text(`desk.company.${name}`)} required />
            ))}
            {profile.country === null && <CountryField />}
          </fieldset>
        );
      }}
    </Loaded>
  );
}

function CountryField(): ReactElement {
  const words = useWords();
  return (
    <SelectField
      name="country"
      label={words.text('desk.company.country')}
      options={countryOptions(COUNTRIES, words)}
    />
  );
}

/** A choice of payment methods, or the token that the form of the payment service has created. */
function PaymentMethodField({ isNew }: { isNew: boolean }): ReactElement {
  const words = useWords();
  const query = useQuery({ ...read('subscription.getPaymentForm'), ...STABLE, staleTime: Infinity });
  return (
    <Loaded query={query} lines={2}>
      {({ kind, methods }) => {
        const label = words.text('desk.plan.paymentMethod');
        if (kind === 'none')
          return <p className="attention">{words.text('desk.plan.paymentMethod.nothing')}</p>;
        if (kind === 'token')
          return (
            <TextField
              name="paymentMethod"
              label={label}
              hint={words.text('desk.plan.paymentMethod.hint')}
              autoComplete="off"
              spellCheck={false}
            />
          );
        return (
          <SelectField
            name="paymentMethod"
            label={label}
            hint={words.text('desk.plan.paymentMethod.test')}
            none={isNew ? undefined : words.text('desk.plan.paymentMethod.asBefore')}
            options={methods.map(({ token, text }) => ({ value: token, label: `${token}: ${text}` }))}
          />
        );
      }}
    </Loaded>
  );
}

function Preview({ preview }: { preview: SubscriptionPreview }): ReactElement {
  const words = useWords();
  const { lines, vat, total, creditApplied, amountDue, currency, nextCharge, pausedListings } = preview;
  const sums = [
    ['desk.plan.preview.vat', vat],
    ['desk.plan.preview.total', total],
    ['desk.plan.preview.credit', -creditApplied],
    ['desk.plan.preview.due', amountDue],
  ] as const;
  return (
    <div className="stack">
      <p>
        {preview.effective === 'now'
          ? words.text('desk.plan.preview.now')
          : words.text('desk.plan.preview.later', { when: words.date(preview.effectiveAt) })}
      </p>
      {lines.length > 0 && (
        <Table
          columns={[
            {
              id: 'line',
              label: words.text('desk.plan.preview.line'),
              isHead: ({ isSum }) => isSum,
              cell: ({ text }) => text,
            },
            {
              id: 'amount',
              label: words.text('desk.plan.preview.amount'),
              align: 'end',
              cell: ({ amount }) => words.money(amount, currency),
            },
          ]}
          rows={[
            ...lines.map(({ kind, description, net }) => ({
              id: `${kind} ${description}`,
              text: description,
              amount: net,
              isSum: false,
            })),
            ...sums
              .filter(([name, amount]) => amount !== 0 || name === 'desk.plan.preview.due')
              .map(([name, amount]) => ({ id: name, text: words.text(name), amount, isSum: true })),
          ]}
          idOf={({ id }) => id}
        />
      )}
      {nextCharge !== null && (
        <p className="note">
          {words.text('desk.plan.preview.next', {
            amount: words.money(nextCharge.net, currency),
            when: words.date(nextCharge.at),
          })}
        </p>
      )}
      {pausedListings.length === 0 ? (
        <p className="note">{words.text('desk.plan.preview.pausesNone')}</p>
      ) : (
        <div className="attention">
          <p>{words.count('desk.plan.preview.pauses', pausedListings.length)}</p>
          <ul>
            {pausedListings.slice(0, PAUSED_SHOWN).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {pausedListings.length > PAUSED_SHOWN && <li>…</li>}
          </ul>
        </div>
      )}
    </div>
  );
}
