/** A setting: a form made from its schema, its description, its past values, and a reset to the default. */
import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, Form, NumberField, SelectField, TextArea, TextField } from '../../ui/form.tsx';
import { List, Load } from '../../ui/section.tsx';
import { notify } from '../../ui/toasts.tsx';
import { type DeskWords, useWords } from '../../words.ts';
import { admin, adminRead, type Setting } from '../api.ts';
import { PersonLink } from '../people.tsx';
import { Rates } from './rates.tsx';
import { choicesOf, isLines, shortOf, textOfValue, valueOf, type ValueSchema } from './values.ts';

const SHOWN = 20;

export function SettingDialog({ setting, onClose }: { setting: Setting; onClose: () => void }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const { name, description, isDefault } = setting;
  const schema = setting.schema as ValueSchema;
  const save = async (values: FormData): Promise<void> => {
    let value: unknown;
    try {
      const raw = values.get('value');
      value = valueOf(schema, typeof raw === 'string' ? raw : '');
    } catch {
      throw new FieldError('value', words.text('desk.settings.noJson'));
    }
    await admin.settings.set(name, { value });
    onClose();
    notify(words.text('desk.saved'));
  };
  return (
    <Dialog title={name} kind="sheet" onClose={onClose}>
      <p>{description}</p>
      {name === 'exchangeRates' && <Rates setting={setting} onDone={onClose} />}
      <Form key={JSON.stringify(setting.value)} onSubmit={save} submit={words.text('desk.save')}>
        <ValueField setting={setting} schema={schema} />
      </Form>
      <p className="note">
        {words.text('desk.settings.default', { value: shortOf(setting.default, words) })}{' '}
        {!isDefault && (
          <Button
            text="desk.settings.reset"
            className="link"
            onClick={() => void act(() => admin.settings.reset(name), { done: words.text('desk.saved') })}
          />
        )}
      </p>
      <h3>{words.text('desk.settings.history')}</h3>
      <PastValues name={name} />
    </Dialog>
  );
}

function ValueField({ setting, schema }: { setting: Setting; schema: ValueSchema }): ReactElement {
  const words = useWords();
  const label = words.text('desk.settings.value');
  const { value } = setting;
  const choices = choicesOf(schema);
  if (schema.type === 'boolean')
    return (
      <SelectField
        name="value"
        label={label}
        defaultValue={String(value)}
        options={[
          { value: 'true', label: words.text('desk.settings.on') },
          { value: 'false', label: words.text('desk.settings.off') },
        ]}
      />
    );
  if (choices !== null)
    return (
      <SelectField
        name="value"
        label={label}
        defaultValue={String(value)}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
      />
    );
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <NumberField
        name="value"
        label={label}
        kind={schema.type === 'integer' ? 'integer' : 'decimal'}
        min={schema.minimum}
        max={schema.maximum}
        hint={words.text('desk.settings.between', {
          min: boundOf(schema.minimum, words),
          max: boundOf(schema.maximum, words),
        })}
        defaultValue={String(value)}
      />
    );
  if (schema.type === 'string')
    return (
      <TextField
        name="value"
        label={label}
        maxLength={schema.maxLength}
        defaultValue={typeof value === 'string' ? value : ''}
      />
    );
  return (
    <TextArea
      name="value"
      label={label}
      hint={words.text(isLines(schema) ? 'desk.settings.lines' : 'desk.settings.json')}
      rows={10}
      spellCheck={false}
      defaultValue={textOfValue(schema, value)}
    />
  );
}

function boundOf(bound: number | undefined, words: DeskWords): string {
  return bound === undefined ? '–' : words.number(bound);
}

function PastValues({ name }: { name: string }): ReactElement {
  const words = useWords();
  const [act] = useAction();
  return (
    <Load query={adminRead('settings.history', name, { limit: SHOWN })}>
      {({ history }) => (
        <List rows={history} none={words.text('desk.settings.history.none')} className="stack tight">
          {({ id, before, after, changedBy, changedAt }) => (
            <li key={id} className="reply">
              <span className="note">
                {words.moment(changedAt)} ·{' '}
                {changedBy === null ? words.text('desk.admin.server') : <PersonLink id={changedBy} />}
              </span>
              <span className="changes">
                <del>{shortOf(before, words)}</del> <ins>{shortOf(after, words)}</ins>
              </span>
              <button
                type="button"
                className="link"
                onClick={() =>
                  void act(() => admin.settings.rollBack(name, { historyId: id }), {
                    done: words.text('desk.settings.rolledBack'),
                  })
                }
              >
                {words.text('desk.settings.rollBack', { value: shortOf(before, words) })}
              </button>
            </li>
          )}
        </List>
      )}
    </Load>
  );
}
