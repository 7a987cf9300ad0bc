/** What was invoiced for each plan, by month. */
import type { ReactElement } from 'react';
import { BarChart } from '../../ui/chart.tsx';
import { useWords } from '../../words.ts';
import type { Overview } from '../api.ts';
import { Section } from '../parts.tsx';

export function Revenue({ overview: { revenueByPlan } }: { overview: Overview }): ReactElement {
  const words = useWords();
  return (
    <Section title={words.text('desk.admin.revenue')} note={words.text('desk.admin.revenue.note')}>
      {revenueByPlan.length === 0 ? (
        <p className="note">{words.text('desk.admin.revenue.none')}</p>
      ) : (
        <div className="halves">
          {revenueByPlan.map(({ planId, name, currency, months }) => (
            <div key={planId}>
              <BarChart
                title={name}
                unit={words.text('desk.admin.revenue.unit', { currency })}
                points={months.map(({ month, amount }) => ({ label: month, value: amount }))}
              />
              <p className="note">
                {words.text('desk.admin.revenue.sum', {
                  amount: words.money(
                    months.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100,
                    currency,
                  ),
                })}
              </p>
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}
