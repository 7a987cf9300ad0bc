/** The texts in `resources/info-pages/`: Markdown files whose first line is the title. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { entryOf } from '@fifthwheel/text/entry-of';
import { PACKAGE_ROOT } from '../../platform/package-root.ts';

/** A text in force until an operator publishes another. */
interface ShippedText {
  readonly title: string;
  readonly body: string;
}

/** In the order in which pages link to them. */
export const SHIPPED_SLUGS: readonly string[] = [
  'about',
  'buying',
  'selling',
  'help',
  'ranking',
  'imprint',
  'privacy',
  'terms',
  'accessibility',
];

const DIRECTORY = path.join(PACKAGE_ROOT, 'resources', 'info-pages');

/** Language → slug → text. */
export const SHIPPED: Readonly<Record<string, Readonly<Record<string, ShippedText>>>> = Object.fromEntries(
  readdirSync(DIRECTORY).map((language) => [
    language,
    Object.fromEntries(SHIPPED_SLUGS.map((slug) => [slug, readText(language, slug)])),
  ]),
);

function readText(language: string, slug: string): ShippedText {
  const [heading = '', ...body] = readFileSync(path.join(DIRECTORY, language, `${slug}.md`), 'utf8')
    .trim()
    .split('\n');
  return { title: heading.slice('# '.length), body: body.join('\n').trim() };
}

export function findShipped(slug: string, language: string): ShippedText | undefined {
  const texts = entryOf(SHIPPED, language);
  return texts === undefined ? undefined : entryOf(texts, slug);
}
