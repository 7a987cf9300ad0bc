import { invalidField } from '../../../platform/errors/app-error.ts';
import { slugOf } from '../../../platform/text/slug.ts';
import { t } from '../../../platform/errors/sentence.ts';

type Names = Readonly<Record<string, string>>;

/** Reads the names in a body, all of them or only the English one; null: none. */
export function namesOf(
  body: { readonly name?: string; readonly names?: Names },
  before: Names,
): Names | null {
  if (body.names === undefined && body.name === undefined) return null;
  return { ...(body.names ?? before), ...(body.name === undefined ? {} : { en: body.name }) };
}

export function slugFromName(name: string): string {
  const slug = slugOf(name);
  if (slug === '') throw invalidField('slug', t('is required: it cannot be derived from the name'));
  return slug;
}
