/** Telling the administrators what is wrong: a reason from a list, and words. */
import type { ReactElement } from 'react';
import { Choice, type FieldProps, Form, ONCE, TextArea } from './form.tsx';
import { type OwnReading, optionalText, text } from './own-page.ts';

const DETAILS_MAX = 2000;
/** The action of the page that takes it. */
const REPORT = 'report';

export function ReportForm({
  reading,
  label,
  reasons,
}: Pick<FieldProps, 'label'> & {
  readonly reading: OwnReading;
  readonly reasons: readonly (readonly [value: string, label: string])[];
}): ReactElement {
  return (
    <Form reading={reading} action={REPORT} submit="report.send">
      <Choice reading={reading} action={REPORT} name="reason" label={label} options={reasons} />
      <TextArea
        reading={reading}
        action={REPORT}
        name="details"
        label="report.details"
        maxLength={DETAILS_MAX}
      />
    </Form>
  );
}

/** What the form says, for the endpoint that takes the report. */
export const reportOf = (form: URLSearchParams) => ({
  body: { reason: text(form, 'reason'), details: optionalText(form, 'details') },
  idempotencyKey: optionalText(form, ONCE),
});
