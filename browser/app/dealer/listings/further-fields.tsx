/** The fields of a listing that are lists: tyres by axle, and texts in other languages. */
import { type ReactElement, useState } from 'react';
import { NumberField, TextArea, TextField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words.ts';
import { languagesOf, tyreRowsOf, type Values } from './fields.ts';

const TYRES_MAX = 12;
const TREAD_MAX = 40;
const AXLES_USUAL = 2;
/** Those that buyers read; a listing keeps others that it has. */
const LANGUAGES = 'en de fr nl pl it es pt cs sk hu ro bg lt lv et da sv fi no uk tr'.split(' ');

/** A row for each axle; one that is left empty is none. */
export function Tyres({ values }: { values: Values }): ReactElement {
  const words = useWords();
  const axles = Number(values['axles'] ?? AXLES_USUAL) || AXLES_USUAL;
  const [count, setCount] = useState(Math.min(TYRES_MAX, Math.max(axles, tyreRowsOf(values))));
  return (
    <details className="wide" open={tyreRowsOf(values) > 0}>
      <summary>{words.field('tyres')}</summary>
      <div className="stack">
        {Array.from({ length: count }, (_, at) => (
          <div
            key={at}
            className="fields tyre"
            role="group"
            aria-label={words.text('desk.editor.tyre', { at: at + 1 })}
          >
            <NumberField
              name={`tyres.${at}.axle`}
              kind="integer"
              max={TYRES_MAX}
              label={words.text('desk.field.tyres.axle')}
              placeholder={String(at + 1)}
              defaultValue={values[`tyres.${at}.axle`]}
            />
            <TextField
              name={`tyres.${at}.size`}
              label={words.text('desk.field.tyres.size')}
              placeholder="315/70 R22.5"
              defaultValue={values[`tyres.${at}.size`] ?? ''}
              autoComplete="off"
            />
            <NumberField
              name={`tyres.${at}.treadMm`}
              kind="decimal"
              unit="mm"
              max={TREAD_MAX}
              label={words.text('desk.field.tyres.treadMm')}
              defaultValue={values[`tyres.${at}.treadMm`]}
            />
          </div>
        ))}
        {count < TYRES_MAX && (
          <button type="button" className="quiet" onClick={() => setCount(count + 1)}>
            <Icon name="plus" size={16} />
            {words.text('desk.editor.tyre.add')}
          </button>
        )}
      </div>
    </details>
  );
}

/** Title and description in other languages. Emptied texts are taken away. */
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
        {/* It adds fields and is none itself: it has no name. */}
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
