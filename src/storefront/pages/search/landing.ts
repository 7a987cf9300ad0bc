import type { CategoryView } from '../../../modules/taxonomy/index.ts';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { MovedPage, type PageContext } from '../../page-context.ts';
import type { Counted, Landing, SearchAnswer } from './data.ts';
import { modelsIn } from './models.ts';

/** @throws MovedPage for previous slugs, NOT_FOUND for unknown slugs */
export async function findLanding(
  context: PageContext,
  categorySlug: string,
  second?: string,
  third?: string,
): Promise<Landing> {
  if (third !== undefined) return findModelLanding(context, [categorySlug, second ?? '', third]);
  const { data } = await context.ask<{ categories: readonly CategoryView[] }>('/categories');
  const category = data.categories.find(({ slug }) => slug === categorySlug);
  if (category === undefined) throw await movedPage(context, categorySlug, second);
  const namedCategory = { slug: category.slug, name: category.name };
  const children = category.children.map((child) => ({ ...child, count: child.listingCount ?? 0 }));
  if (second === undefined) return { category: namedCategory, children };
  const subcategory = children.find(({ slug }) => slug === second);
  if (subcategory !== undefined) return { category: namedCategory, subcategory, children: [] };
  const brands = await context.ask<{ brands: readonly Counted[] }>('/brands', {
    query: { category: category.slug },
  });
  const brand = brands.data.brands.find(({ slug }) => slug === second);
  if (brand === undefined) throw await movedPage(context, categorySlug, second);
  return { category: namedCategory, brand, children: [] };
}

/** @throws NOT_FOUND for a model without live listings */
async function findModelLanding(
  context: PageContext,
  [category, brand, slug]: readonly [string, string, string],
): Promise<Landing> {
  const landing = await findLanding(context, category, brand).catch((error: unknown) => {
    throw error instanceof MovedPage ? new MovedPage(`${error.path}/${slug}`) : error;
  });
  if (landing.brand === undefined) throw notFound('page');
  const { data } = await context.ask<SearchAnswer>('/search', {
    query: { category, brand: landing.brand.slug, facets: 'models', limit: '1' },
  });
  const model = modelsIn(data.facets).find((candidate) => candidate.slug === slug);
  if (model === undefined) throw notFound('page');
  return { ...landing, model };
}

/** Finds the landing page that previous slugs of a category, a subcategory or a brand redirect to. */
async function movedPage(
  context: PageContext,
  first: string,
  second: string | undefined,
): Promise<MovedPage | AppError> {
  const find = async (endpoint: string, slug: string): Promise<Renamed | null> => {
    try {
      const { data } = await context.ask<Renamed>(endpoint, { params: { slug } });
      return data.slug === slug ? null : data;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  };
  const category = await find('/categories/:slug', first);
  if (category !== null) return new MovedPage(`/${category.slug}${second === undefined ? '' : `/${second}`}`);
  if (second === undefined) return notFound('page');
  const type = await find('/categories/:slug', second);
  if (type !== null) return new MovedPage(`/${type.parent?.slug ?? first}/${type.slug}`);
  const brand = await find('/brands/:slug', second);
  return brand === null ? notFound('page') : new MovedPage(`/${first}/${brand.slug}`);
}

interface Renamed {
  readonly slug: string;
  readonly parent?: { readonly slug: string } | null;
}
