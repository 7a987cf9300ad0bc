import type { ReactElement } from 'react';
import { entryOf } from '@fifthwheel/text/entry-of';
import { drawingName, drawingOf, type VehicleFacts } from '../../drawings/vehicle.ts';
import { countryPoints } from '../../maps/countries.data.ts';
import { EuropeMap } from '../../maps/europe-map.tsx';
import type { PageHead } from '../../shell/document.tsx';
import type { TextKey } from '../../texts/generated/keys.ts';
import type { Reader } from '../../texts/reader.ts';
import { HeroArt } from '../../ui/hero-art.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { sinceVisit } from '../../ui/since-visit.ts';
import { ViewedShelf } from '../../ui/viewed-shelf.tsx';
import { VehicleCard } from '../../ui/vehicle-card.tsx';
import type { HomeCategory, HomeData } from './load.ts';
import { Seek } from './seek.tsx';

const BRANDS = 16;
const TYPES = 3;
const SMALLEST_RING = 12;
const RING_GROWTH = 14;

/** The vehicle that the tile of each category shows. */
const SHOWN_VEHICLES: Readonly<Record<string, Omit<VehicleFacts, 'category'>>> = {
  'tractor-units': { color: 'red', cabType: 'mega_sleeper' },
  trucks: { subcategory: 'tipper-trucks', axles: 4, color: 'blue', cabType: 'day' },
  vans: { subcategory: 'high-long-panel-vans', color: 'white' },
  'semi-trailers': { subcategory: 'refrigerated-semi-trailers', axles: 3, color: 'white' },
  trailers: { subcategory: 'curtainsider-trailers', axles: 3, color: 'green' },
  buses: { color: 'silver' },
  'construction-machinery': { subcategory: 'crawler-excavators', color: 'yellow' },
};

/** Example searches. The page omits those of categories without vehicles. */
const EXAMPLES: readonly (readonly [text: TextKey, category: string, search: string])[] = [
  ['home.asked.retarder', 'tractor-units', 'category=tractor-units&euro_standard=euro6&features=retarder'],
  ['home.asked.reefers', 'semi-trailers', 'subcategory=refrigerated-semi-trailers&features=lift_axle'],
  ['home.asked.tippers', 'trucks', 'subcategory=tipper-trucks&max_mileage=250000'],
  ['home.asked.electric', 'vans', 'category=vans&fuel_type=electric'],
  [
    'home.asked.excavators',
    'construction-machinery',
    'subcategory=mini-excavators&max_price=20000&has_price=true',
  ],
];

const TRUSTS: readonly (readonly [icon: IconName, text: 'price' | 'verified' | 'direct' | 'told'])[] = [
  ['chart-histogram', 'price'],
  ['rosette-discount-check', 'verified'],
  ['message-circle', 'direct'],
  ['bell', 'told'],
];

export function homeHead(reader: Reader, baseUrl: string): PageHead {
  return {
    title: reader.text('site.name'),
    description: reader.text('site.claim'),
    path: '/',
    hasHero: true,
    structured: [
      {
        '@type': 'WebSite',
        name: reader.text('site.name'),
        url: `${baseUrl}/${reader.language}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${baseUrl}/${reader.language}/search?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}

export function HomePage({ data, reader }: { data: HomeData; reader: Reader }): ReactElement {
  const { language } = reader;
  return (
    <>
      <section className="hero night">
        <div className="hero-in wrap">
          <div className="hero-say">
            <h1>{reader.text('home.title')}</h1>
            <p>{reader.count('home.intro', data.total)}</p>
          </div>
          <HeroArt />
          <Seek data={data} reader={reader} />
        </div>
      </section>
      <section className="wrap block" aria-labelledby="home-categories">
        <div className="block-head">
          <h2 id="home-categories">{reader.text('home.categories')}</h2>
          <a href={`/${language}/search`}>{reader.count('home.all', data.total)}</a>
        </div>
        <ul className="kind-tiles">
          {data.categories.map((category) => (
            <Tile key={category.slug} category={category} reader={reader} />
          ))}
          <Asked data={data} reader={reader} />
        </ul>
      </section>
      {data.newest.length > 0 && (
        <section className="wrap block" aria-labelledby="home-newest">
          <div className="block-head">
            <h2 id="home-newest">{reader.text('home.newest')}</h2>
            <a href={`/${language}/search?sort=created_at`}>{reader.text('home.newest.all')}</a>
          </div>
          <ol className="shelf slide" {...sinceVisit(reader)}>
            {data.newest.map((listing) => (
              <li key={listing.id}>
                <VehicleCard listing={listing} reader={reader} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <div className="wrap">
        <ViewedShelf reader={reader} />
      </div>
      <section className="wrap block" aria-labelledby="home-brands">
        <div className="block-head">
          <h2 id="home-brands">{reader.text('home.brands')}</h2>
        </div>
        <ul className="makes">
          {data.brands.slice(0, BRANDS).map(({ slug, name, count }) => (
            <li key={slug}>
              <a href={`/${language}/search?brand=${slug}`}>
                {name} <span className="count">{reader.number(count)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <div className="wrap block two">
        <Countries data={data} reader={reader} />
        <section className="part" aria-labelledby="home-trust">
          <h2 id="home-trust">{reader.text('home.trust')}</h2>
          <ul className="trusts">
            {TRUSTS.map(([icon, text]) => (
              <li key={text}>
                <Icon name={icon} />
                <b>{reader.text(`home.trust.${text}`)}</b>
                <p>{reader.text(`home.trust.${text}.text`)}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section className="wrap block" aria-labelledby="home-sell">
        <div className="sell-band night">
          <div>
            <h2 id="home-sell">{reader.text('home.sell.title')}</h2>
            <p>{reader.text('home.sell.text')}</p>
          </div>
          <div className="row">
            <a className="button go" href={`/${language}/register?role=SELLER`}>
              {reader.text('sell.register')}
            </a>
            <a className="button plain" href={`/${language}/sell`}>
              {reader.text('sell.plans')}
            </a>
          </div>
        </div>
      </section>
    </>
  );
}

function Tile({
  category: { slug, name, count, types },
  reader,
}: {
  category: HomeCategory;
  reader: Reader;
}): ReactElement {
  const drawing = drawingOf({ ...entryOf(SHOWN_VEHICLES, slug), category: slug });
  return (
    <li className="tile">
      <img
        src={`/drawings/${drawingName(drawing, 'tile')}.svg`}
        width="640"
        height="400"
        alt=""
        loading="lazy"
      />
      <div>
        <h3>
          <a href={`/${reader.language}/${slug}`}>{name}</a>
          <span className="count">{reader.number(count)}</span>
        </h3>
        <ul>
          {types.slice(0, TYPES).map((type) => (
            <li key={type.slug}>
              <a href={`/${reader.language}/${slug}/${type.slug}`}>{type.name}</a>
              <span className="count">{reader.number(type.count)}</span>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function Asked({ data, reader }: { data: HomeData; reader: Reader }): ReactElement | null {
  const examples = EXAMPLES.filter(([, category]) => data.categories.some(({ slug }) => slug === category));
  if (examples.length === 0) return null;
  return (
    <li className="tile asked night">
      <div>
        <h3>{reader.text('home.asked')}</h3>
        <ul>
          {examples.map(([text, , search]) => (
            <li key={text}>
              <a href={`/${reader.language}/search?${search}`} rel="nofollow">
                {reader.text(text)}
              </a>
              <Icon name="arrow-right" small />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function Countries({ data: { countries }, reader }: { data: HomeData; reader: Reader }): ReactElement {
  const most = Math.max(...countries.map(({ count }) => count));
  return (
    <section className="part" aria-labelledby="home-countries">
      <h2 id="home-countries">{reader.text('home.countries')}</h2>
      <div className="stand">
        {/* The list beside it says the same. */}
        <div aria-hidden="true">
          <EuropeMap>
            {countries.map(({ country, count }) => {
              const point = entryOf(countryPoints, country);
              if (point === undefined) return null;
              const radius = Math.round(SMALLEST_RING + RING_GROWTH * Math.sqrt(count / most));
              return (
                <g key={country}>
                  <circle cx={point.x} cy={point.y} r={radius} />
                  <text x={point.x} y={point.y}>
                    {count}
                  </text>
                </g>
              );
            })}
          </EuropeMap>
        </div>
        <ul className="lands">
          {countries.map(({ country, count }) => (
            <li key={country}>
              <a href={`/${reader.language}/search?country=${country}`}>
                <Flag country={country} />
                {reader.country(country)} <span className="count">{reader.number(count)}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
