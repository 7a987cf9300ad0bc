import { isId } from '../../../platform/ids.ts';
import { folded, type Names } from '../../taxonomy/index.ts';
import { unmarkedText } from '../values/marks.ts';
import { splitList, type ColumnRule } from './column-rule.ts';
import { ROW_STATES, type DraftBuilder, type Cell, placeOf } from './draft.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { type Message, t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

/** Columns that every preset has. The category comes first, because brands and features depend on its class. */

type Options = Partial<Pick<ColumnRule, 'aliases' | 'required' | 'description'>>;

export function categoryRule(column: string, options: Options = {}): ColumnRule {
  return {
    column,
    field: 'category',
    description: 'Category: slug, name or key, of either level.',
    keepWhenEmpty: true,
    ...options,
    read: readCategory,
  };
}

export function readCategory(cell: Cell, draft: DraftBuilder): void {
  const { column, names } = cell;
  const name = cell.text.trim();
  const found = names.category(name);
  if (found === undefined) {
    const place = placeOf(cell, 'category', names.nearestCategory(name));
    draft.report('error', 'UNKNOWN_CATEGORY', unknownCategory(name.slice(0, 60), names), place);
    return;
  }
  draft.set('category', found.top.slug, column);
  draft.vehicleClass = found.top.vehicleClass;
  if (found.sub !== null) draft.set('subcategory', found.sub.slug, column);
  const slug = (found.sub ?? found.top).slug;
  if (slug !== name) draft.alias('category', name, slug);
}

/** Sets a field to the slug that a cell names, and records the cell's text if it is another one. */
function setSlug(cell: Cell, field: string, slug: string, draft: DraftBuilder): void {
  draft.set(field, slug, cell.column);
  const name = cell.text.trim();
  if (slug !== name) draft.alias(field, name, slug);
}

/** A name such as "Koffer" can mean a truck, a van or a trailer. */
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
    read(cell, draft) {
      const { names } = cell;
      const name = cell.text.trim();
      const slug = draft.get('category');
      const top = typeof slug === 'string' ? (names.category(slug)?.top ?? null) : null;
      const found = names.subcategory(name, top);
      if (found !== undefined) setSlug(cell, 'subcategory', found.slug, draft);
      else {
        const message = t('there is no subcategory "{name}"', { name: name.slice(0, 60) });
        const place = placeOf(cell, 'subcategory', names.nearestCategory(name, top));
        draft.report('error', 'UNKNOWN_CATEGORY', message, place);
      }
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
    read(cell, draft) {
      const { names } = cell;
      const name = cell.text.trim();
      const brand = names.brand(name, draft.vehicleClass);
      if (brand !== undefined) setSlug(cell, 'brand', brand.slug, draft);
      else {
        const message = t('there is no brand "{name}"', { name: name.slice(0, 60) });
        draft.report('error', 'UNKNOWN_BRAND', message, placeOf(cell, 'brand', names.nearestBrand(name)));
      }
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
        else {
          const message = t('there is no feature "{name}"; it is left out', { name: part.slice(0, 60) });
          const place = placeOf({ column: written, text: part }, 'features', nearest(part));
          draft.report('warning', 'UNKNOWN_FEATURE', message, place);
        }
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
    description: 'Addresses of all images in their order, separated by |.',
    ...options,
    read({ text, column: written }, draft) {
      const urls: string[] = [];
      for (const part of splitList(unmarkedText(text), separator).slice(0, IMAGE_URLS_MAX)) {
        const url = imageUrl(part);
        if (url !== null) urls.push(url);
        else {
          const message = t('is not an http or https address of an image');
          const place = placeOf({ column: written, text: part }, 'images');
          draft.report('warning', 'IMAGE_FETCH_FAILED', message, place);
        }
      }
      draft.imageUrls = [...new Set(urls)];
    },
    clear: (draft) => {
      draft.imageUrls = [];
    },
  };
}

function imageUrl(text: string): string | null {
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
    read(cell, draft) {
      const key = folded(cell.text);
      const state = ROW_STATES.find((known) => known === key) ?? entryOf(STATE_WORDS, key);
      if (state !== undefined) draft.state = state;
      else {
        const message = t('must be one of {values}', { values: ROW_STATES.join(', ') });
        draft.report('error', 'INVALID_ENUM', ofColumn(cell.column, message), placeOf(cell, 'status'));
      }
    },
  };
}

/** Exports contain it for listings without stock number and VIN, which cannot be found otherwise. */
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

/** Columns that an error report adds: a corrected report is imported with them still in it. */
export const REPORT_COLUMNS = ['import_row', 'import_errors'] as const;

export function reportRule(column: string): ColumnRule {
  return { column, field: null, description: 'Not read.', isUnread: true, read: () => {} };
}
