import type { Asked, Parsed, SinglePageSite } from './site.ts';
import { makeThings, type Vocabulary } from './things.ts';

const json = (url: string, value: unknown, more: Partial<Asked> = {}): Asked => ({
  url,
  text: JSON.stringify(value),
  ...more,
});

/** Answers that say nothing of the rows, though some of their words and numbers are on the page. */
function decoys(words: Vocabulary): Asked[] {
  return [
    json('/config.json', { flags: { newList: true, limit: 20 }, pages: [1, 2, 3], currency: 'EUR' }),
    json(`/i18n/${words.lang}.json`, { 'nav.home': 'Home', 'list.price': 'Price', 'list.city': 'City' }),
    json(
      '/collect',
      {
        ok: true,
        events: [
          { id: 1, n: 2 },
          { id: 2, n: 3 },
          { id: 3, n: 4 },
        ],
      },
      { method: 'POST', body: '{}' },
    ),
  ];
}

const menu = '<nav><a href="/">Home</a><a href="/about">About</a><a href="/help">Help</a></nav>';

/** Twelve sites and more whose rows come from JSON, in the words of a vocabulary. */
export function sitesWithSource(words: Vocabulary): SinglePageSite[] {
  const { lang } = words;
  const things = makeThings(words, 20);
  const common = { lang, around: menu };
  const cities = words.cities.map((name, index) => ({ name, count: index + 3 }));
  return [
    {
      ...common,
      name: 'at-once',
      asked: [...decoys(words), json('/api/items?page=1', { page: 1, items: things })],
      render: ([, , , { items }]) =>
        `<ul class="items">${items.map((each: Parsed) => `<li class="item"><h3><a href="/t/${each.slug}">${each.title}</a></h3><span class="city">${each.city}</span><span class="price">€ ${each.price.toFixed(2)}</span></li>`).join('')}</ul>`,
      truth: { asked: 3, path: '$.items[*]', rows: 20 },
    },
    {
      ...common,
      name: 'tab',
      when: 'tab',
      asked: [...decoys(words), json('/api/reviews?tab=all', { reviews: things.slice(0, 12) })],
      render: ([, , , { reviews }]) =>
        `<section>${reviews.map((each: Parsed) => `<div class="review"><b class="author">${each.author}</b><h4>${each.title}</h4><p>${each.text}</p></div>`).join('')}</section>`,
      truth: { asked: 3, path: '$.reviews[*]', rows: 12 },
    },
    {
      ...common,
      name: 'graphql',
      asked: [
        json(
          '/gql',
          { data: { viewer: { id: 1, menu: [{ title: 'Home' }, { title: 'About' }] } } },
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              operationName: 'Viewer',
              query: 'query Viewer { viewer { id } }',
              variables: {},
            }),
          },
        ),
        json(
          '/gql?op=list',
          {
            data: {
              products: {
                edges: things.map((node) => ({
                  cursor: `c${node.id}`,
                  node: { ...node, seller: { name: node.author } },
                })),
                pageInfo: { hasNextPage: true },
              },
            },
          },
          {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-client': 'web' },
            body: JSON.stringify({
              operationName: 'List',
              query: 'query List($first: Int) { products(first: $first) { edges { cursor } } }',
              variables: { first: 20 },
            }),
          },
        ),
      ],
      render: ([, { data }]) =>
        `<div class="grid">${data.products.edges.map(({ node }: Parsed) => `<article class="card"><h2>${node.title}</h2><div class="seller">${node.seller.name}</div><div class="price">${node.price.toFixed(2)} EUR</div></article>`).join('')}</div>`,
      truth: { asked: 1, path: '$.data.products.edges[*]', rows: 20 },
    },
    {
      ...common,
      name: 'offset',
      asked: [
        json('/api/facets', { facets: cities }),
        json('/api/v2/list?offset=0&limit=20', {
          count: 240,
          next: '/api/v2/list?offset=20&limit=20',
          results: things,
        }),
      ],
      render: ([{ facets }, { results }]) =>
        `<aside><ul class="filters">${facets.map((each: Parsed) => `<li><label>${each.name}</label> <i>${each.count}</i></li>`).join('')}</ul></aside><table class="rows"><tbody>${results.map((each: Parsed) => `<tr><td>${each.title}</td><td>${each.city}</td><td>${each.author}</td><td>${each.views}</td></tr>`).join('')}</tbody></table>`,
      truth: { asked: 1, path: '$.results[*]', rows: 20 },
    },
    {
      ...common,
      name: 'cursor',
      asked: [
        json('/api/recommended', { data: makeThings(words, 6, 500) }),
        json('/api/feed?limit=20', { data: things, meta: { next_cursor: 'b3Blbg', has_more: true } }),
      ],
      render: ([recommended, { data }]) =>
        `<main>${data.map((each: Parsed) => `<div class="entry"><h2>${each.title}</h2><p class="text">${each.text}</p><span class="by">by ${each.author}</span></div>`).join('')}</main><aside><h5>For you</h5>${recommended.data.map((each: Parsed) => `<a class="tip" href="/t/${each.slug}">${each.title}</a>`).join('')}</aside>`,
      truth: { asked: 1, path: '$.data[*]', rows: 20 },
    },
    {
      ...common,
      name: 'envelope',
      asked: [
        json('/api/home', {
          status: 'ok',
          payload: {
            sections: [
              { kind: 'banner', items: [{ image: '/a.png' }] },
              {
                kind: 'list',
                entries: things.map((each) => ({
                  card: {
                    head: { title: each.title, place: { name: each.city } },
                    cost: { amount: each.price },
                  },
                })),
              },
            ],
          },
        }),
        ...decoys(words),
      ],
      render: ([{ payload }]) =>
        `<ul class="cards">${payload.sections[1].entries.map(({ card }: Parsed) => `<li><strong class="name">${card.head.title}</strong><em class="place">${card.head.place.name}</em><span class="cost">$${card.cost.amount.toFixed(2)}</span></li>`).join('')}</ul>`,
      truth: { asked: 0, path: '$.payload.sections[*].entries[*]', rows: 20 },
    },
    {
      ...common,
      name: 'json-api',
      asked: [
        json(
          '/api/articles?include=author',
          {
            data: things.map((each) => ({
              type: 'articles',
              id: String(each.id),
              attributes: { title: each.title, summary: each.text, published: each.date },
              relationships: {
                author: { data: { type: 'people', id: String(words.people.indexOf(each.author)) } },
              },
            })),
            included: words.people.map((name, id) => ({
              type: 'people',
              id: String(id),
              attributes: { name },
            })),
            links: { next: '/api/articles?include=author&page=2' },
          },
          { type: 'application/vnd.api+json' },
        ),
      ],
      render: ([{ data }]) =>
        `<div>${data.map((each: Parsed) => `<article class="post"><h2>${each.attributes.title}</h2><p>${each.attributes.summary}</p><time datetime="${each.attributes.published}">${each.attributes.published.slice(0, 10)}</time></article>`).join('')}</div>`,
      truth: { asked: 0, path: '$.data[*]', rows: 20 },
    },
    {
      ...common,
      name: 'root',
      asked: [json('/data/places.json', things), ...decoys(words)],
      render: ([all]) =>
        `<table><thead><tr><th>Name</th><th>City</th><th>Views</th></tr></thead><tbody>${all.map((each: Parsed) => `<tr><td>${each.title}</td><td>${each.city}</td><td>${each.views.toLocaleString('en')}</td></tr>`).join('')}</tbody></table>`,
      truth: { asked: 0, path: '$[*]', rows: 20 },
    },
    {
      ...common,
      name: 'locale',
      lang: 'de',
      asked: [json('/api/angebote', { treffer: things }), ...decoys(words)],
      render: ([{ treffer }]) =>
        `<ul class="angebote">${treffer
          .map(
            (each: Parsed) =>
              `<li class="angebot"><h3>${each.title}</h3><span class="preis">${each.price
                .toFixed(2)
                .replace('.', ',')
                .replace(/(\d)(\d{3}),/, '$1.$2,')} €</span><span class="ort">${each.city}</span></li>`,
          )
          .join('')}</ul>`,
      truth: { asked: 0, path: '$.treffer[*]', rows: 20 },
    },
    {
      ...common,
      name: 'dates',
      lang: 'en',
      asked: [
        json('/api/events', {
          events: things.map((each) => ({
            name: each.title,
            starts: Date.parse(each.date) / 1000,
            added: each.date,
            venue: each.city,
          })),
        }),
      ],
      render: ([{ events }]) =>
        `<ol class="events">${events.map((each: Parsed) => `<li class="event"><span class="day">${new Date(each.starts * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })}</span><b>${each.name}</b><i class="venue">${each.venue}</i></li>`).join('')}</ol>`,
      truth: { asked: 0, path: '$.events[*]', rows: 20 },
    },
    {
      ...common,
      name: 'html-in-json',
      asked: [
        json('/ajax/more?page=1', {
          success: true,
          items: things.map((each) => ({
            id: each.id,
            html: `<article class="tile"><h3>${each.title}</h3><p class="where">${each.city}</p><span class="price">€ ${each.price.toFixed(2)}</span></article>`,
          })),
        }),
      ],
      render: ([{ items }]) => `<div class="tiles">${items.map((each: Parsed) => each.html).join('')}</div>`,
      truth: { asked: 0, path: '$.items[*]', rows: 20 },
    },
    {
      ...common,
      name: 'cents',
      asked: [
        json('/api/stock', {
          stock: things.map((each) => ({
            label: each.title,
            priceCents: Math.round(each.price * 100),
            where: each.city,
          })),
        }),
        ...decoys(words),
      ],
      render: ([{ stock }]) =>
        `<div class="stock">${stock.map((each: Parsed) => `<div class="offer"><h3>${each.label}</h3><span class="price">£${(each.priceCents / 100).toFixed(2)}</span><span class="where">${each.where}</span></div>`).join('')}</div>`,
      truth: { asked: 0, path: '$.stock[*]', rows: 20 },
    },
    {
      ...common,
      name: 'joined',
      asked: [
        json('/api/people', { people: words.people.map((name, id) => ({ id, name })) }),
        json('/api/posts', {
          posts: things.map((each) => ({
            headline: each.title,
            body: each.text,
            person: words.people.indexOf(each.author),
            views: each.views,
          })),
        }),
      ],
      render: ([{ people }, { posts }]) =>
        `<div>${posts.map((each: Parsed) => `<section class="post"><h2>${each.headline}</h2><p>${each.body}</p><span class="who">${people[each.person].name}</span><span class="views">${each.views} views</span></section>`).join('')}</div>`,
      truth: { asked: 1, path: '$.posts[*]', rows: 20 },
    },
    {
      ...common,
      name: 'script-call',
      asked: [
        {
          url: '/feed.js?callback=cb7',
          type: 'application/javascript',
          text: `cb7(${JSON.stringify({ list: things })});`,
        },
      ],
      render: ([{ list }]) =>
        `<ul class="list">${list.map((each: Parsed) => `<li class="row"><b>${each.title}</b> <span class="city">${each.city}</span> <span class="person">${each.author}</span></li>`).join('')}</ul>`,
      truth: { asked: 0, path: '$.list[*]', rows: 20 },
    },
    {
      ...common,
      name: 'plain-text',
      asked: [json('/api/list.txt', { rows: things }, { type: 'text/plain' })],
      render: ([{ rows }]) =>
        `<ul class="list">${rows.map((each: Parsed) => `<li class="row"><b>${each.title}</b> <span class="city">${each.city}</span> <span class="person">${each.author}</span></li>`).join('')}</ul>`,
      truth: { asked: 0, path: '$.rows[*]', rows: 20 },
    },
    {
      ...common,
      name: 'state',
      asked: decoys(words),
      state: { route: '/', catalog: { things } },
      render: (_, state) =>
        `<ul class="catalog">${state.catalog.things.map((each: Parsed) => `<li><h3>${each.title}</h3><span class="city">${each.city}</span><span class="price">€ ${each.price.toFixed(2)}</span></li>`).join('')}</ul>`,
      truth: { asked: 'script', path: '$.catalog.things[*]', rows: 20 },
    },
  ];
}

/** Sites of which no answer carries the rows. */
export function sitesWithoutSource(words: Vocabulary): SinglePageSite[] {
  const { lang } = words;
  const things = makeThings(words, 20);
  const common = { lang, around: menu, truth: null };
  const list = things
    .map(
      (each) =>
        `<li class="item"><h3><a href="/t/${each.slug}">${each.title}</a></h3><span class="city">${each.city}</span><span class="price">€ ${each.price.toFixed(2)}</span></li>`,
    )
    .join('');
  const around = `${menu}<ul class="items">${list}</ul>`;
  return [
    { ...common, name: 'server-made', around, asked: decoys(words), render: () => '<p>Welcome.</p>' },
    {
      ...common,
      name: 'server-with-facets',
      around,
      asked: [
        json('/api/facets', { facets: words.cities.map((name, id) => ({ name, count: id + 3 })) }),
        ...decoys(words),
      ],
      render: ([{ facets }]) =>
        `<ul class="filters">${facets.map((each: Parsed) => `<li><label>${each.name}</label> <i>${each.count}</i></li>`).join('')}</ul>`,
    },
    {
      ...common,
      name: 'server-with-suggestions',
      around,
      // The search knows the titles, and nothing else of what is seen.
      asked: [
        json(
          '/api/titles',
          things.map((each) => ({ title: each.title, rank: each.id })),
        ),
      ],
      render: () => '<input type="search">',
    },
    {
      ...common,
      name: 'server-with-others',
      around,
      asked: [json('/api/others', { items: [...makeThings(words, 16, 900), ...things.slice(0, 3)] })],
      render: ([{ items }]) =>
        `<aside>${items.map((each: Parsed) => `<a class="tip" href="/t/${each.slug}">${each.title}</a>`).join('')}</aside>`,
    },
    {
      ...common,
      name: 'numbers-only',
      // Small numbers that come by chance.
      asked: [
        json('/api/stats', {
          stats: Array.from({ length: 20 }, (_, at) => ({ a: at + 1, b: (at * 3) % 7, c: at % 2 })),
        }),
      ],
      render: () =>
        `<table class="scores"><tbody>${Array.from({ length: 20 }, (_, at) => `<tr><td>${at + 1}</td><td>Team ${String.fromCharCode(65 + at)}</td><td>${(at * 3) % 7}</td><td>${at % 2}</td></tr>`).join('')}</tbody></table>`,
    },
  ];
}
