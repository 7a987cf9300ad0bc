import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useAction } from '../../action.ts';
import { api, type CurrentSubscription, type Plan } from '../../api.ts';
import { useGuard } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
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
/** Limits in the comparison of plans. */
const COMPARED = ['activeListings', 'featuredSlots', 'teamSeats', 'apiKeys', 'webhooks'] as const;
const CYCLES: readonly Cycle[] = ['monthly', 'yearly'];

export function PlanPage(): ReactElement {
  const words = useWords();
  const current = useQuery(read('subscription.get'));
  const plans = useQuery(read('plans.list'));
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
  const guard = useGuard('OWNER');
  const { subscription, credit, openInvoice, pendingPayment } = current;
  const { plan, price, billingCycle, paymentMethod, scheduledChange, cancelAtPeriodEnd } = subscription;
  const [act] = useAction();
  const cancel = (): void =>
    confirmFirst({
      title: words.text('desk.plan.cancel.title'),
      text: words.text('desk.plan.cancel.text'),
      action: words.text('desk.plan.cancel'),
      onConfirm: () => act(() => api.subscription.cancel(), { done: words.text('desk.plan.canceled') }),
    });
  const resume = (): void =>
    void act(() => api.subscription.resume(), { done: words.text('desk.plan.resumed') });
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
            <Button text="desk.plan.resume" {...guard} onClick={resume} />
          ) : (
            <Button text="desk.plan.cancel" className="danger" {...guard} onClick={cancel} />
          ))}
      </div>
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
    <Section title={words.text('desk.plan.usage')}>
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
    </Section>
  );
}

function Plans({ plans, current }: { plans: readonly Plan[]; current: CurrentSubscription }): ReactElement {
  const words = useWords();
  const guard = useGuard('OWNER');
  const { subscription } = current;
  const [cycle, setCycle] = useState<Cycle>(subscription.billingCycle ?? 'monthly');
  const [choice, setChoice] = useState<Choice | null>(null);
  return (
    <section className="stack" aria-labelledby="plans">
      <div className="row spread">
        <h2 id="plans">{words.text('desk.plan.plans')}</h2>
        <div className="row" role="group" aria-label={words.text('desk.plan.cycle')}>
          {CYCLES.map((option) => (
            <Button
              text={`desk.plan.cycle.${option}`}
              key={option}

              className="quiet"
              aria-pressed={cycle === option}
              onClick={() => setCycle(option)}
            />
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
                      {...guard}
                      onClick={() => setChoice({ plan, cycle, isTrial: false })}
                    >
                      {words.text('desk.plan.choose', { plan: plan.name })}
                    </button>
                    {isTrial && (
                      <button
                        type="button"
                        className="quiet"
                        {...guard}
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
