import type { PlanView } from '../../../modules/billing/index.ts';
import type { ReactElement } from 'react';
import type { PageContext } from '../../page-context.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { HeroArt } from '../../ui/hero-art.tsx';

/** Limits that matter to dealers; the workspace shows all of them. */
const LIMITS = [
  'activeListings',
  'imagesPerListing',
  'featuredSlots',
  'listingDays',
  'teamSeats',
  'importRowsPerDay',
] as const;

const STEPS = ['register', 'documents', 'stock'] as const;

export async function loadSell(context: PageContext): Promise<() => readonly PlanView[]> {
  const answer = await context.ask<{ plans: readonly PlanView[] }>('/subscriptions/plans');
  return () => answer.data.plans;
}

export function sellHead(reader: Reader): PageHead {
  return {
    title: reader.text('home.sell.title'),
    description: reader.text('home.sell.text'),
    path: '/sell',
  };
}

export function SellPage({ plans, reader }: { plans: readonly PlanView[]; reader: Reader }): ReactElement {
  const register = `/${reader.language}/register?role=SELLER`;
  return (
    <>
      <section className="hero night">
        <div className="hero-in wrap">
          <div className="hero-say">
            <h1>{reader.text('home.sell.title')}</h1>
            <p>{reader.text('home.sell.text')}</p>
            <p>
              <a className="button go" href={register}>
                {reader.text('sell.register')}
              </a>
            </p>
          </div>
          <HeroArt />
        </div>
      </section>
      <section className="wrap block" aria-labelledby="sell-steps">
        <h2 id="sell-steps">{reader.text('sell.steps')}</h2>
        <ol className="sell-steps">
          {STEPS.map((step) => (
            <li key={step}>
              <h3>{reader.text(`sell.step.${step}`)}</h3>
              <p>{reader.text(`sell.step.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="wrap block" aria-labelledby="sell-plans">
        <h2 id="sell-plans">{reader.text('sell.plans')}</h2>
        <p className="note">{reader.text('sell.plans.note')}</p>
        <ul className="plans">
          {plans.map((plan) => (
            <li key={plan.slug}>
              <PlanCard plan={plan} reader={reader} />
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap block sell" aria-labelledby="sell-api">
        <h2 id="sell-api">{reader.text('sell.api')}</h2>
        <p>{reader.text('sell.api.text')}</p>
        <p>
          <a href="/docs">{reader.text('footer.api')}</a>
        </p>
      </section>
    </>
  );
}

function PlanCard({ plan, reader }: { plan: PlanView; reader: Reader }): ReactElement {
  const { name, description, price, yearlyPrice, trialDays, limits } = plan;
  return (
    <article className="plan">
      <h3>{name}</h3>
      <p className="note">{description}</p>
      <p className="price">
        {price === null
          ? reader.text('card.onRequest')
          : price.amount === 0
            ? reader.text('sell.free')
            : reader.text('sell.monthly', { price: reader.money(price.amount, price.currency) })}
      </p>
      <p className="note">
        {[
          yearlyPrice !== null && yearlyPrice.amount > 0
            ? reader.text('sell.yearly', { price: reader.money(yearlyPrice.amount, yearlyPrice.currency) })
            : '',
          trialDays > 0 ? reader.text('sell.trial', { time: reader.count('time.days', trialDays) }) : '',
        ]
          .filter((part) => part !== '')
          .join(' ')}
      </p>
      <dl>
        {LIMITS.map((limit) => {
          const most = limits[limit];
          return (
            <div key={limit}>
              <dt>{reader.text(`sell.limit.${limit}`)}</dt>
              <dd>{most === null ? reader.text('sell.unlimited') : reader.number(most)}</dd>
            </div>
          );
        })}
      </dl>
    </article>
  );
}
