/** A coupon, new or changed. */
import type { ReactElement } from 'react';
import { dayOf, startOfDay } from '../../ui/days.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Form, NumberField, numberOf, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Load } from '../../ui/section.tsx';
import { useWords } from '../../words.ts';
import { admin, type AdminPlan, adminRead, type Coupon } from '../api.ts';

export function CouponForm({
  coupon,
  onClose,
  onDone,
}: {
  /** null: a new one. */
  coupon: Coupon | null;
  onClose: () => void;
  onDone: (coupon: Coupon) => void;
}): ReactElement {
  const words = useWords();
  return (
    <Dialog
      title={coupon === null ? words.text('desk.coupons.new') : coupon.code}
      kind="sheet"
      onClose={onClose}
    >
      <Load query={adminRead('plans.list')} lines={8}>
        {({ plans }) => (
          <Fields
            coupon={coupon}
            plans={plans}
            onDone={(saved) => {
              onClose();
              onDone(saved);
            }}
          />
        )}
      </Load>
    </Dialog>
  );
}

function Fields({
  coupon,
  plans,
  onDone,
}: {
  coupon: Coupon | null;
  plans: readonly AdminPlan[];
  onDone: (coupon: Coupon) => void;
}): ReactElement {
  const words = useWords();
  const isFixed = coupon !== null && coupon.redeemed > 0;
  const sold = plans.filter(({ price }) => price !== null && price.amount > 0);
  const currency = coupon?.amount?.currency ?? sold[0]?.price?.currency ?? 'EUR';
  const send = async (values: FormData): Promise<void> => {
    const about = aboutOf(values, coupon);
    const saved =
      coupon === null
        ? await admin.coupons.create({
            ...about,
            ...termsOf(values, currency),
            code: textOf(values, 'code') ?? '',
          })
        : await admin.coupons.update(coupon.id, {
            ...about,
            ...(isFixed ? {} : { ...termsOf(values, currency), code: textOf(values, 'code') ?? '' }),
          });
    onDone(saved.coupon);
  };
  return (
    <Form onSubmit={send} submit={words.text(coupon === null ? 'desk.coupons.create' : 'desk.save')}>
      <TextField
        name="name"
        label={words.text('desk.coupons.name')}
        hint={words.text('desk.coupons.name.hint')}
        defaultValue={coupon?.name}
        required
      />
      {isFixed ? (
        <p className="note">{words.text('desk.coupons.fixed')}</p>
      ) : (
        <Terms coupon={coupon} plans={sold} currency={currency} />
      )}
      <div className="fields">
        <TextField
          name="validFrom"
          type="date"
          label={words.text('desk.coupons.from')}
          hint={words.text('desk.coupons.days.hint')}
          defaultValue={firstDayOf(coupon)}
        />
        <TextField
          name="validUntil"
          type="date"
          label={words.text('desk.coupons.until')}
          hint={words.text('desk.coupons.days.hint')}
          defaultValue={lastDayOf(coupon)}
        />
        <NumberField
          name="redemptionsMax"
          kind="integer"
          label={words.text('desk.coupons.max')}
          hint={words.text('desk.coupons.max.hint')}
          defaultValue={coupon?.redemptionsMax}
        />
      </div>
      <TextArea
        name="note"
        label={words.text('desk.coupons.note')}
        rows={2}
        defaultValue={coupon?.note ?? ''}
      />
    </Form>
  );
}

function Terms({
  coupon,
  plans,
  currency,
}: {
  coupon: Coupon | null;
  plans: readonly AdminPlan[];
  currency: string;
}): ReactElement {
  const words = useWords();
  return (
    <>
      <TextField
        name="code"
        label={words.text('desk.coupons.code')}
        hint={words.text('desk.coupons.code.hint')}
        autoComplete="off"
        spellCheck={false}
        defaultValue={coupon?.code}
        required
      />
      <div className="fields">
        <NumberField
          name="percent"
          kind="integer"
          unit="%"
          max={100}
          label={words.text('desk.coupons.percent')}
          defaultValue={coupon?.percent}
        />
        <NumberField
          name="amount"
          kind="money"
          unit={currency}
          label={words.text('desk.coupons.amount', { currency })}
          hint={words.text('desk.coupons.amount.hint')}
          defaultValue={coupon?.amount?.amount}
        />
        <NumberField
          name="periods"
          kind="integer"
          label={words.text('desk.coupons.duration')}
          hint={words.text('desk.coupons.duration.hint')}
          defaultValue={coupon?.periods}
        />
      </div>
      <fieldset className="stack tight">
        <legend>{words.text('desk.coupons.plans')}</legend>
        {plans.map(({ id, name }) => (
          <CheckField
            key={id}
            name="planIds"
            label={name}
            value={id}
            defaultChecked={coupon?.planIds?.includes(id)}
          />
        ))}
        <p className="note">{words.text('desk.coupons.plans.hint')}</p>
      </fieldset>
    </>
  );
}

function aboutOf(values: FormData, coupon: Coupon | null) {
  const validFrom = textOf(values, 'validFrom');
  const validUntil = textOf(values, 'validUntil');
  return {
    name: textOf(values, 'name') ?? '',
    note: textOf(values, 'note') ?? null,
    // Keep an unchanged day to the millisecond, because it can have been chosen in another time zone.
    validFrom: validFrom === firstDayOf(coupon) ? (coupon?.validFrom ?? null) : instantOf(validFrom),
    validUntil: validUntil === lastDayOf(coupon) ? (coupon?.validUntil ?? null) : instantOf(validUntil, 1),
    redemptionsMax: numberOf(values, 'redemptionsMax') ?? null,
  };
}

function termsOf(values: FormData, currency: string) {
  const amount = numberOf(values, 'amount');
  const planIds = values.getAll('planIds').map(String);
  return {
    percent: numberOf(values, 'percent') ?? null,
    amount: amount === undefined ? null : { amount, currency },
    periods: numberOf(values, 'periods') ?? null,
    planIds: planIds.length === 0 ? null : planIds,
  };
}

function instantOf(day: string | undefined, daysLater = 0): string | null {
  return day === undefined ? null : startOfDay(day, daysLater);
}

function firstDayOf(coupon: Coupon | null): string | undefined {
  if (coupon === null || coupon.validFrom === null) return undefined;
  return dayOf(new Date(coupon.validFrom));
}

/** It ends with that day. */
function lastDayOf(coupon: Coupon | null): string | undefined {
  if (coupon === null || coupon.validUntil === null) return undefined;
  return dayOf(new Date(Date.parse(coupon.validUntil) - 1));
}
