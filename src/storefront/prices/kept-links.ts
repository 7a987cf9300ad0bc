/** Links and forms of a page lead to pages with the same prices. */
import { type PriceChoice, parametersOf } from './choice.ts';

/** Links below a language, as pages write them; `&` is escaped in attributes. */
const LINK = /(<a [^>]*?href=")(\/[a-z]{2}\/[^"#]*)/g;
/** Forms that lead to a page; those that post lead to one of the account. */
const FORM = /<form(?![^>]*method="post")[^>]*action="\/[a-z]{2}\/[^>]*>/g;

/** Adds the choice to the addresses in the markup. Unlike adding it where links are made, this forgets none. */
export function withKeptPrices(markup: Buffer, choice: PriceChoice): Buffer {
  const parameters = Object.entries(parametersOf(choice));
  if (parameters.length === 0) return markup;
  const fields = parameters
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}"/>`)
    .join('');
  return Buffer.from(
    markup
      .toString()
      .replaceAll(LINK, (_, before: string, path: string) => before + keepPrices(path, choice, '&amp;'))
      .replaceAll(FORM, (form) => form + fields),
  );
}

/** @param separator of parameters: escaped in markup */
export function keepPrices(path: string, choice: PriceChoice, separator = '&'): string {
  let kept = path;
  for (const [name, value] of Object.entries(parametersOf(choice)))
    if (!new RegExp(`[?&;]${name}=`).test(path))
      kept += `${kept.includes('?') ? separator : '?'}${name}=${value}`;
  return kept;
}

/** The address without the choice: the one that search engines list. */
export function plainPath(path: string): string {
  const [pathname = '', search] = path.split('?');
  const rest = (search ?? '').split('&').filter((part) => !/^(?:currency|prices)=/.test(part));
  return rest.length === 0 || rest[0] === '' ? pathname : `${pathname}?${rest.join('&')}`;
}
