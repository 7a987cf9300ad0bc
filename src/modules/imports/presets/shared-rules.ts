import { isId } from '../../../platform/ids.ts';
import { folded, type Names } from '../../taxonomy/index.ts';
import { unmarkedText } from '../values/marks.ts';
import { splitList, type Cell, type ColumnRule } from './column-rule.ts';
import { ROW_STATES, type DraftBuilder } from './draft.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { type Message, t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

/** Columns that every preset has under some name. Category comes first: brands and features are understood by its class. */

type Options = Partial<Pick<ColumnRule, 'aliases' | 'required' | 'description'>>;

export function categoryRule(column: string, options: Options = {}): ColumnRule {
  return {
    column,
    field: 'category',
    description: 'Category: slug, name or key, of either level.',
    keepWhenEmpty: true,
    ...options,
    read: (cell, draft) => readCategory(cell, draft),
  };
}

export function readCategory({ text, column, names }: Cell, draft: DraftBuilder): void {
  const found = names.category(text.trim());
  if (found === undefined) {
    draft.report('error', 'UNKNOWN_CATEGORY', unknownCategory(text.trim().slice(0, 60), names), {
      column,
      field: 'category',
      value: text,
      suggestion: names.nearestCategory(text.trim()),
    });
    return;
  }
  draft.set('category', found.top.slug, column);
  draft.vehicleClass = found.top.vehicleClass;
  if (found.sub !== null) draft.set('subcategory', found.sub.slug, column);
  const meant = (found.sub ?? found.top).slug;
  if (meant !== text.trim()) draft.alias('category', text.trim(), meant);
}

/** "Koffer" is a body of trucks, vans and trailers. */
function unknownCategory(shown: string, names: Names): Message {
  const possible = names.possibleCategories(shown);
  return possible.length > 1
    ? t(
        '"{name}" can be any of {slugs}; name one of them, or the vehicle in category and the body in subcategory',
        { name: shown, slugs: possible.map(({ slug }) => slug).join(', ') },
      )
    : t('there is no category "{name}"', { name: shown });
}

export function subcategoryRule(column: string): ColumnRule {
  return {
    column,
    field: 'subcategory',
    description: 'Category below the top one: slug, name or key.',
    read({ text, column: written, names }, draft) {
      const slug = draft.get('category');
      const top = typeof slug === 'string' ? (names.category(slug)?.top ?? null) : null;
      const found = names.subcategory(text.trim(), top);
      if (found === undefined) {
        draft.report(
          'error',
          'UNKNOWN_CATEGORY',
          t('there is no subcategory "{name}"', { name: text.trim().slice(0, 60) }),
          {
            column: written,
            field: 'subcategory',
            value: text,
            suggestion: names.nearestCategory(text.trim(), top),
          },
        );
        return;
      }
      draft.set('subcategory', found.slug, written);
      if (found.slug !== text.trim()) draft.alias('subcategory', text.trim(), found.slug);
    },
    clear: (draft) => draft.set('subcategory', null, column),
  };
}

export function brandRule(column: string, options: Options = {}): ColumnRule {
  return {
    column,
    field: 'brand',
    description: 'Brand: slug, name or a common spelling.',
    keepWhenEmpty: true,
    ...options,
    read({ text, column: written, names }, draft) {
      const brand = names.brand(text.trim(), draft.vehicleClass);
      if (brand === undefined) {
        draft.report(
          'error',
          'UNKNOWN_BRAND',
          t('there is no brand "{name}"', { name: text.trim().slice(0, 60) }),
          {
            column: written,
            field: 'brand',
            value: text,
            suggestion: names.nearestBrand(text.trim()),
          },
        );
        return;
      }
      draft.set('brand', brand.slug, written);
      if (brand.slug !== text.trim()) draft.alias('brand', text.trim(), brand.slug);
    },
  };
}

export function featuresRule(
  column: string,
  separator: string | RegExp = '|',
  options: Options = {},
): ColumnRule {
  return {
    column,
    field: 'features',
    description: 'Feature codes, names or keys, separated by |.',
    ...options,
    read({ text, column: written, names }, draft) {
      const codes: string[] = [];
      const nearest = names.nearestFeatures();
      for (const part of splitList(unmarkedText(text), separator)) {
        const feature = names.feature(part);
        if (feature !== undefined && feature.active) codes.push(feature.code);
        else
          draft.report(
            'warning',
            'UNKNOWN_FEATURE',
            t('there is no feature "{name}"; it is left out', { name: part.slice(0, 60) }),
            {
              column: written,
              field: 'features',
              value: part,
              suggestion: nearest(part),
            },
          );
      }
      draft.set('features', [...new Set(codes)], written);
    },
    clear: (draft) => draft.set('features', null, column),
  };
}

export const IMAGE_URLS_MAX = 50;
const URL_LENGTH_MAX = 2000;

export function imagesRule(
  column: string,
  separator: string | RegExp = '|',
  options: Options = {},
): ColumnRule {
  return {
    column,
    field: 'images',
    description: 'Addresses of all pictures in their order, separated by |.',
    ...options,
    read({ text, column: written }, draft) {
      const urls: string[] = [];
      for (const part of splitList(unmarkedText(text), separator).slice(0, IMAGE_URLS_MAX)) {
        const url = pictureUrl(part);
        if (url !== null) urls.push(url);
        else
          draft.report('warning', 'IMAGE_FETCH_FAILED', t('is not an http or https address of an image'), {
            column: written,
            field: 'images',
            value: part,
          });
      }
      draft.imageUrls = [...new Set(urls)];
    },
    clear: (draft) => {
      draft.imageUrls = [];
    },
  };
}

function pictureUrl(text: string): string | null {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && href.length <= URL_LENGTH_MAX ? href : null;
}

const STATE_WORDS: Readonly<Record<string, (typeof ROW_STATES)[number]>> = {
  entwurf: 'draft',
  aktiv: 'active',
  published: 'active',
  available: 'active',
  forsale: 'active',
  inactive: 'paused',
  hidden: 'paused',
  pausiert: 'paused',
  verkauft: 'sold',
  expired: 'paused',
  geloescht: 'deleted',
  removed: 'deleted',
};

export function statusRule(column: string): ColumnRule {
  return {
    column,
    field: 'status',
    description: `What becomes of the listing: ${ROW_STATES.join(', ')}; empty leaves it to the job.`,
    keepWhenEmpty: true,
    read({ text, column: written }, draft) {
      const key = folded(text);
      const state = ROW_STATES.find((each) => each === key) ?? entryOf(STATE_WORDS, key);
      if (state !== undefined) draft.state = state;
      else
        draft.report(
          'error',
          'INVALID_ENUM',
          ofColumn(written, t('must be one of {values}', { values: ROW_STATES.join(', ') })),
          {
            column: written,
            field: 'status',
            value: text,
          },
        );
    },
  };
}

/** Exports write it for listings without stock number and VIN, which nothing else would find again. */
export function listingIdRule(column: string): ColumnRule {
  return {
    column,
    field: 'id',
    description: 'Id of a listing that has neither stock number nor VIN.',
    keepWhenEmpty: true,
    read({ text }, draft) {
      if (isId('lst', text.trim())) draft.listingId = text.trim();
    },
  };
}

/** Columns of an error report that are not part of any format: a corrected report is sent back with them still in it. */
export const REPORT_COLUMNS = ['import_row', 'import_errors'] as const;

export function reportRule(column: string): ColumnRule {
  return { column, field: null, description: 'Not read.', isUnread: true, read: () => {} };
}
