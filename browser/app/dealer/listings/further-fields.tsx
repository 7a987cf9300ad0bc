/** Fields with lists: tyres by axle, and translations. */
import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { NumberField, TextArea, TextField } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import { languagesOf, tyreRowsOf, type Values } from './fields.ts';

const TYRES_MAX = 12;
const TREAD_MAX = 40;
const AXLES_USUAL = 2;
/** Languages of buyers; a listing keeps translations into other languages. */
const LANGUAGES = 'en de fr nl pl it es pt cs sk hu ro bg lt lv et da sv fi no uk tr'.split(' ');

/** A row for each axle; empty rows are ignored. */
export function Tyres({ values }: { values: Values }): ReactElement {
  const words = useWords();
  const axles = Number(values['axles'] ?? AXLES_USUAL) || AXLES_USUAL;
  const [count, setCount] = useState(Math.min(TYRES_MAX, Math.max(axles, tyreRowsOf(values))));
  return (
    <details className="wide" open={tyreRowsOf(values) > 0}>
      <summary>{words.field('tyres')}</summary>
      <div className="stack">
        {Array.from({ length: count }, (_, index) => (
          <div
            key={index}
            className="fields tyre"
            role="group"
            aria-label={words.text('desk.editor.tyre', { at: index + 1 })}
          >
            <NumberField
              name={`tyres.${index}.axle`}
              kind="integer"
              max={TYRES_MAX}
              label={words.text('desk.field.tyres.axle')}
              placeholder={String(index + 1)}
              defaultValue={values[`tyres.${index}.axle`]}
            />
            <TextField
              name={`tyres.${index}.size`}
              label={words.text('desk.field.tyres.size')}
              placeholder="315/70 R22.5"
              defaultValue={values[`tyres.${index}.size`] ?? ''}
              autoComplete="off"
            />
            <NumberField
              name={`tyres.${index}.treadMm`}
              kind="decimal"
              unit="mm"
              max={TREAD_MAX}
              label={words.text('desk.field.tyres.treadMm')}
              defaultValue={values[`tyres.${index}.treadMm`]}
            />
          </div>
        ))}
        {count < TYRES_MAX && (
          <Button
            text="desk.editor.tyre.add"
            icon="plus"
            className="quiet"
            onClick={() => setCount(count + 1)}
          />
        )}
      </div>
    </details>
  );
}

/** Title and description in other languages. An empty text removes the translation. */
export function Translations({ values }: { values: Values }): ReactElement {
  const words = useWords();
  const [codes, setCodes] = useState(languagesOf(values));
  const free = LANGUAGES.filter((code) => !codes.includes(code) && code !== values['contentLanguage']);
  return (
    <details className="wide" open={codes.length > 0}>
      <summary>{words.text('desk.editor.translations')}</summary>
      <div className="stack">
        {codes.map((code) => (
          <div key={code} className="fields" role="group" aria-label={words.languageName(code)}>
            <TextField
              name={`translations.${code}.title`}
              lang={code}
              wide
              label={words.text('desk.editor.translations.title', { language: words.languageName(code) })}
              defaultValue={values[`translations.${code}.title`] ?? ''}
            />
            <TextArea
              name={`translations.${code}.description`}
              lang={code}
              label={words.text('desk.editor.translations.text', { language: words.languageName(code) })}
              rows={6}
              defaultValue={values[`translations.${code}.description`] ?? ''}
            />
          </div>
        ))}
        {/* It has no name, because it only adds fields. */}
        <select
          aria-label={words.text('desk.editor.translations.add')}
          value=""
          onChange={({ target }) => setCodes([...codes, target.value])}
        >
          <option value="">{words.text('desk.editor.translations.add')}</option>
          {free.map((code) => (
            <option key={code} value={code}>
              {words.languageName(code)}
            </option>
          ))}
        </select>
      </div>
    </details>
  );
}
