import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { discountText, durationText } from '../../ui/coupons.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Load, Section } from '../../ui/section.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useGo, usePage, useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, adminRead, type Coupon, type CouponRedemption } from '../api.ts';
import { History } from '../history.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CouponState, redeemedText, validityText } from './coupons-page.tsx';

const LIMIT = 50;

export function CouponPage(): ReactElement {
  const id = useParam('id');
  return (
    <Load query={adminRead('coupons.get', id)} lines={10}>
      {({ coupon }) => <CouponView coupon={coupon} />}
    </Load>
  );
}

function CouponView({ coupon }: { coupon: Coupon }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const go = useGo();
  const [isEditing, setEditing] = useState(false);
  const { id, code, active } = coupon;
  const setActive = (isActive: boolean): void =>
    void act(() => admin.coupons.update(id, { active: isActive }), {
      done: words.text(isActive ? 'desk.coupons.activated' : 'desk.coupons.deactivated'),
    });
  const deactivate = (): void =>
    confirmFirst({
      title: words.text('desk.coupons.deactivate.title', { code }),
      text: words.text('desk.coupons.deactivate.text'),
      action: words.text('desk.coupons.deactivate'),
      onConfirm: () => setActive(false),
    });
  const remove = (): void =>
    confirmFirst({
      title: words.text('desk.coupons.delete.title', { code }),
      text: words.text('desk.coupons.delete.text'),
      action: words.text('desk.coupons.delete'),
      onConfirm: () =>
        act(() => admin.coupons.delete(id), {
          done: words.text('desk.coupons.deleted'),
          next: () => go('/admin/money/coupons'),
        }),
    });
  return (
    <Page
      title={code}
      note={coupon.name}
      actions={
        <>
          <Button text="desk.coupons.edit" className="quiet" onClick={() => setEditing(true)} />
          {active ? (
            <Button text="desk.coupons.deactivate" className="danger" onClick={deactivate} />
          ) : (
            <Button text="desk.coupons.activate" className="quiet" onClick={() => setActive(true)} />
          )}
          {coupon.redeemed === 0 && <Button text="desk.coupons.delete" className="danger" onClick={remove} />}
        </>
      }
    >
      <div className="stack">
        <About coupon={coupon} />
        <Section title={words.text('desk.coupons.redemptions')}>
          <Redemptions couponId={id} />
        </Section>
        <Section title={words.text('desk.admin.history')}>
          <History type="coupon" id={id} />
        </Section>
      </div>
      {isEditing && (
        <CouponForm
          coupon={coupon}
          onClose={() => setEditing(false)}
          onDone={() => notify(words.text('desk.saved'))}
        />
      )}
    </Page>
  );
}

function About({ coupon }: { coupon: Coupon }): ReactElement {
  const words = useWords();
  const plans = useQuery(adminRead('plans.list'));
  const nameOf = (id: string): string => plans.data?.plans.find((plan) => plan.id === id)?.name ?? id;
  return (
    <section className="panel stack" aria-label={coupon.code}>
      <Facts
        facts={[
          [words.text('desk.coupons.state'), <CouponState key="state" isActive={coupon.active} />],
          [words.text('desk.coupons.discount'), discountText(coupon, words)],
          [words.text('desk.coupons.duration.short'), durationText(coupon.periods, words)],
          [
            words.text('desk.coupons.plans'),
            coupon.planIds === null
              ? words.text('desk.coupons.plans.all')
              : coupon.planIds.map((id) => nameOf(id)).join(', '),
          ],
          [words.text('desk.coupons.validity'), validityText(coupon, words)],
          [words.text('desk.coupons.redeemed'), redeemedText(coupon, words)],
        ]}
      />
      {coupon.note !== null && <p>{coupon.note}</p>}
    </section>
  );
}

function Redemptions({ couponId }: { couponId: string }): ReactElement {
  const words = useWords();
  const query = adminRead('coupons.redemptions', couponId, { page: usePage(), limit: LIMIT });
  const columns: readonly Column<CouponRedemption>[] = [
    {
      id: 'seller',
      label: words.text('desk.review.seller'),
      isFixed: true,
      cell: ({ seller }) => (
        <Link to={`/admin/money/payments?sellerId=${seller.id}`}>{seller.name ?? seller.id}</Link>
      ),
    },
    {
      id: 'at',
      label: words.text('desk.coupons.redeemedAt'),
      cell: ({ redeemedAt }) => words.moment(redeemedAt),
    },
    {
      id: 'used',
      label: words.text('desk.coupons.used'),
      align: 'end',
      cell: ({ periodsUsed }) => words.number(periodsUsed),
    },
    {
      id: 'state',
      label: words.text('desk.coupons.state'),
      cell: ({ endedAt }) =>
        endedAt === null ? (
          <span className="state is-good">{words.text('desk.coupons.running')}</span>
        ) : (
          <span className="state">{words.text('desk.coupons.ended', { when: words.date(endedAt) })}</span>
        ),
    },
  ];
  return (
    <PagedTable
      query={query}
      rowsOf={({ redemptions }) => redemptions}
      empty={<p className="note">{words.text('desk.coupons.redemptions.none')}</p>}
      label={words.text('desk.coupons.redemptions')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ seller }) => seller.name ?? seller.id}
    />
  );
}
