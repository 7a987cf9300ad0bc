/** The description: in the dealer's words, or translated by machine for everybody who reads this language. */
import type { ReactElement } from 'react';
import type { Reader } from '../../texts/reader.ts';
import type { ListingPageData } from './load.ts';

export function Description({
  text: { description, language },
  slug,
  translation,
  reader,
}: {
  text: { readonly description: string; readonly language: string | null };
  slug: string;
  translation: ListingPageData['translation'];
  reader: Reader;
}): ReactElement {
  const page = `/${reader.language}/listing/${slug}`;
  const isForeign = language !== reader.language;
  if (isForeign && translation !== null && translation !== 'offered')
    return (
      <>
        <p className="prose" id="description" lang={reader.language}>
          {translation.description}
        </p>
        <p className="note">
          {translatedFrom(translation.sourceLanguage, reader)} ·{' '}
          <a href={`${page}#description`} hrefLang={language ?? undefined}>
            {reader.text('translation.original')}
          </a>
        </p>
      </>
    );
  return (
    <>
      <p className="prose" id="description" lang={language ?? undefined}>
        {description}
      </p>
      {isForeign && language !== null && (
        <p className="note">{reader.text('listing.written', { language: reader.languageName(language) })}</p>
      )}
      {isForeign && translation === 'offered' && (
        <form method="post" action={`${page}/translation`} className="one-button" data-once="">
          <input type="hidden" name="do" value="translate" />
          <button className="quiet">{reader.text('translation.translate')}</button>
        </form>
      )}
    </>
  );
}

export function translatedFrom(sourceLanguage: string | null, reader: Reader): string {
  return sourceLanguage === null
    ? reader.text('translation.made')
    : reader.text('translation.madeFrom', { language: reader.languageName(sourceLanguage) });
}
