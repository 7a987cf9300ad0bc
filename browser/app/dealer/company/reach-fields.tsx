/** How buyers reach the dealer: languages and opening hours. */
import type { ReactElement } from 'react';
import { SPOKEN_LANGUAGES, SPOKEN_LANGUAGES_MAX, WEEKDAYS } from '../../../../src/modules/companies/reach.ts';
import type { SellerProfile, SellerProfileUpdateRequest } from '../../api.ts';
import { CheckField, FieldError, SelectField, TextField, textOf } from '../../ui/form.tsx';
import { type DeskWords, useWords } from '../../words.ts';
import { periodsText, readPeriods } from './opening-times.ts';

export function LanguageFields({ profile }: { profile: SellerProfile }): ReactElement {
  const words = useWords();
  const named = SPOKEN_LANGUAGES.map((code) => ({ code, name: words.languageName(code) }));
  return (
    <fieldset className="field">
      <legend>{words.text('desk.company.languages')}</legend>
      <p className="note">{words.text('desk.company.languages.hint', { max: SPOKEN_LANGUAGES_MAX })}</p>
      <div className="checks">
        {named
          .toSorted((a, b) => a.name.localeCompare(b.name, words.language))
          .map(({ code, name }) => (
            <CheckField
              key={code}
              name="languages"
              value={code}
              label={name}
              defaultChecked={profile.languages.includes(code)}
            />
          ))}
      </div>
    </fieldset>
  );
}

export function HoursFields({ profile }: { profile: SellerProfile }): ReactElement {
  const words = useWords();
  const hours = profile.openingHours;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), here, hours?.timeZone ?? here])];
  return (
    <fieldset className="field">
      <legend>{words.text('desk.company.hours')}</legend>
      <p className="note">{words.text('desk.company.hours.hint')}</p>
      <div className="fields">
        {WEEKDAYS.map((day, index) => (
          <TextField
            key={day}
            name={`openingHours.${day}`}
            label={words.weekday(index)}
            placeholder="08:00–12:00, 13:00–18:00"
            defaultValue={periodsText(hours?.[day])}
          />
        ))}
        <SelectField
          name="openingHours.timeZone"
          label={words.text('desk.company.timeZone')}
          options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          defaultValue={hours?.timeZone ?? here}
        />
      </div>
    </fieldset>
  );
}

/** The fields of the form as the API takes them. */
export function reachOf(
  values: FormData,
  words: DeskWords,
): Pick<SellerProfileUpdateRequest, 'languages' | 'openingHours'> {
  const chosen = new Set(values.getAll('languages'));
  const days = WEEKDAYS.flatMap((day) => {
    const name = `openingHours.${day}`;
    const periods = readPeriods(textOf(values, name) ?? '');
    if (periods === null) throw new FieldError(name, words.text('desk.company.hours.unreadable'));
    return periods.length === 0 ? [] : [[day, periods] as const];
  });
  return {
    languages: SPOKEN_LANGUAGES.filter((code) => chosen.has(code)),
    openingHours:
      days.length === 0
        ? null
        : { timeZone: textOf(values, 'openingHours.timeZone') ?? 'UTC', ...Object.fromEntries(days) },
  };
}
