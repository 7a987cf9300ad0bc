import { Type } from 'typebox';
import { byteCache } from '../../platform/byte-cache.ts';
import { SLUG_PATTERN } from '../../platform/http/request/formats.ts';
import { NamedObject } from '../../platform/http/schemas.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { ok, READY_ENVELOPE, ready } from '../../platform/http/reply.ts';
import { access, publicFor, type Reply, type RequestContext, route } from '../../platform/http/route.ts';
import type { VehicleClass } from './seed/vehicle-class.ts';
import { type Category, nameIn, type Taxonomy, type TaxonomySnapshot } from './taxonomy.ts';
import {
  type AttributeView,
  BrandView,
  brandView,
  CategoryView,
  categoryView,
  type LiveCounts,
  type TaxonomyViewContext,
} from './views.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Specification: "Limits", cache durations. */
const TAXONOMY_SECONDS = 5 * 60;
const ANSWERS_BYTES_MAX = 16 * 1024 * 1024;

export type AttributesOf = (vehicleClass: VehicleClass) => readonly AttributeView[];

export interface TaxonomyRouteParts {
  readonly taxonomy: Taxonomy;
  readonly counts: () => Promise<LiveCounts>;
  readonly attributesOf: AttributesOf;
}

const FeatureView = NamedObject('Feature', {
  code: Type.String(),
  group: Type.String(),
  name: Type.String(),
});

export function taxonomyRoutes(parts: TaxonomyRouteParts) {
  const contextFor = async (request: RequestContext): Promise<TaxonomyViewContext> => ({
    taxonomy: parts.taxonomy.current,
    counts: await parts.counts(),
    languages: request.languages,
  });
  const cache = new AnswerCache();
  const common = {
    tag: 'Taxonomy',
    access: access.public,
    rateLimit: 'listings',
    cache: publicFor(TAXONOMY_SECONDS),
  } as const;
  return [
    route('GET', '/categories', {
      ...common,
      operationId: 'categories.list',
      summary: 'Get the category tree with counts of live listings',
      responses: { 200: Type.Object({ categories: Type.Array(CategoryView) }) },
      handler: async ({ context }) => {
        const view = await contextFor(context);
        return cache.answer('categories', view, async () => ({ categories: topsOf(view) }));
      },
    }),
    route('GET', '/categories/:slug', {
      ...common,
      operationId: 'categories.get',
      summary: 'Get a category of either level with the fields of its listings',
      responses: { 200: CategoryView },
      handler: async ({ params, context }) => {
        const view = await contextFor(context);
        const category = view.taxonomy.categoryBySlug(params.slug);
        if (category === undefined || !category.active) throw notFound('category');
        return ok(categoryView(category, attributesOf(category, parts), view));
      },
    }),
    route('GET', '/brands', {
      ...common,
      operationId: 'brands.list',
      summary: 'List brands with counts of live listings',
      query: Type.Object(
        {
          category: Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'Slug of a category, to list only its brands',
              // Anything that is not a slug is rejected as a category that does not exist.
              documentedAs: { pattern: SLUG_PATTERN },
            }),
          ),
        },
        { additionalProperties: false },
      ),
      responses: { 200: Type.Object({ brands: Type.Array(BrandView) }) },
      errors: ['INVALID_FILTER'],
      handler: async ({ query, context }) => {
        const view = await contextFor(context);
        return cache.answer(`brands ${query.category ?? ''}`, view, async () => ({
          brands: await brandsFor(query.category, view),
        }));
      },
    }),
    route('GET', '/brands/:slug', {
      ...common,
      operationId: 'brands.get',
      summary: 'Get a brand with its models',
      responses: { 200: BrandView },
      handler: async ({ params, context }) => {
        const view = await contextFor(context);
        const brand = view.taxonomy.brandBySlug(params.slug);
        if (brand === undefined || !brand.active) throw notFound('brand');
        return ok(brandView(brand, view));
      },
    }),
    route('GET', '/features', {
      ...common,
      operationId: 'features.list',
      summary: 'List feature codes',
      responses: { 200: Type.Object({ features: Type.Array(FeatureView) }) },
      handler: async ({ context }) => {
        const view = await contextFor(context);
        const features = view.taxonomy.features.filter((feature) => feature.active);
        return ok({
          features: features.map(({ code, group, names }) => ({
            code,
            group,
            name: nameIn(names, view.languages),
          })),
        });
      },
    }),
  ];
}

/** Caches responses as bytes until a count or the taxonomy changes, because pages and clients request the same few. */
class AnswerCache {
  readonly #answers = byteCache<Buffer>({
    bytesMax: ANSWERS_BYTES_MAX,
    // Compressed forms take about half as much in addition.
    bytesOf: (response) => response.length * 1.5,
  });
  #counts: LiveCounts | null = null;
  #taxonomy: TaxonomySnapshot | null = null;

  async answer(question: string, view: TaxonomyViewContext, compute: () => Promise<object>): Promise<Reply> {
    if (this.#counts !== view.counts || this.#taxonomy !== view.taxonomy) {
      this.#answers.clear();
      [this.#counts, this.#taxonomy] = [view.counts, view.taxonomy];
    }
    const key = `${view.languages.join(',')} ${question}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return ready(known);
    const { begin, end } = READY_ENVELOPE;
    const response = Buffer.from(`${begin}${JSON.stringify(await compute())}${end}`);
    // The data may have changed since.
    if (this.#counts === view.counts && this.#taxonomy === view.taxonomy) this.#answers.set(key, response);
    return ready(response);
  }
}

function topsOf(view: TaxonomyViewContext): CategoryView[] {
  return view.taxonomy.categories
    .filter((category) => category.parentId === null && category.active)
    .map((category) => categoryView(category, [], view));
}

/** Omits attributes that are hidden in its top category. */
function attributesOf(
  category: Category,
  { taxonomy, attributesOf: ofClass }: TaxonomyRouteParts,
): readonly AttributeView[] {
  const { hiddenAttributes, requiredAttributes } =
    (category.parentId === null ? undefined : taxonomy.current.category(category.parentId)) ?? category;
  return ofClass(category.vehicleClass)
    .filter(({ name }) => !hiddenAttributes.includes(name))
    .map((attribute) => ({ ...attribute, required: requiredAttributes.includes(attribute.name) }));
}

async function brandsFor(slug: string | undefined, view: TaxonomyViewContext): Promise<BrandView[]> {
  const brands = view.taxonomy.brands.filter((brand) => brand.active);
  if (slug === undefined || slug === '') return brands.map((brand) => brandView(brand, view));
  const category = view.taxonomy.categoryBySlug(slug);
  if (category === undefined)
    throw new AppError('INVALID_FILTER', t('There is no category "{name}".', { name: slug.slice(0, 64) }), {
      details: [
        { field: 'category', message: t('there is no category "{name}"', { name: slug.slice(0, 64) }) },
      ],
    });
  const counts = await view.counts.brandsWithin(category.id);
  return brands
    .filter((brand) => brand.classes.includes(category.vehicleClass) || counts.has(brand.id))
    .map((brand) => brandView(brand, view, counts.get(brand.id) ?? 0));
}
