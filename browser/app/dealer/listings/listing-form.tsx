/** The form of a listing, built from the attributes of its category. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { api, type Category, type CategoryAttribute } from '../../api.ts';
import { labelOf } from '../../field-label.ts';
import { read, STABLE } from '../../query.ts';
import { CheckField, Field, NumberField, SelectField, TextArea, TextField } from '../../ui/form.tsx';
import { useWords } from '../../words.ts';
import { COUNTRIES, countryOptions } from './countries.ts';
import type { Values } from './fields.ts';
import { Translations, Tyres } from './further-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { LONG_TEXTS, numberFieldOf, type Section, sectionsOf } from './sections.ts';

const HOUR_MS = 3_600_000;
/** Number of technical fields that are always visible; the others are collapsed. */
const TECHNICAL_FIRST = 14;

export function useCategories() {
  return useQuery({ ...read('categories.list'), ...STABLE, staleTime: HOUR_MS });
}

/** The attributes of a category. Keeps those of the previous one while the new ones are loading. */
export function useAttributes(category: string) {
  return useQuery({
    queryKey: [...read('categories.get', category).queryKey, 'attributes'],
    queryFn: async () => (category === '' ? [] : (await api.categories.get(category)).attributes),
    placeholderData: keepPreviousData,
    ...STABLE,
    staleTime: HOUR_MS,
  });
}

export function ListingFields({
  category,
  categories,
  attributes,
  values,
  onCategory,
}: {
  category: string;
  categories: readonly Category[];
  attributes: readonly CategoryAttribute[];
  values: Values;
  onCategory: (slug: string) => void;
}): ReactElement {
  const words = useWords();
  const chosen = categories.find(({ slug }) => slug === category);
  const sections = sectionsOf(attributes);
  const isTechnicalGiven = sections.technical
    .slice(TECHNICAL_FIRST)
    .some(({ name }) => values[name] !== undefined);
  return (
    <>
      <FormSection name="basics">
        <SelectField
          name="category"
          label={labelOf('category', words)}
          none={words.text('desk.editor.choose')}
          options={[
            // Keep a deleted category until another one is chosen.
            ...(category !== '' && chosen === undefined ? [{ value: category, label: category }] : []),
            ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          value={category}
          onChange={({ target }) => onCategory(target.value)}
        />
        <SelectField
          key={category}
          name="subcategory"
          label={labelOf('subcategory', words)}
          none={words.text('desk.editor.choose')}
          options={(chosen?.children ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
          defaultValue={values['subcategory'] ?? ''}
        />
        <BodyType types={chosen?.children ?? []} value={values['bodyType'] ?? ''} />
        <Fields attributes={sections.basics} values={values} category={category} />
      </FormSection>
      {attributes.length > 0 && (
        <>
          <FormSection name="commercial">
            <PriceFields values={values} />
            <Fields attributes={sections.commercial} values={values} category={category} />
          </FormSection>
          <FormSection name="texts">
            <TextField
              name="title"
              wide
              label={labelOf('title', words)}
              hint={words.text('desk.editor.title.hint')}
              defaultValue={values['title'] ?? ''}
            />
            <TextArea
              name="description"
              label={labelOf('description', words)}
              rows={8}
              defaultValue={values['description'] ?? ''}
            />
            <Fields attributes={sections.texts} values={values} category={category} />
            <Translations values={values} />
          </FormSection>
          <FormSection name="technical">
            <Fields
              attributes={sections.technical.slice(0, TECHNICAL_FIRST)}
              values={values}
              category={category}
            />
            {sections.technical.length > TECHNICAL_FIRST && (
              <details className="wide" open={isTechnicalGiven}>
                <summary>{words.text('desk.editor.more')}</summary>
                <div className="fields">
                  <Fields
                    attributes={sections.technical.slice(TECHNICAL_FIRST)}
                    values={values}
                    category={category}
                  />
                </div>
              </details>
            )}
            {attributes.some(({ name }) => name === 'tyres') && <Tyres values={values} />}
          </FormSection>
          <Equipment chosen={values['features'] ?? ''} />
          <FormSection name="location">
            <Fields attributes={sections.location} values={values} category={category} />
          </FormSection>
          {(['contact', 'chosen', 'dealers', 'owner'] as const)
            .filter((name) => sections[name].length > 0)
            .map((name) => (
              <FormSection key={name} name={name} note={words.text(`desk.editor.${name}.note`)}>
                <Fields attributes={sections[name]} values={values} category={category} />
              </FormSection>
            ))}
        </>
      )}
    </>
  );
}

function FormSection({
  name,
  note,
  children,
}: {
  name: Section;
  note?: string;
  children: ReactNode;
}): ReactElement {
  const words = useWords();
  return (
    <fieldset className="panel form-section">
      <legend>{words.text(`desk.editor.${name}`)}</legend>
      {note !== undefined && <p className="note">{note}</p>}
      <div className="fields">{children}</div>
    </fieldset>
  );
}

function Fields({
  attributes,
  values,
  category,
}: {
  attributes: readonly CategoryAttribute[];
  values: Values;
  category: string;
}): ReactElement {
  return (
    <>
      {attributes.map((attribute) => (
        <AttributeField
          key={attribute.name}
          attribute={attribute}
          value={values[attribute.name] ?? ''}
          category={category}
        />
      ))}
    </>
  );
}

function AttributeField({
  attribute,
  value,
  category,
}: {
  attribute: CategoryAttribute;
  value: string;
  category: string;
}): ReactElement {
  const words = useWords();
  const { name, type, code, unit, values } = attribute;
  const label = (
    <>
      {labelOf(name, words)}
      {unit !== null && unit !== 'months' && <span className="unit"> ({unit})</span>}
    </>
  );
  if (name === 'brand') return <BrandField label={label} value={value} category={category} />;
  if (code !== null) {
    const CodeField = CODE_FIELDS[code];
    return <CodeField name={name} label={label} value={value} />;
  }
  if (type === 'boolean')
    return (
      <SelectField
        name={name}
        label={label}
        none="–"
        options={[
          { value: 'true', label: words.text('desk.editor.yes') },
          { value: 'false', label: words.text('desk.editor.no') },
        ]}
        defaultValue={value}
      />
    );
  if (type === 'enum')
    return (
      <SelectField
        name={name}
        label={label}
        none="–"
        options={(values ?? []).map((item) => ({ value: item, label: words.value(name, item) }))}
        defaultValue={value}
      />
    );
  if (type === 'textList')
    return (
      <Boxes
        name={name}
        label={label}
        options={(values ?? []).map((item) => [item, words.value(name, item)])}
        chosen={value}
      />
    );
  if (LONG_TEXTS.has(name)) return <TextArea name={name} label={label} rows={3} defaultValue={value} />;
  const number = numberFieldOf(attribute);
  if (number !== null)
    return (
      <NumberField
        name={name}
        label={label}
        {...number}
        min={attribute.min ?? undefined}
        defaultValue={value}
      />
    );
  return (
    <TextField
      name={name}
      label={label}
      type={type === 'yearMonth' ? 'month' : type === 'date' ? 'date' : 'text'}
      defaultValue={value}
      autoComplete="off"
    />
  );
}

function Boxes({
  name,
  label,
  options,
  chosen,
}: {
  name: string;
  label: ReactNode;
  options: readonly (readonly [value: string, label: string])[];
  chosen: string;
}): ReactElement {
  const on = new Set(chosen.split(','));
  return (
    <fieldset className="field wide">
      <legend>{label}</legend>
      <div className="boxes">
        {options.map(([value, text]) => (
          <CheckField key={value} name={name} label={text} value={value} defaultChecked={on.has(value)} />
        ))}
      </div>
    </fieldset>
  );
}

function BrandField({
  label,
  value,
  category,
}: {
  label: ReactNode;
  value: string;
  category: string;
}): ReactElement {
  const words = useWords();
  const { data } = useQuery({ ...read('brands.list', { category }), ...STABLE, staleTime: HOUR_MS });
  const brands = data?.brands ?? [];
  return (
    <SelectField
      key={brands.length}
      name="brand"
      label={label}
      none={words.text('desk.editor.choose')}
      options={[
        ...(value !== '' && !brands.some(({ slug }) => slug === value) ? [{ value, label: value }] : []),
        ...brands.map(({ slug, name }) => ({ value: slug, label: name })),
      ]}
      defaultValue={value}
    />
  );
}

/** Body types have the names of subcategories; keeps another value that an import has written. */
function BodyType({
  types,
  value,
}: {
  types: readonly { readonly slug: string; readonly name: string }[];
  value: string;
}): ReactElement {
  const words = useWords();
  return (
    <SelectField
      key={types.length}
      name="bodyType"
      label={labelOf('bodyType', words)}
      none="–"
      options={[
        ...(value !== '' && !types.some(({ slug }) => slug === value) ? [{ value, label: value }] : []),
        ...types.map(({ slug, name }) => ({ value: slug, label: name })),
      ]}
      defaultValue={value}
    />
  );
}

interface CodeFieldProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly value: string;
}

/** Currencies with an exchange rate. */
function CurrencyField({ name, label, value }: CodeFieldProps): ReactElement {
  const words = useWords();
  const { data } = useQuery({ ...read('currencies.list'), ...STABLE, staleTime: HOUR_MS });
  const codes = data === undefined ? [] : [data.base, ...Object.keys(data.rates).toSorted()];
  const all = [...new Set([...codes, ...(value === '' ? [] : [value])])];
  return (
    <SelectField
      key={all.length}
      name={name}
      label={label}
      none={words.text('desk.editor.choose')}
      options={all.map((code) => ({ value: code, label: code }))}
      defaultValue={value}
    />
  );
}

function CountryField({ name, label, value }: CodeFieldProps): ReactElement {
  const words = useWords();
  const codes = [...new Set([...COUNTRIES, ...(value === '' ? [] : [value])])];
  return (
    <SelectField
      name={name}
      label={label}
      none="–"
      options={countryOptions(codes, words)}
      defaultValue={value}
    />
  );
}

const CODE_FIELDS: Readonly<
  Record<NonNullable<CategoryAttribute['code']>, (props: CodeFieldProps) => ReactElement>
> = { country: CountryField, currency: CurrencyField };

function Equipment({ chosen }: { chosen: string }): ReactElement | null {
  const words = useWords();
  const { data } = useQuery({ ...read('features.list'), ...STABLE, staleTime: HOUR_MS });
  if (data === undefined)
    return (
      <Field name="features" label="">
        {() => <input type="hidden" name="features" value={chosen} />}
      </Field>
    );
  const count = chosen === '' ? 0 : chosen.split(',').length;
  return (
    <fieldset className="panel form-section">
      <legend>
        {words.text('desk.editor.features')} <span className="note number">{count}</span>
      </legend>
      <div className="boxes scrolling">
        {data.features.map(({ code, name }) => (
          <CheckField
            key={code}
            name="features"
            label={name}
            value={code}
            defaultChecked={chosen.split(',').includes(code)}
          />
        ))}
      </div>
    </fieldset>
  );
}
