import type { InfoPageView } from '../../../modules/info-pages/index.ts';
import type { ReactElement } from 'react';
import type { PageContext } from '../../page-context.ts';
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { Markup } from './markup.tsx';
import { TextWithTime } from '../../ui/time.tsx';

const DESCRIPTION_LENGTH_MAX = 160;

export async function loadInfo(context: PageContext, slug: string): Promise<() => InfoPageView> {
  const answer = await context.ask<InfoPageView>('/info-pages/:slug', { params: { slug } });
  return () => answer.data;
}

export function infoHead({ title, slug, body }: InfoPageView): PageHead {
  const [first = ''] = body.split(/\n{2,}/).filter((part) => !part.startsWith('#'));
  // Bound the text before searching it for links, because the search takes quadratic time.
  const start = first.slice(0, 10 * DESCRIPTION_LENGTH_MAX);
  const description = start.replaceAll(/\[([^\]]*)\]\([^)]*\)|[*_`]/g, '$1').slice(0, DESCRIPTION_LENGTH_MAX);
  return { title, description, path: `/info/${slug}` };
}

export function InfoPage({ page, reader }: { page: InfoPageView; reader: Reader }): ReactElement {
  return (
    <article className="wrap markup" lang={page.language === reader.language ? undefined : page.language}>
      <h1>{page.title}</h1>
      <Markup text={page.body} />
      {page.publishedAt !== null && (
        <p className="note" lang={reader.language}>
          <TextWithTime
            text="listing.updated"
            name="date"
            at={page.publishedAt}
            shows="date"
            reader={reader}
          />
        </p>
      )}
    </article>
  );
}
