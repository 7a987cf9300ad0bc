/** Features listings: explains the effect, offers durations, and shows how many slots of the plan are left. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Dashboard } from '../../api.ts';
import { read } from '../../query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, numberOf, SelectField } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';

const DAYS = [7, 14, 30, 60] as const;
const DAYS_USUAL = 30;

export function FeatureDialog({
  title,
  count,
  onFeature,
  onClose,
}: {
  /** Title of the listing, or the number of selected ones. */
  title: string;
  count: number;
  onFeature: (days: number) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  // Every role can read the dashboard, but only managers the subscription.
  const query = useQuery({ ...read('dashboard.get'), staleTime: 0 });
  return (
    <Dialog title={words.text('desk.feature.title')} onClose={onClose}>
      <p>
        <strong>{title}</strong>
      </p>
      <p>{words.text('desk.feature.brings')}</p>
      <Loaded query={query} lines={2}>
        {({ plan }) => {
          const slots = plan.usage.featuredSlots;
          const left = slots.limit === null ? null : slots.limit - slots.used;
          if (left !== null && left <= 0) return <NoSlot plan={plan.name} slots={slots} />;
          return (
            <Form
              submit={words.text('desk.listings.feature')}
              onSubmit={(values) => onFeature(numberOf(values, 'days') ?? DAYS_USUAL)}
            >
              {left !== null && (
                <p className={left < count ? 'attention' : 'note'}>
                  {words.text('desk.feature.left', {
                    left: words.number(left),
                    limit: words.number(slots.limit ?? 0),
                  })}{' '}
                  {left < count && words.text('desk.feature.tooMany', { count: words.number(count - left) })}
                </p>
              )}
              <SelectField
                name="days"
                label={words.text('desk.feature.days')}
                hint={words.text('desk.feature.days.hint')}
                options={DAYS.map((days) => ({
                  value: String(days),
                  label: words.count('desk.feature.forDays', days),
                }))}
                defaultValue={String(DAYS_USUAL)}
              />
            </Form>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

type Slots = Dashboard['plan']['usage']['featuredSlots'];

/** The plan has no slots, or all of them are used. */
function NoSlot({ plan, slots: { used, limit } }: { plan: string; slots: Slots }): ReactElement {
  const words = useWords();
  const toPlan: ReactNode = <Link to="/dealer/plan">{words.text('desk.feature.plans')}</Link>;
  if (limit === 0)
    return (
      <p className="attention">
        {words.text('desk.feature.none', { plan })} {toPlan}
      </p>
    );
  return (
    <p className="attention">
      {words.text('desk.feature.full', { used: words.number(used), plan })} {toPlan}
    </p>
  );
}
