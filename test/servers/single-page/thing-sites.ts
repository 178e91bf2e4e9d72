import type { Asked, Parsed, SinglePageSite } from './site.ts';
import { makeThings, type Vocabulary } from './things.ts';

const json = (url: string, value: unknown, more: Partial<Asked> = {}): Asked => ({
  url,
  text: JSON.stringify(value),
  ...more,
});

const around =
  '<header><a href="/">Dock</a></header><nav><a href="/new">New</a><a href="/used">Used</a></nav>';

/** A site whose page is about one thing, and the paths of what is to be found. */
export interface ThingSite extends SinglePageSite {
  /** null: nothing carries it. */
  thing: { asked: number | 'script'; path: string; members: readonly string[] } | null;
}

/** Sites whose page is about one thing that comes from JSON. */
export function sitesOfThings(words: Vocabulary): ThingSite[] {
  const [one, ...others] = makeThings(words, 9, 5000);
  if (one === undefined) throw new Error('There is nothing to show.');
  const common = { lang: words.lang, around, truth: null };
  const user = json('/me', { user: { name: words.people[0], plan: 'free', unread: 3 } });
  const beside = json('/beside', { picks: others.map(({ title, price }) => ({ title, price })) });
  const article = {
    kicker: one.city,
    headline: one.title,
    paragraphs: [one.text.repeat(3), others[0]?.text.repeat(4) ?? ''],
    writer: { name: one.author },
    published: one.date,
  };
  return [
    {
      ...common,
      name: 'product',
      asked: [
        user,
        json('/api/goods/77', {
          ok: true,
          good: {
            id: one.id,
            name: one.title,
            maker: { label: one.author },
            cents: Math.round(one.price * 100),
            about: one.text,
            place: one.city,
            tags: ['sturdy oak', 'hand made'],
          },
        }),
        beside,
      ],
      render: ([, { good }, { picks }]) =>
        `<main><h1>${good.name}</h1><p class="maker">${good.maker.label}</p><p class="price">€ ${(good.cents / 100).toFixed(2)}</p><div>${good.about}</div><dl><dt>Where</dt><dd>${good.place}</dd></dl><ul>${good.tags.map((tag: Parsed) => `<li>${tag}</li>`).join('')}</ul></main><aside>${picks.map((each: Parsed) => `<a>${each.title}</a>`).join('')}</aside>`,
      thing: {
        asked: 1,
        path: '$.good',
        members: ['$.name', '$.maker.label', '$.cents', '$.about', '$.place', '$.tags[*]'],
      },
    },
    {
      ...common,
      name: 'story',
      lang: 'en',
      asked: [user],
      data: {
        markup: `<script>window.__STORY__ = ${JSON.stringify({ route: '/s', story: article })};</script>`,
        value: { story: article },
      },
      render: (_, { story }) =>
        `<article><p>${story.kicker}</p><h1>${story.headline}</h1><address>${story.writer.name}</address><time>${new Date(story.published).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}</time>${story.paragraphs.map((each: Parsed) => `<p>${each}</p>`).join('')}</article>`,
      thing: {
        asked: 'script',
        path: '$.story',
        members: ['$.headline', '$.kicker', '$.paragraphs[*]', '$.writer.name', '$.published'],
      },
    },
    {
      ...common,
      name: 'posted',
      asked: [
        beside,
        json(
          '/graph?op=one',
          { data: { lots: [{ title: one.title, seller: one.author, bid: one.price, note: one.text }] } },
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"query":"query One { lots { title } }","variables":{"id":7}}',
          },
        ),
      ],
      render: ([, { data }]) =>
        `<section><h1>${data.lots[0].title}</h1><b>${data.lots[0].bid.toFixed(2)}</b><i>${data.lots[0].seller}</i><p>${data.lots[0].note}</p></section>`,
      thing: { asked: 1, path: '$.data.lots[0]', members: ['$.title', '$.seller', '$.bid', '$.note'] },
    },
  ];
}

/** Sites whose page is about one thing that no JSON carries. */
export function sitesOfOtherThings(words: Vocabulary): ThingSite[] {
  const [one, ...others] = makeThings(words, 9, 5000);
  if (one === undefined) throw new Error('There is nothing to show.');
  const shown = `<main><h1>${one.title}</h1><p>${one.author}</p><b>${one.price.toFixed(2)}</b><div>${one.text}</div></main>`;
  const common = {
    lang: words.lang,
    around: `${around}${shown}`,
    render: () => '<p>Thank you.</p>',
    truth: null,
    thing: null,
  };
  const of = (name: string, ...asked: Asked[]): ThingSite => ({ ...common, name, asked });
  return [
    of('person', json('/me', { name: one.author, mail: 'a@dock.example', city: one.city })),
    of('settings', json('/site', { title: 'Dock', claim: 'All boats', currency: 'EUR', pages: 24 })),
    of(
      'seen-before',
      json('/recent', { recent: [one, ...others].map(({ title, price }) => ({ title, price })) }),
    ),
    of('only-its-name', json('/stats', { page: { title: one.title, views: 3, shares: 12, rank: 7 } })),
    of('words', json('/lang', { thanks: 'Thank you.', author: one.author, more: 'More' })),
    of('beacon', json('/track', { ok: true, title: one.title, session: 'x7', at: 1_795_860_000 })),
  ];
}
