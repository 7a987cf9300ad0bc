import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api, type CurrentSubscription, type Plan } from '../../api.ts';
import { useMay, useWhyNot } from '../../me.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { RunningCoupon } from './coupon.tsx';
import { type Choice, type Cycle, PlanChange } from './plan-change.tsx';

const USAGE = [
  'activeListings',
  'drafts',
  'featuredSlots',
  'teamSeats',
  'apiKeys',
  'webhooks',
  'importRowsPerDay',
  'uploadMegabytesPerDay',
  'messageTemplates',
] as const satisfies readonly (keyof CurrentSubscription['usage'])[];
/** What plans are compared by. */
const COMPARED = ['activeListings', 'featuredSlots', 'teamSeats', 'apiKeys', 'webhooks'] as const;
const CYCLES: readonly Cycle[] = ['monthly', 'yearly'];

export function PlanPage(): ReactElement {
  const words = useWords();
  const current = useQuery({ queryKey: ['subscription'], queryFn: () => api.subscription.get() });
  const plans = useQuery({ queryKey: ['plans'], queryFn: () => api.plans.list() });
  return (
    <Page title={words.text('desk.nav.plan')}>
      <Loaded query={current}>
        {(subscription) => (
          <div className="stack">
            <Current current={subscription} />
            <Usage usage={subscription.usage} />
            <Loaded query={plans}>{({ plans: all }) => <Plans plans={all} current={subscription} />}</Loaded>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Current({ current }: { current: CurrentSubscription }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const isOwner = useMay('OWNER');
  const [isLeaving, setLeaving] = useState(false);
  const { subscription, credit, openInvoice, pendingPayment } = current;
  const { plan, price, billingCycle, paymentMethod, scheduledChange, cancelAtPeriodEnd } = subscription;
  const onError = (error: unknown): void => say(problemText(error, words), { isProblem: true });
  const onSettled = (): Promise<void> => queries.invalidateQueries({ queryKey: ['subscription'] });
  const cancel = useMutation({
    mutationFn: () => api.subscription.cancel(),
    onSuccess: () => say(words.text('desk.plan.canceled')),
    onError,
    onSettled,
  });
  const resume = useMutation({
    mutationFn: () => api.subscription.resume(),
    onSuccess: () => say(words.text('desk.plan.resumed')),
    onError,
    onSettled,
  });
  const why = useWhyNot('OWNER');
  return (
    <section className="panel stack" aria-label={words.text('desk.plan.current')}>
      <div className="row spread">
        <div className="stack tight">
          <h2>{plan.name}</h2>
          {billingCycle !== null && (
            <p>
              {words.text(`desk.plan.price.${billingCycle}`, {
                price: words.money(price.amount, price.currency),
              })}
            </p>
          )}
          <StateLine current={current} />
          {scheduledChange !== null && (
            <p className="attention">
              {words.text('desk.plan.scheduled', {
                plan: scheduledChange.plan.name,
                when: scheduledChange.at === null ? '' : words.date(scheduledChange.at),
              })}
            </p>
          )}
          {paymentMethod !== null && (
            <p className="note">{words.text('desk.plan.method', { method: paymentMethod.label })}</p>
          )}
          <RunningCoupon subscription={subscription} />
          {credit.amount > 0 && (
            <p>{words.text('desk.plan.credit', { amount: words.money(credit.amount, credit.currency) })}</p>
          )}
          {openInvoice !== null && (
            <p className="attention">
              {words.text('desk.plan.openInvoice', {
                number: openInvoice.number,
                amount: words.money(openInvoice.amountDue, openInvoice.currency),
              })}
            </p>
          )}
          {pendingPayment !== null && (
            <p className="attention">
              {words.text('desk.plan.pending', {
                amount: words.money(pendingPayment.amount.amount, pendingPayment.amount.currency),
              })}
            </p>
          )}
        </div>
        {billingCycle !== null &&
          (cancelAtPeriodEnd ? (
            <button type="button" disabled={!isOwner} title={why} onClick={() => resume.mutate()}>
              {words.text('desk.plan.resume')}
            </button>
          ) : (
            <button
              type="button"
              className="danger"
              disabled={!isOwner}
              title={why}
              onClick={() => setLeaving(true)}
            >
              {words.text('desk.plan.cancel')}
            </button>
          ))}
      </div>
      {isLeaving && (
        <Confirm
          title={words.text('desk.plan.cancel.title')}
          text={words.text('desk.plan.cancel.text')}
          action={words.text('desk.plan.cancel')}
          onConfirm={() => cancel.mutate()}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  );
}

function StateLine({ current }: { current: CurrentSubscription }): ReactElement {
  const words = useWords();
  const { status, currentPeriodEnd, trialEnd, nextAttemptAt, billingCycle, cancelAtPeriodEnd } =
    current.subscription;
  const when = (moment: string | null): { when: string } => ({
    when: moment === null ? '' : words.date(moment),
  });
  if (cancelAtPeriodEnd || status === 'canceled')
    return (
      <span className="state is-busy">{words.text('desk.plan.status.canceled', when(currentPeriodEnd))}</span>
    );
  if (status === 'past_due')
    return (
      <span className="state is-bad">{words.text('desk.plan.status.past_due', when(nextAttemptAt))}</span>
    );
  if (status === 'expired')
    return <span className="state is-bad">{words.text('desk.plan.status.expired')}</span>;
  if (status === 'trialing')
    return <span className="state is-good">{words.text('desk.plan.status.trialing', when(trialEnd))}</span>;
  return (
    <span className="state is-good">
      {billingCycle === null
        ? words.text('desk.plan.status.activeFree')
        : words.text('desk.plan.status.active', when(currentPeriodEnd))}
    </span>
  );
}

function Usage({ usage }: { usage: CurrentSubscription['usage'] }): ReactElement {
  const words = useWords();
  return (
    <section className="panel stack" aria-labelledby="usage">
      <h2 id="usage">{words.text('desk.plan.usage')}</h2>
      <dl className="tiles">
        {USAGE.map((name) => {
          const { used, limit } = usage[name];
          const label = words.text(`desk.plan.limit.${name}`);
          return (
            <div key={name} className="stack tight">
              <dt className="note">{label}</dt>
              <dd className="number">
                {limit === null
                  ? words.text('desk.plan.unlimited', { used: words.number(used) })
                  : words.text('desk.plan.of', { used: words.number(used), limit: words.number(limit) })}
              </dd>
              {limit !== null && limit > 0 && (
                <dd>
                  <meter
                    className="usage"
                    aria-label={label}
                    value={Math.min(used, limit)}
                    max={limit}
                    high={limit * 0.9}
                    optimum={0}
                  />
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Plans({ plans, current }: { plans: readonly Plan[]; current: CurrentSubscription }): ReactElement {
  const words = useWords();
  const isOwner = useMay('OWNER');
  const { subscription } = current;
  const [cycle, setCycle] = useState<Cycle>(subscription.billingCycle ?? 'monthly');
  const [choice, setChoice] = useState<Choice | null>(null);
  const why = useWhyNot('OWNER');
  return (
    <section className="stack" aria-labelledby="plans">
      <div className="row spread">
        <h2 id="plans">{words.text('desk.plan.plans')}</h2>
        <div className="row" role="group" aria-label={words.text('desk.plan.cycle')}>
          {CYCLES.map((one) => (
            <button
              key={one}
              type="button"
              className="quiet"
              aria-pressed={cycle === one}
              onClick={() => setCycle(one)}
            >
              {words.text(`desk.plan.cycle.${one}`)}
            </button>
          ))}
        </div>
      </div>
      <ul className="tiles">
        {plans.map((plan) => {
          const price = cycle === 'yearly' ? plan.yearlyPrice : plan.price;
          const isYours =
            plan.id === subscription.plan.id &&
            (subscription.billingCycle === null || subscription.billingCycle === cycle);
          const isTrial = plan.trialDays > 0 && subscription.trialAvailable && (price?.amount ?? 0) > 0;
          return (
            <li key={plan.id} className={isYours ? 'panel stack plan-card chosen' : 'panel stack plan-card'}>
              <h3>{plan.name}</h3>
              <p className="figure">
                {price === null
                  ? words.text('desk.plan.priceOnRequest')
                  : words.money(price.amount, price.currency)}
              </p>
              <p className="note">{plan.description}</p>
              <dl className="limits">
                {COMPARED.map((name) => (
                  <div key={name}>
                    <dt>{words.text(`desk.plan.limit.${name}`)}</dt>
                    <dd className="number">
                      {plan.limits[name] === null
                        ? words.text('desk.plan.unlimitedShort')
                        : words.number(plan.limits[name])}
                    </dd>
                  </div>
                ))}
              </dl>
              {isYours ? (
                <strong>{words.text('desk.plan.yours')}</strong>
              ) : (
                price !== null && (
                  <div className="row">
                    <button
                      type="button"
                      disabled={!isOwner}
                      title={why}
                      onClick={() => setChoice({ plan, cycle, isTrial: false })}
                    >
                      {words.text('desk.plan.choose', { plan: plan.name })}
                    </button>
                    {isTrial && (
                      <button
                        type="button"
                        className="quiet"
                        disabled={!isOwner}
                        title={why}
                        onClick={() => setChoice({ plan, cycle, isTrial: true })}
                      >
                        {words.text('desk.plan.trial', { days: plan.trialDays })}
                      </button>
                    )}
                  </div>
                )
              )}
            </li>
          );
        })}
      </ul>
      {choice !== null && (
        <PlanChange choice={choice} subscription={subscription} onClose={() => setChoice(null)} />
      )}
    </section>
  );
}
