import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { discountText, durationText } from '../../coupons.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useGo, useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, type Coupon, type CouponRedemption } from '../api.ts';
import { usePage } from '../filters.tsx';
import { History } from '../history.tsx';
import { DeskLink, Facts, Section, useAct } from '../parts.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CouponState, redeemedText, validityText } from './coupons-page.tsx';

const LIMIT = 50;
const STALE = ['coupons', 'audit'];

export function CouponPage(): ReactElement {
  const id = useParam('id');
  const query = useQuery({ queryKey: ['coupons', 'one', id], queryFn: () => admin.coupons.get(id) });
  return (
    <Loaded query={query} lines={10}>
      {({ coupon }) => <One coupon={coupon} />}
    </Loaded>
  );
}

function One({ coupon }: { coupon: Coupon }): ReactElement {
  const words = useWords();
  const act = useAct();
  const go = useGo();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'edit' | 'deactivate' | 'delete' | null>(null);
  const { id, code, active } = coupon;
  const setActive = (isActive: boolean): Promise<boolean> =>
    act(() => admin.coupons.update(id, { active: isActive }), {
      stale: STALE,
      done: words.text(isActive ? 'desk.coupons.activated' : 'desk.coupons.deactivated'),
    });
  const remove = async (): Promise<void> => {
    const isDone = await act(() => admin.coupons.delete(id), {
      stale: ['audit'],
      done: words.text('desk.coupons.deleted'),
    });
    if (!isDone) return;
    queries.removeQueries({ queryKey: ['coupons', 'list'] });
    go('/admin/money/coupons');
  };
  return (
    <Page
      title={code}
      note={coupon.name}
      actions={
        <>
          <button type="button" className="quiet" onClick={() => setAsked('edit')}>
            {words.text('desk.coupons.edit')}
          </button>
          {active ? (
            <button type="button" className="danger" onClick={() => setAsked('deactivate')}>
              {words.text('desk.coupons.deactivate')}
            </button>
          ) : (
            <button type="button" className="quiet" onClick={() => void setActive(true)}>
              {words.text('desk.coupons.activate')}
            </button>
          )}
          {coupon.redeemed === 0 && (
            <button type="button" className="danger" onClick={() => setAsked('delete')}>
              {words.text('desk.coupons.delete')}
            </button>
          )}
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
      {asked === 'edit' && (
        <CouponForm
          coupon={coupon}
          onClose={() => setAsked(null)}
          onDone={() => say(words.text('desk.saved'))}
        />
      )}
      {asked === 'deactivate' && (
        <Confirm
          title={words.text('desk.coupons.deactivate.title', { code })}
          text={words.text('desk.coupons.deactivate.text')}
          action={words.text('desk.coupons.deactivate')}
          onConfirm={() => void setActive(false)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={words.text('desk.coupons.delete.title', { code })}
          text={words.text('desk.coupons.delete.text')}
          action={words.text('desk.coupons.delete')}
          onConfirm={() => void remove()}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  );
}

function About({ coupon }: { coupon: Coupon }): ReactElement {
  const words = useWords();
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => admin.plans.list() });
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
  const asked = { page: usePage(), limit: LIMIT };
  const query = useQuery({
    queryKey: ['coupons', 'redemptions', couponId, asked],
    queryFn: ({ signal }) => admin.coupons.redemptions(couponId, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<CouponRedemption>[] = [
    {
      id: 'seller',
      label: words.text('desk.review.seller'),
      isFixed: true,
      cell: ({ seller }) => (
        <DeskLink to={`/admin/money/payments?sellerId=${seller.id}`}>{seller.name ?? seller.id}</DeskLink>
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
      lines={6}
      rowsOf={({ redemptions }) => redemptions}
      empty={<p className="note">{words.text('desk.coupons.redemptions.none')}</p>}
      label={words.text('desk.coupons.redemptions')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ seller }) => seller.name ?? seller.id}
    />
  );
}
