import { type ReactElement, useState } from 'react';
import { discountText, durationText } from '../../ui/coupons.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { Empty } from '../../ui/states.tsx';
import { type Column, PagedTable } from '../../ui/table.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useGo, usePage, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { adminRead, type Coupon } from '../api.ts';
import { CouponForm } from './coupon-form.tsx';
import { MoneyPage } from './money.tsx';

const LIMIT = 50;
const STATES = ['active', 'inactive'] as const;

export function CouponsPage(): ReactElement {
  const words = useWords();
  const go = useGo();
  const [isNew, setNew] = useState(false);
  const [{ code, state }] = useUrlState();
  const query = adminRead('coupons.list', {
    page: usePage(),
    limit: LIMIT,
    code,
    active: state === undefined ? undefined : state === 'active',
  });
  const columns: readonly Column<Coupon>[] = [
    {
      id: 'code',
      label: words.text('desk.coupons.code'),
      isFixed: true,
      cell: (coupon) => (
        <span className="stack tight">
          <Link to={`/admin/money/coupons/${coupon.id}`}>{coupon.code}</Link>
          <span className="note">{coupon.name}</span>
        </span>
      ),
    },
    {
      id: 'discount',
      label: words.text('desk.coupons.discount'),
      cell: (coupon) => (
        <span className="stack tight">
          <span>{discountText(coupon, words)}</span>
          <span className="note">{durationText(coupon.periods, words)}</span>
        </span>
      ),
    },
    {
      id: 'state',
      label: words.text('desk.coupons.state'),
      cell: ({ active }) => <CouponState isActive={active} />,
    },
    {
      id: 'validity',
      label: words.text('desk.coupons.validity'),
      isWide: true,
      cell: (coupon) => validityText(coupon, words),
    },
    {
      id: 'redeemed',
      label: words.text('desk.coupons.redeemed'),
      align: 'end',
      cell: (coupon) => redeemedText(coupon, words),
    },
  ];
  return (
    <MoneyPage actions={<Button text="desk.coupons.new" onClick={() => setNew(true)} />}>
      <div className="table-tools">
        <TextFilter name="code" label="desk.coupons.code" />
        <ChoiceFilter
          name="state"
          label="desk.coupons.state"
          all="desk.coupons.state.all"
          texts="desk.coupons.state"
          values={STATES}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ coupons }) => coupons}
        empty={
          code === undefined && state === undefined ? (
            <Empty title={words.text('desk.coupons.none')} />
          ) : undefined
        }
        label={words.text('desk.money.coupons')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={(coupon) => coupon.code}
      />
      {isNew && (
        <CouponForm
          coupon={null}
          onClose={() => setNew(false)}
          onDone={({ id }) => {
            notify(words.text('desk.coupons.created'));
            void go(`/admin/money/coupons/${id}`);
          }}
        />
      )}
    </MoneyPage>
  );
}

export function CouponState({ isActive }: { isActive: boolean }): ReactElement {
  const words = useWords();
  const state = isActive ? 'active' : 'inactive';
  return (
    <span className={isActive ? 'state is-good' : 'state'}>{words.text(`desk.coupons.state.${state}`)}</span>
  );
}

export function redeemedText({ redeemed, redemptionsMax }: Coupon, words: DeskWords): string {
  return redemptionsMax === null
    ? words.number(redeemed)
    : words.text('desk.plan.of', { used: words.number(redeemed), limit: words.number(redemptionsMax) });
}

export function validityText({ validFrom, validUntil }: Coupon, words: DeskWords): string {
  const from = validFrom === null ? '' : words.moment(validFrom);
  const until = validUntil === null ? '' : words.moment(validUntil);
  if (from === '' && until === '') return words.text('desk.coupons.validity.always');
  if (from === '') return words.text('desk.coupons.validity.until', { until });
  if (until === '') return words.text('desk.coupons.validity.from', { from });
  return words.text('desk.coupons.validity.span', { from, until });
}
