import type { Thing } from './made-data.ts';

/** The cells of a row, by a name that is the test's own. Addresses are told by their path. */
export type TrueRow = Readonly<Record<string, string | number>>;

/** How a list is made: its markup for the things of a page, and the cells of a thing. */
export interface ListMaking {
  html(all: readonly Thing[]): string;
  cells(thing: Thing): TrueRow;
}

const path = ({ id }: Thing): string => `/thing/${id}`;
const euros = ({ cents }: Thing): number => cents / 100;
const comma = ({ cents }: Thing): string => `€ ${(cents / 100).toFixed(2).replace('.', ',')}`;
const of = (all: readonly Thing[], item: (thing: Thing, index: number) => string): string =>
  all.map(item).join('\n');
const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const written = ({ date }: Thing): string => {
  const [year = '', at = '', day = ''] = date.split('-');
  return `${Number(day)} ${month[Number(at) - 1] ?? ''} ${year}`;
};
/** A class as build tools make it, another one for each number. */
const hash = (seed: number): string => `x${(seed * 7919 + 104_729).toString(36)}`;

/** The makings of lists, each with five cells or more for a thing. */
export const listMakings = {
  cards: {
    html: (all) =>
      `<div class="cards">${of(all, (each) => `<div class="card"><a href="${path(each)}"><img src="/img/${each.id}.jpg" alt=""></a><h3><a href="${path(each)}">${each.name}</a></h3><p class="price">${comma(each)}</p><p class="place">${each.place}</p></div>`)}</div>`,
    cells: (each) => ({
      name: each.name,
      link: path(each),
      price: euros(each),
      place: each.place,
      image: `/img/${each.id}.jpg`,
    }),
  },
  table: {
    html: (all) =>
      `<table><thead><tr><th>Ship</th><th>Master</th><th>Port</th><th>Crew</th><th>Arrival</th></tr></thead><tbody>${of(all, (each) => `<tr><td>${each.name}</td><td>${each.person}</td><td>${each.place}</td><td>${each.count}</td><td>${each.date}</td></tr>`)}</tbody></table>`,
    cells: (each) => ({
      name: each.name,
      master: each.person,
      port: each.place,
      crew: each.count,
      date: each.date,
    }),
  },
  terms: {
    html: (all) =>
      `<dl>${of(all, (each) => `<dt><a href="${path(each)}">${each.name}</a></dt><dd class="by">${each.person}</dd><dd class="port">${each.place}</dd><dd class="about">${each.text}</dd>`)}</dl>`,
    cells: (each) => ({
      name: each.name,
      link: path(each),
      person: each.person,
      place: each.place,
      text: each.text,
    }),
  },
  thread: {
    html: (all) => {
      const comment = (each: Thing, replies: string): string =>
        `<li><article class="comment"><div class="meta"><a class="user" href="/user/${each.id}">${each.person}</a> <time datetime="${each.date}T10:00:00">${written(each)}</time> <span class="points">${each.count} points</span></div><div class="body"><p>${each.text}</p></div></article>${replies}</li>`;
      return nested(all, comment);
    },
    cells: (each) => ({
      user: each.person,
      link: `/user/${each.id}`,
      date: `${each.date}T10:00:00`,
      points: each.count,
      text: each.text,
    }),
  },
  grid: {
    html: (all) => {
      const column = (each: Thing): string =>
        `<div class="col-3"><h4><a href="${path(each)}">${each.name}</a></h4><span class="who">${each.person}</span><span class="cost">${comma(each)}</span><span class="where">${each.place}</span></div>`;
      const lines = [0, 4, 8].map((from) => all.slice(from, from + 4));
      return `<div class="grid">${lines.map((line) => `<div class="line">${of(line, column)}</div>`).join('\n')}</div>`;
    },
    cells: (each) => ({
      name: each.name,
      link: path(each),
      person: each.person,
      price: euros(each),
      place: each.place,
    }),
  },
  unique: {
    html: (all) =>
      `<section>${of(all, (each) => `<div class="${hash(each.id)}" id="row-${each.id}"><b class="${hash(each.id + 40)}"><a href="${path(each)}">${each.name}</a></b><i class="${hash(each.id + 80)}">${each.person}</i><span class="${hash(each.id + 120)}">${each.place}</span><em class="${hash(each.id + 160)}">${comma(each)}</em></div>`)}</section>`,
    cells: (each) => ({
      name: each.name,
      link: path(each),
      person: each.person,
      place: each.place,
      price: euros(each),
    }),
  },
  pairs: {
    html: (all) =>
      `<table>${of(all, (each) => `<tr class="head"><td>${each.id}.</td><td><a href="${path(each)}">${each.name}</a></td></tr><tr class="sub"><td></td><td><span class="score">${each.count} points</span> by <a class="user" href="/user/${each.id}">${each.person}</a> <span class="from">${each.place}</span></td></tr>`)}</table>`,
    cells: (each) => ({
      name: each.name,
      link: path(each),
      points: each.count,
      user: each.person,
      place: each.place,
    }),
  },
  ruled: {
    html: (all) =>
      `<div>${all.map((each) => `<h3><a href="${path(each)}">${each.name}</a></h3><p class="by">${each.person}</p><p class="port">${each.place}</p><p class="about">${each.text}</p>`).join('<hr>')}</div>`,
    cells: (each) => ({
      name: each.name,
      link: path(each),
      person: each.person,
      place: each.place,
      text: each.text,
    }),
  },
  articles: {
    html: (all) =>
      of(
        all,
        (each) =>
          `<article class="post post-${each.id}"><header><h2><a href="${path(each)}">${each.name}</a></h2><p>by <a rel="author" href="/user/${each.id}">${each.person}</a>, <time datetime="${each.date}">${written(each)}</time></p></header><div class="summary"><p>${each.text}</p></div></article>`,
      ),
    cells: (each) => ({
      name: each.name,
      link: path(each),
      author: each.person,
      date: `${each.date}T00:00:00`,
      text: each.text,
    }),
  },
  hashed: {
    html: (all) =>
      `<ul class="css-1q2w3e">${of(all, (each) => `<li class="css-9f8d7c"><div class="css-a1b2c3"><a class="css-77aa1b" href="${path(each)}">${each.name}</a></div><div class="css-d4e5f6"><span>${each.place}</span><span>${each.person}</span></div><div class="css-0p9o8i">${comma(each)}</div></li>`)}</ul>`,
    cells: (each) => ({
      name: each.name,
      link: path(each),
      place: each.place,
      person: each.person,
      price: euros(each),
    }),
  },
  plain: {
    html: (all) =>
      `<ul class="things">${of(all, (each) => `<li><a href="${path(each)}">${each.name}</a> <span class="place">${each.place}</span> <span class="price">${comma(each)}</span></li>`)}</ul>`,
    cells: (each) => ({ name: each.name, place: each.place, price: euros(each) }),
  },
} satisfies Record<string, ListMaking>;

/** Comments in threads of three, each an answer to the one before it. */
function nested(all: readonly Thing[], comment: (each: Thing, replies: string) => string): string {
  const chain = ([first, ...others]: readonly Thing[]): string =>
    first === undefined ? '' : comment(first, others.length === 0 ? '' : `<ul>${chain(others)}</ul>`);
  const threads = Array.from({ length: Math.ceil(all.length / 3) }, (_, at) => all.slice(at * 3, at * 3 + 3));
  return `<ul class="thread">${threads.map((thread) => chain(thread)).join('\n')}</ul>`;
}
