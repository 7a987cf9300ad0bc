/** Coupons: checks a code and shows what it saves before it is redeemed, alone or with an order. */
import { type ReactElement, useState } from 'react';
import { api, type Subscription, type SubscriptionPreview } from '../../api.ts';
import { discountText, durationText } from '../../ui/coupons.ts';
import { useGuard } from '../../me.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';

/** The coupon of the subscription, or a button to redeem one. */
export function RunningCoupon({ subscription }: { subscription: Subscription }): ReactElement | null {
  const words = useWords();
  const guard = useGuard('OWNER');
  const [isRedeeming, setRedeeming] = useState(false);
  const { coupon, billingCycle, status } = subscription;
  if (coupon !== null) {
    const { code, periodsLeft: left, fitsPlan } = coupon;
    const discount = discountText(coupon, words);
    if (!fitsPlan) return <p className="note">{words.text('desk.plan.coupon.rests', { code })}</p>;
    if (left === null) return <p>{words.text('desk.plan.coupon.current.forever', { code, discount })}</p>;
    if (left === 0) return <p>{words.text('desk.plan.coupon.current.last', { code, discount })}</p>;
    const duration = durationText(left, words);
    return <p>{words.text('desk.plan.coupon.current', { code, discount, duration })}</p>;
  }
  if (billingCycle === null || (status !== 'active' && status !== 'trialing')) return null;
  return (
    <>
      <p>
        <Button text="desk.plan.coupon.have" className="link" {...guard} onClick={() => setRedeeming(true)} />
      </p>
      {isRedeeming && <Redeem onClose={() => setRedeeming(false)} />}
    </>
  );
}

function Redeem({ onClose }: { onClose: () => void }): ReactElement {
  const words = useWords();
  const [found, setFound] = useState<{ code: string; preview: SubscriptionPreview } | null>(null);
  const check = async (couponCode: string): Promise<void> => {
    const { preview } = await api.subscription.preview({ couponCode });
    setFound({ code: couponCode, preview });
  };
  const redeem = async (couponCode: string): Promise<void> => {
    await api.subscription.change({ couponCode });
    onClose();
    notify(words.text('desk.plan.coupon.redeemed'));
  };
  return (
    <Dialog title={words.text('desk.plan.coupon.have')} onClose={onClose}>
      <CouponCode onCheck={check} onChange={() => setFound(null)} />
      {found !== null && (
        <>
          <Saving preview={found.preview} />
          <Form onSubmit={() => redeem(found.code)} submit={words.text('desk.plan.coupon.redeem')}>
            {null}
          </Form>
        </>
      )}
    </Dialog>
  );
}

/** `onCheck` throws if the code cannot be redeemed. */
export function CouponCode({
  onCheck,
  onChange,
}: {
  onCheck: (code: string) => Promise<void>;
  onChange: () => void;
}): ReactElement {
  const words = useWords();
  return (
    <Form
      isQuiet
      onSubmit={async (values) => {
        const code = textOf(values, 'couponCode');
        if (code !== undefined) await onCheck(code);
      }}
      submit={words.text('desk.plan.coupon.apply')}
    >
      <TextField
        name="couponCode"
        label={words.text('desk.plan.coupon')}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        onChange={onChange}
      />
    </Form>
  );
}

/** The discounts on the current charge and on that of the next period. */
export function Saving({ preview }: { preview: SubscriptionPreview }): ReactElement {
  const words = useWords();
  const { lines, nextCharge, currency } = preview;
  const saved = lines.filter(({ kind }) => kind === 'discount').reduce((sum, { net }) => sum - net, 0);
  const savedNext = nextCharge?.discount ?? 0;
  return (
    <div className="stack tight" role="status">
      {saved > 0 && <p>{words.text('desk.plan.coupon.saves', { amount: words.money(saved, currency) })}</p>}
      {nextCharge !== null && savedNext > 0 && (
        <p>
          {words.text('desk.plan.coupon.savesNext', {
            when: words.date(nextCharge.at),
            amount: words.money(savedNext, currency),
            rest: words.money(nextCharge.net, currency),
          })}
        </p>
      )}
      {saved === 0 && savedNext === 0 && <p>{words.text('desk.plan.coupon.savesNothing')}</p>}
    </div>
  );
}
