/** Reasons of moderation decisions: codes, each with an editable text, because the affected user reads it. */
import { type ReactElement, useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CheckField, SelectField, TextArea, textOf } from '../../ui/form.tsx';
import { type DeskText, useWords } from '../../words.ts';

export interface Reason {
  readonly code: string;
  readonly text: string;
  readonly extras: readonly string[];
}

export const LISTING_REASONS = [
  'wrong_category',
  'contact_in_text',
  'misleading_price',
  'duplicate',
  'incomplete',
  'photos_do_not_match',
  'fraud_suspected',
  'stolen_suspected',
  'prohibited',
  'other',
] as const;
export const REVIEW_REASONS = [
  'not_about_seller',
  'insulting',
  'personal_data',
  'invented',
  'other',
] as const;
export const DOCUMENT_REASONS = [
  'unreadable',
  'expired',
  'other_company',
  'incomplete_documents',
  'other',
] as const;
export const REPORT_REASONS = [
  'fraud_suspected',
  'contact_in_text',
  'misleading_price',
  'duplicate',
  'insulting',
  'personal_data',
  'prohibited',
  'other',
] as const;

export const ACCOUNT_REASONS = [
  'fraud_suspected',
  'stolen_suspected',
  'insulting',
  'personal_data',
  'prohibited',
  'other',
] as const;

export const UPHELD_REASONS = ['nothing_new', 'other'] as const;
export const REVERSED_REASONS = ['decision_wrong', 'other'] as const;

const TEXT_MAX = 1000;

export function ReasonDialog({
  title,
  reasons,
  extras = [],
  onClose,
  onDone,
}: {
  title: string;
  reasons: readonly string[];
  extras?: readonly { readonly name: string; readonly label: DeskText }[];
  onClose: () => void;
  onDone: (reason: Reason) => void;
}): ReactElement {
  const words = useWords();
  const textFor = (code: string): string =>
    code === 'other' ? '' : words.text(`desk.reason.${code}.text` as DeskText);
  const [code, setCode] = useState(reasons[0] ?? 'other');
  const [text, setText] = useState(textFor(code));
  return (
    <FormDialog
      title={title}
      onSubmit={async (values) => {
        onDone({
          code,
          text: textOf(values, 'reason') ?? words.text('desk.reason.none'),
          extras: extras.filter(({ name }) => values.get(name) !== null).map(({ name }) => name),
        });
      }}
      onClose={onClose}
    >
      <SelectField
        name="code"
        label={words.text('desk.reason')}
        value={code}
        options={reasons.map((reason) => ({
          value: reason,
          label: words.text(`desk.reason.${reason}` as DeskText),
        }))}
        onChange={({ target }) => {
          // Keep a text that has been edited.
          if (text === textFor(code)) setText(textFor(target.value));
          setCode(target.value);
        }}
      />
      <TextArea
        name="reason"
        label={words.text('desk.reason.text')}
        hint={words.text('desk.reason.hint')}
        rows={5}
        minLength={3}
        maxLength={TEXT_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {extras.map(({ name, label }) => (
        <CheckField key={name} name={name} label={words.text(label)} value="1" />
      ))}
    </FormDialog>
  );
}
