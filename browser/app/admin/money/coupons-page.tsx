import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { discountText, durationText } from '../../coupons.ts';
import { say } from '../../ui/toasts.tsx';
import { Empty } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { useGo, useUrlState } from '../../url-state.ts';
import { type DeskWords, useWords } from '../../words.ts';
import { admin, type Coupon } from '../api.ts';
import { ChoiceFilter, TextFilter, usePage } from '../filters.tsx';
import { DeskLink } from '../parts.tsx';
import { CouponForm } from './coupon-form.tsx';
import { MoneyPage } from './money.tsx';

const LIMIT = 50;
const STATES = ['active', 'inactive'] as const;

export function CouponsPage(): ReactElement {
  const words = useWords();
  const go = useGo();
  const [isNew, setNew] = useState(false);
  const [{ code, state }] = useUrlState();
  const asked = {
    page: usePage(),
    limit: LIMIT,
    code,
    active: state === undefined ? undefined : state === 'active',
  };
  const query = useQuery({
    queryKey: ['coupons', 'list', asked],
    queryFn: ({ signal }) => admin.coupons.list(asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<Coupon>[] = [
    {
      id: 'code',
      label: words.text('desk.coupons.code'),
      isFixed: true,
      cell: ({ id, code: of, name }) => (
        <span className="stack tight">
          <DeskLink to={`/admin/money/coupons/${id}`}>{of}</DeskLink>
          <span className="note">{name}</span>
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
    <MoneyPage
      actions={
        <button type="button" onClick={() => setNew(true)}>
          {words.text('desk.coupons.new')}
        </button>
      }
    >
      <div className="table-tools">
        <TextFilter name="code" label={words.text('desk.coupons.code')} />
        <ChoiceFilter
          name="state"
          label={words.text('desk.coupons.state')}
          all={words.text('desk.coupons.state.all')}
          options={STATES.map((value) => ({ value, label: words.text(`desk.coupons.state.${value}`) }))}
        />
      </div>
      <PagedTable
        query={query}
        rowsOf={({ coupons }) => coupons}
        empty={
          <Empty
            title={words.text(
              code === undefined && state === undefined ? 'desk.coupons.none' : 'desk.table.filteredEmpty',
            )}
          />
        }
        label={words.text('desk.money.coupons')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ code: of }) => of}
      />
      {isNew && (
        <CouponForm
          coupon={null}
          onClose={() => setNew(false)}
          onDone={({ id }) => {
            say(words.text('desk.coupons.created'));
            go(`/admin/money/coupons/${id}`);
          }}
        />
      )}
    </MoneyPage>
  );
}

export function CouponState({ isActive }: { isActive: boolean }): ReactElement {
  const words = useWords();
  return isActive ? (
    <span className="state is-good">{words.text('desk.coupons.state.active')}</span>
  ) : (
    <span className="state">{words.text('desk.coupons.state.inactive')}</span>
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
