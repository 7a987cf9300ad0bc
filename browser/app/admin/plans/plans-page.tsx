import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, NumberField, numberOf, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Load } from '../../ui/section.tsx';
import { type DeskText, useWords } from '../../words.ts';
import { admin, type AdminPlan, type AdminPlansUpdateRequest, adminRead } from '../api.ts';

type Limits = NonNullable<AdminPlansUpdateRequest['limits']>;

export function PlansPage(): ReactElement {
  const words = useWords();
  const [changing, setChanging] = useState<AdminPlan | null>(null);
  const money = (price: AdminPlan['price']): string =>
    price === null ? '–' : words.money(price.amount, price.currency);
  return (
    <Page title={words.text('desk.admin.nav.plans')} note={words.text('desk.plans.note')}>
      <Load query={adminRead('plans.list')}>
        {({ plans }) => (
          <ul className="cards">
            {plans.map((plan) => (
              <li key={plan.id} className="panel stack">
                <div className="row spread">
                  <h2>
                    {plan.name}{' '}
                    {!plan.active && <span className="tag">{words.text('desk.plans.inactive')}</span>}
                  </h2>
                  <Button
                    text="desk.settings.change"
                    about={plan.name}
                    className="quiet"
                    onClick={() => setChanging(plan)}
                  />
                </div>
                <p>{plan.description}</p>
                <Facts
                  facts={[
                    [words.text('desk.plans.subscribers'), words.number(plan.subscribers)],
                    [words.text('desk.plans.monthly'), money(plan.price)],
                    [words.text('desk.plans.yearly'), money(plan.yearlyPrice)],
                    [words.text('desk.plans.trial'), words.number(plan.trialDays)],
                    ...Object.entries(plan.limits).map(
                      ([name, limit]) =>
                        [
                          words.text(`desk.plans.limit.${name}` as DeskText),
                          limit === null ? words.text(emptyLimit(name).shown) : words.number(limit),
                        ] as const,
                    ),
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
      </Load>
      {changing !== null && <ChangePlan plan={changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

/** Texts for an empty limit. Without an interval, a plan does not include feeds; every other limit is then unlimited. */
function emptyLimit(name: string): { shown: DeskText; hint: DeskText } {
  return name === 'importPullMinutes'
    ? { shown: 'desk.plans.noFeeds', hint: 'desk.plans.emptyIsNone' }
    : { shown: 'desk.plans.unlimited', hint: 'desk.plans.emptyIsUnlimited' };
}

function ChangePlan({ plan, onClose }: { plan: AdminPlan; onClose: () => void }): ReactElement {
  const words = useWords();
  const priceOf = (values: FormData, name: string): { amount: number } | undefined => {
    const amount = numberOf(values, name);
    return amount === undefined ? undefined : { amount };
  };
  const send = async (values: FormData): Promise<void> => {
    const limits = Object.fromEntries(
      Object.keys(plan.limits).map((name) => [name, numberOf(values, `limits.${name}`) ?? null]),
    ) as Limits;
    await admin.plans.update(plan.id, {
      name: textOf(values, 'name') ?? '',
      description: textOf(values, 'description') ?? '',
      price: plan.price === null ? undefined : priceOf(values, 'price'),
      yearlyPrice: plan.yearlyPrice === null ? undefined : priceOf(values, 'yearlyPrice'),
      trialDays: numberOf(values, 'trialDays') ?? 0,
      active: values.get('active') !== null,
      limits,
    });
  };
  return (
    <FormDialog
      title={plan.name}
      kind="sheet"
      intro={<p className="note">{words.text('desk.plans.change.note')}</p>}
      submit={words.text('desk.save')}
      done={words.text('desk.saved')}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField name="name" label={words.text('desk.plans.name')} defaultValue={plan.name} required />
      <TextArea
        name="description"
        label={words.text('desk.plans.description')}
        rows={2}
        defaultValue={plan.description}
      />
      <div className="fields">
        {(['price', 'yearlyPrice'] as const).map((name) => {
          const price = plan[name];
          return (
            price !== null && (
              <NumberField
                key={name}
                name={name}
                kind="money"
                unit={price.currency}
                label={`${words.text(name === 'price' ? 'desk.plans.monthly' : 'desk.plans.yearly')} (${price.currency})`}
                defaultValue={price.amount}
              />
            )
          );
        })}
        <NumberField
          name="trialDays"
          kind="integer"
          label={words.text('desk.plans.trial')}
          defaultValue={plan.trialDays}
        />
        {Object.entries(plan.limits).map(([name, limit]) => (
          <NumberField
            key={name}
            name={`limits.${name}`}
            kind="integer"
            label={words.text(`desk.plans.limit.${name}` as DeskText)}
            hint={words.text(emptyLimit(name).hint)}
            defaultValue={limit}
          />
        ))}
      </div>
      <CheckField
        name="active"
        label={words.text('desk.plans.active')}
        value="1"
        defaultChecked={plan.active}
      />
    </FormDialog>
  );
}
