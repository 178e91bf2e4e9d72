import type { Asked, Parsed, SinglePageSite } from './site.ts';
import { makeThings, type Thing, type Vocabulary } from './things.ts';

/** Sites whose templates and answers share nothing with those of `sites.ts`. What finds sources is not made with them. */

const json = (url: string, value: unknown, more: Partial<Asked> = {}): Asked => ({
  url,
  text: JSON.stringify(value),
  ...more,
});

/** What pages of today ask for besides their content. */
function noise(words: Vocabulary): Asked[] {
  return [
    json('/consent/v3', { purposes: Array.from({ length: 10 }, (_, id) => ({ id, on: id % 2 === 0 })) }),
    json('/experiments', { running: [{ key: 'cta', arm: 'B' }], user: { name: words.people[0], id: 7 } }),
    json('/beacon', { accepted: 20, at: 1_795_860_000 }, { method: 'POST', body: '{"event":"view"}' }),
    json('/ads/slot?n=3', { ads: makeThings(words, 3, 7000).map(({ title, price }) => ({ title, price })) }),
  ];
}

const header = '<header><p class="logo">Dock</p><a href="/in">Sign in</a></header>';
const query =
  'query Shelf($n: Int!, $after: String) { shelf(first: $n, after: $after) { nodes { label } pageInfo { endCursor } } }';

/** Twelve sites and more whose rows come from JSON. */
export function otherSitesWithSource(words: Vocabulary): SinglePageSite[] {
  const things = makeThings(words, 24, 3000);
  const common = { lang: words.lang, around: header };
  return [...ofAnswers(words, things), ...ofScripts(words, things)].map((site) => ({ ...common, ...site }));
}

type Site = Omit<SinglePageSite, 'lang'> & Partial<Pick<SinglePageSite, 'lang'>>;

function ofAnswers(words: Vocabulary, things: readonly Thing[]): Site[] {
  return [
    {
      name: 'gql-after',
      asked: [
        ...noise(words),
        json(
          '/graph',
          {
            data: {
              shelf: {
                nodes: things.map(({ title, city, price }) => ({ label: title, town: city, cost: price })),
                pageInfo: { endCursor: 'YXJyYXk6MjM', hasNextPage: true },
              },
            },
          },
          {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-apollo-name': 'shop' },
            body: JSON.stringify({ operationName: 'Shelf', query, variables: { n: 24 } }),
          },
        ),
      ],
      render: ([, , , , { data }]) =>
        `<dl class="shelf">${data.shelf.nodes.map((each: Parsed) => `<div class="slot"><dt>${each.label}</dt><dd class="cost">${each.cost.toFixed(2)}</dd><dd class="town">${each.town}</dd></div>`).join('')}</dl>`,
      truth: { asked: 4, path: '$.data.shelf.nodes[*]', rows: 24, all: true },
    },
    {
      name: 'link-header',
      asked: [
        json(
          '/wp/v9/notes?per=24',
          things.map(({ id, title, author, text }) => ({ id, title: { rendered: title }, by: author, text })),
          { answers: { link: '</wp/v9/notes?per=24&k=Zz9>; rel="next", </wp/v9/notes>; rel="start"' } },
        ),
        ...noise(words),
      ],
      render: ([notes]) =>
        `<main>${notes.map((each: Parsed) => `<section><header><h2>${each.title.rendered}</h2></header><blockquote>${each.text}</blockquote><footer>${each.by}</footer></section>`).join('')}</main>`,
      truth: { asked: 0, path: '$[*]', rows: 24, all: true },
    },
    {
      name: 'by-id',
      asked: [
        ...noise(words),
        json('/store/entities', {
          order: things.map(({ slug }) => slug),
          entities: {
            lots: Object.fromEntries(
              things.map(({ slug, title, city, views }) => [
                slug,
                { caption: title, port: city, seen: views },
              ]),
            ),
          },
        }),
      ],
      render: ([, , , , { order, entities }]) =>
        `<div class="lots">${order.map((id: string) => `<a class="lot" href="/lot/${id}"><span class="caption">${entities.lots[id].caption}</span><small>${entities.lots[id].port}</small><var>${entities.lots[id].seen}</var></a>`).join('')}</div>`,
      truth: { asked: 4, path: '$.entities.lots[*]', rows: 24 },
    },
    {
      name: 'minor-units',
      lang: 'en',
      asked: [
        json('/v1/offers', {
          offers: things.map(({ title, price, author }) => ({
            heading: title,
            total: { minor: Math.round(price * 100), unit: 'USD' },
            vendor: { label: author },
          })),
        }),
      ],
      render: ([{ offers }]) =>
        `<ul>${offers.map((each: Parsed) => `<li><div class="top"><b>${each.heading}</b></div><div class="end"><span class="sum">$${(each.total.minor / 100).toLocaleString('en', { minimumFractionDigits: 2 })}</span> <span class="vendor">${each.vendor.label}</span></div></li>`).join('')}</ul>`,
      truth: { asked: 0, path: '$.offers[*]', rows: 24 },
    },
    {
      name: 'epochs',
      lang: 'en',
      asked: [
        json('/cal/feed', {
          result: {
            rows: things.map(({ title, date, city }) => ({ t: title, ms: Date.parse(date), where: city })),
          },
        }),
        ...noise(words),
      ],
      render: ([{ result }]) =>
        `<table class="cal"><tbody>${result.rows.map((each: Parsed) => `<tr><th>${new Date(each.ms).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}</th><td>${each.t}</td><td>${each.where}</td></tr>`).join('')}</tbody></table>`,
      truth: { asked: 0, path: '$.result.rows[*]', rows: 24 },
    },
    {
      name: 'formatted',
      lang: 'en',
      asked: [
        json('/rank.json?max=24', {
          ranking: things.map(({ title, author, views, price }) => ({
            what: title,
            who: author,
            votes: views,
            score: Math.round((price % 5) * 10) / 10,
          })),
        }),
      ],
      render: ([{ ranking }]) =>
        `<ol>${ranking.map((each: Parsed) => `<li><p class="what">${each.what}</p><p class="who">By ${each.who}</p><p class="votes">${each.votes.toLocaleString('en')} votes</p><p class="score">${each.score.toFixed(1)} out of 5</p></li>`).join('')}</ol>`,
      truth: { asked: 0, path: '$.ranking[*]', rows: 24 },
    },
    {
      name: 'two-share',
      asked: [
        json('/hot', { hot: things.slice(0, 9).map(({ id, title, city }) => ({ id, title, city })) }),
        json('/lots', {
          lots: things.map(({ id, title, city, author, views }) => ({ id, title, city, author, views })),
        }),
        json(
          '/names',
          things.map(({ title }) => ({ name: title })),
        ),
      ],
      render: ([, { lots }]) =>
        `<div role="list">${lots.map((each: Parsed) => `<div role="listitem"><h4>${each.title}</h4><div>${each.city}</div><div>${each.author}</div><div>${each.views}</div></div>`).join('')}</div>`,
      truth: { asked: 1, path: '$.lots[*]', rows: 24 },
    },
    {
      name: 'cells',
      asked: [
        json('/sheet', {
          head: ['t', 'c', 'a', 'v'],
          body: things.map(({ title, city, author, views }) => [title, city, author, views]),
        }),
        ...noise(words),
      ],
      render: ([{ body }]) =>
        `<table><tbody>${body.map((cells: Parsed) => `<tr>${cells.map((cell: Parsed) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`,
      truth: { asked: 0, path: '$.body[*]', rows: 24 },
    },
    {
      name: 'search-hits',
      asked: [
        ...noise(words),
        json(
          '/idx/_search',
          {
            took: 4,
            hits: {
              total: { value: 240 },
              hits: things.map((each) => ({
                _id: String(each.id),
                _source: { headline: each.title, lead: each.text, byline: each.author },
              })),
            },
          },
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"from":0,"size":24,"query":{"match_all":{}}}',
          },
        ),
      ],
      render: ([, , , , { hits }]) =>
        `<div id="hits">${hits.hits.map(({ _source: each }: Parsed) => `<article><h1>${each.headline}</h1><p>${each.lead}</p><address>${each.byline}</address></article>`).join('')}</div>`,
      truth: { asked: 4, path: '$.hits.hits[*]', rows: 24, all: true },
    },
    {
      name: 'form-post',
      asked: [
        json(
          '/ajax/table.php',
          {
            recordsTotal: 960,
            data: things.map(({ title, city, price }) => ({ Name: title, Place: city, Price: price })),
          },
          {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: 'draw=1&start=0&length=24&dir=asc',
          },
        ),
      ],
      render: ([{ data }]) =>
        `<table id="grid"><thead><tr><th>Name</th><th>Place</th><th>Price</th></tr></thead><tbody>${data.map((each: Parsed) => `<tr><td>${each.Name}</td><td>${each.Place}</td><td>${each.Price}</td></tr>`).join('')}</tbody></table>`,
      truth: { asked: 0, path: '$.data[*]', rows: 24, all: true },
    },
    {
      name: 'scrolled',
      asked: [
        json('/river?cursor=', { flow: things.slice(0, 12), cursor: 'k12' }),
        json('/river?cursor=k12', { flow: things.slice(12), cursor: 'k24' }),
        ...noise(words),
      ],
      render: ([first, second]) =>
        `<div>${[...first.flow, ...second.flow].map((each: Parsed) => `<figure><figcaption>${each.title}</figcaption><q>${each.text}</q><cite>${each.author}</cite></figure>`).join('')}</div>`,
      truth: { asked: 0, path: '$.flow[*]', rows: 12, all: true },
    },
  ];
}

function ofScripts(words: Vocabulary, things: readonly Thing[]): Site[] {
  const next = {
    props: { pageProps: { dehydrated: { queries: [{ state: { data: { pages: [{ lots: things }] } } }] } } },
    page: '/lots',
  };
  return [
    {
      name: 'assigned',
      asked: noise(words),
      data: {
        markup: `<script>var catalogue = ${JSON.stringify(things)}; start(catalogue);</script>`,
        value: things,
      },
      render: (_, lots) =>
        `<div class="wall">${lots.map((each: Parsed) => `<div class="tile"><strong>${each.title}</strong><i>${each.author}</i><u>${each.city}</u></div>`).join('')}</div>`,
      truth: { asked: 'script', path: '$[*]', rows: 24 },
    },
    {
      name: 'hydrated',
      asked: noise(words),
      data: {
        markup: `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(next)}</script>`,
        value: next,
      },
      render: (_, { props }) =>
        `<ul role="feed">${props.pageProps.dehydrated.queries[0].state.data.pages[0].lots.map((each: Parsed) => `<li><em>${each.title}</em><span>${each.city}</span><span>${each.views}</span></li>`).join('')}</ul>`,
      truth: {
        asked: 'script',
        path: '$.props.pageProps.dehydrated.queries[*].state.data.pages[*].lots[*]',
        rows: 24,
      },
    },
  ];
}

/** Sites of which no answer and no script carries the rows. */
export function otherSitesWithoutSource(words: Vocabulary): SinglePageSite[] {
  const things = makeThings(words, 24, 3000);
  const list = things
    .map(
      ({ slug, title, city, author, views }) =>
        `<div class="lot"><a href="/lot/${slug}">${title}</a><span>${city}</span><span>${author}</span><b>${views}</b></div>`,
    )
    .join('');
  const common = {
    lang: words.lang,
    around: `${header}<main>${list}</main>`,
    render: () => '<p>Ready.</p>',
    truth: null,
  };
  const of = (name: string, ...asked: Asked[]): SinglePageSite => ({ ...common, name, asked });
  return [
    of('only-noise', ...noise(words)),
    of('markers', json('/map', { markers: things.map(({ id }, at) => ({ id, lat: 50 + at, lng: at / 2 })) })),
    of(
      'stock',
      json('/stock', { stock: things.map(({ slug }, at) => ({ sku: slug, left: at + 1, hold: at % 3 })) }),
    ),
    of(
      'impressions',
      json('/track', {
        list: things.map(({ title }, at) => ({ item: title, position: at + 1, list: 'main' })),
      }),
    ),
    of(
      'recommended',
      json('/next-best', {
        picks: [...makeThings(words, 21, 9000), ...things.slice(0, 4)].map(({ title, city, price }) => ({
          title,
          city,
          price,
        })),
      }),
    ),
    of(
      'words',
      json(
        '/lang.json',
        Object.fromEntries(words.cities.map((city, at) => [`city.${at}`, { text: city, n: at }])),
      ),
    ),
    of(
      'counts',
      json('/filters', {
        cities: words.cities.map((label, at) => ({ label, count: at + 2 })),
        people: words.people.map((label, at) => ({ label, count: at + 5 })),
      }),
    ),
    {
      ...of('broken', ...noise(words)),
      // Half of it is missing: no crawl could read it.
      data: { markup: `<script>window.lots = [{"title": "${things[0]?.title}", </script>`, value: null },
    },
  ];
}
