/** What a change would cost and pause, before it is ordered. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import {
  api,
  type Plan,
  type SellerProfileUpdateRequest,
  type Subscription,
  type SubscriptionPreview,
} from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { COUNTRIES } from '../listings/countries.ts';
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
  const queries = useQueryClient();
  const { plan, cycle, isTrial } = choice;
  const isFree = (plan.price?.amount ?? 0) === 0;
  const isNew = subscription.billingCycle === null || subscription.status === 'expired';
  const [couponCode, setCouponCode] = useState<string>();
  const withCoupon = couponCode === undefined ? {} : { couponCode };
  const asked = {
    planId: plan.id,
    ...(isFree ? {} : { billingCycle: cycle }),
    ...(isTrial ? { trial: true } : {}),
  };
  const query = useQuery({
    // Not below `subscription`: once the order is placed, nobody asks what it would cost.
    queryKey: ['subscriptionPreview', asked, couponCode],
    queryFn: () => api.subscription.preview({ ...asked, ...withCoupon }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const check = async (code: string): Promise<void> => {
    await api.subscription.preview({ ...asked, couponCode: code });
    setCouponCode(code);
  };
  const order = async (values: FormData): Promise<void> => {
    if (!isFree) await saveAddress(values);
    if (isFree) {
      await api.subscription.cancel();
      say(words.text('desk.plan.changedLater'));
    } else {
      const paymentMethod = textOf(values, 'paymentMethod');
      const outcome = isNew
        ? await api.subscription.create({
            planId: plan.id,
            billingCycle: cycle,
            paymentMethod: paymentMethod ?? '',
            ...(isTrial ? { trial: true } : {}),
            ...withCoupon,
          })
        : await api.subscription.change({
            planId: plan.id,
            billingCycle: cycle,
            ...(paymentMethod === undefined ? {} : { paymentMethod }),
            ...withCoupon,
          });
      const isPending = outcome.payment?.status === 'pending';
      const isLater = outcome.subscription.scheduledChange !== null;
      say(
        isPending
          ? words.text('desk.plan.processing')
          : isLater
            ? words.text('desk.plan.changedLater')
            : words.text('desk.plan.changed', { plan: outcome.subscription.plan.name }),
      );
    }
    onClose();
    void queries.invalidateQueries({ queryKey: ['subscription'] });
    void queries.invalidateQueries({ queryKey: ['invoices'] });
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

/** Saves the fields of the address that the form has asked for. */
async function saveAddress(values: FormData): Promise<void> {
  const given = [...ADDRESS, 'country'].filter((name) => values.has(name));
  if (given.length === 0) return;
  await api.sellerProfile.update(
    Object.fromEntries(
      given.map((name) => [name, textOf(values, name) ?? null]),
    ) as SellerProfileUpdateRequest,
  );
}

/** Asks for what the invoice must carry and the company profile lacks. */
function InvoiceAddress(): ReactElement {
  const words = useWords();
  // Not the query of the profile page: saving must not make the fields vanish before the order is placed.
  const query = useQuery({
    queryKey: ['invoiceAddress'],
    queryFn: () => api.sellerProfile.get(),
    staleTime: 0,
  });
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
      options={COUNTRIES.map((code) => ({ value: code, label: words.country(code) })).toSorted((a, b) =>
        a.label.localeCompare(b.label, words.language),
      )}
    />
  );
}

/** What the payment service asks for: one of its own methods, or the name that its form has given to one. */
function PaymentMethodField({ isNew }: { isNew: boolean }): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['paymentForm'],
    queryFn: () => api.subscription.getPaymentForm(),
    staleTime: Infinity,
  });
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
            {...(isNew ? {} : { none: words.text('desk.plan.paymentMethod.asBefore') })}
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
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.text('desk.plan.preview.line')}</th>
              <th scope="col" className="end">
                {words.text('desk.plan.preview.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ kind, description, net }) => (
              <tr key={`${kind} ${description}`}>
                <td>{description}</td>
                <td className="end">{words.money(net, currency)}</td>
              </tr>
            ))}
            {sums
              .filter(([name, amount]) => amount !== 0 || name === 'desk.plan.preview.due')
              .map(([name, amount]) => (
                <tr key={name}>
                  <th scope="row">{words.text(name)}</th>
                  <td className="end">{words.money(amount, currency)}</td>
                </tr>
              ))}
          </tbody>
        </table>
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
