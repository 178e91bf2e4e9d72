/** Pages with a list of every making, in markup of no site. */

/** A page with a list, and what is to come of it. */
export interface MadePage {
  readonly html: string;
  /** The selector of the records. */
  readonly selector: string;
  readonly count: number;
  /** Some values of the first two rows. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const towns = ['Aarlen', 'Bruggen', 'Cadzand', 'Dorsten', 'Eupen', 'Fulpmes', 'Gorssel', 'Hallein'];
const prices = ['12.50', '8.00', '99.95', '45.10', '7.25', '18.40', '63.00', '21.75'];
const persons = ['Ann Lee', 'Bo Hult', 'Cy Tran', 'Di Moor', 'Ed Falk', 'Flo Rist', 'Gus Hahn', 'Hal Voss'];
const says = [
  'A quiet place by the river with a market on Fridays.',
  'The old town burnt down twice and was built anew in brick.',
  'From the dunes the sea is seen on both sides of the road.',
  'Coal came first here, then the railway, then nothing for long.',
  'Three languages are spoken in the shops and a fourth at home.',
  'Skiing until May, if the wind holds from the north.',
  'Its bridge was moved stone by stone from another village.',
  'Salt made it rich, and the salt still tastes of smoke.',
];

/** Joins what is written for each of the first towns. */
function each(
  write: (at: { town: string; price: string; person: string; say: string; n: number }) => string,
  count = 8,
): string {
  return towns
    .slice(0, count)
    .map((town, index) =>
      write({
        town,
        price: prices[index] ?? '',
        person: persons[index] ?? '',
        say: says[index] ?? '',
        n: index + 1,
      }),
    )
    .join('\n');
}

const menu = `<nav><ul class="menu"><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/about">About us</a></li>
  <li><a href="/help">Help</a></li><li><a href="/jobs">Jobs</a></li></ul></nav>`;
const facets = `<aside class="filters"><h4>Country</h4><ul class="facet"><li><a href="?c=be">Belgium (12)</a></li>
  <li><a href="?c=de">Germany (31)</a></li><li><a href="?c=at">Austria (8)</a></li><li><a href="?c=nl">Netherlands (22)</a></li></ul></aside>`;
const footer = `<footer><ul class="links"><li><a href="/imprint">Imprint</a></li><li><a href="/terms">Terms</a></li>
  <li><a href="/privacy">Privacy</a></li><li><a href="/contact">Contact</a></li></ul></footer>`;
const page = (body: string): string =>
  `<!doctype html><html><head><title>Towns</title></head><body>${menu}${facets}<main><h1>Towns</h1>${body}</main>${footer}</body></html>`;

export const makings: Readonly<Record<string, MadePage>> = {
  'cards with a picture, a price and a button': {
    html: page(
      `<div class="grid">${each(
        ({
          town,
          price,
          say,
          n,
        }) => `<div class="town-card"><a href="/towns/${n}"><img src="/i/${n}.jpg" alt=""></a>
        <h3><a href="/towns/${n}">${town}</a></h3><p class="teaser">${say}</p><span class="price">€ ${price}</span><button>Add to cart</button></div>`,
      )}</div>`,
    ),
    selector: '.town-card',
    count: 8,
    rows: [
      {
        title: 'Aarlen',
        price: 12.5,
        link: 'https://towns.example/towns/1',
        image: 'https://towns.example/i/1.jpg',
        summary: says[0],
      },
      {
        title: 'Bruggen',
        price: 8,
        link: 'https://towns.example/towns/2',
        image: 'https://towns.example/i/2.jpg',
        summary: says[1],
      },
    ],
  },
  'a table with header cells': {
    html: page(
      `<table class="towns"><thead><tr><th>Town</th><th>Mayor</th><th>Fee</th></tr></thead><tbody>${each(
        ({ town, price, person, n }) =>
          `<tr><td><a href="/towns/${n}">${town}</a></td><td>${person}</td><td>€ ${price}</td></tr>`,
      )}</tbody></table>`,
    ),
    selector: '.towns > tbody > tr',
    count: 8,
    rows: [
      { town: 'Aarlen', mayor: 'Ann Lee', fee: 12.5 },
      { town: 'Bruggen', mayor: 'Bo Hult', fee: 8 },
    ],
  },
  'terms and their descriptions': {
    html: page(
      `<dl>${each(({ town, say, n }) => `<dt><a href="/towns/${n}">${town}</a></dt><dd>${say}</dd>`)}</dl>`,
    ),
    selector: 'dt',
    count: 8,
    rows: [
      { title: 'Aarlen', text: says[0], link: 'https://towns.example/towns/1' },
      { title: 'Bruggen', text: says[1], link: 'https://towns.example/towns/2' },
    ],
  },
  'pairs of rows in a bare table': {
    html: page(
      `<table>${each(
        ({ town, say, person, n }) =>
          `<tr><td>${n}.</td><td><a href="/towns/${n}"><b>${town}</b></a></td></tr><tr><td></td><td>${say}<br>${person}</td></tr>`,
      )}</table>`,
    ),
    selector: 'main tr:has(a)',
    count: 8,
    rows: [
      { title: 'Aarlen', text: `${says[0]} Ann Lee` },
      { title: 'Bruggen', text: `${says[1]} Bo Hult` },
    ],
  },
  'cousins in rows of a grid': {
    html: page(
      `<div class="grid">${[0, 4]
        .map(
          (from) =>
            `<div class="row">${each(
              ({ town, say, n }) =>
                `<div class="town"><h3><a href="/towns/${n}">${town}</a></h3><p>${say}</p></div>`,
            )
              .split('\n')
              .slice(from, from + 4)
              .join('\n')}</div>`,
        )
        .join('\n')}</div>`,
    ),
    selector: '.town',
    count: 8,
    rows: [
      { title: 'Aarlen', text: says[0] },
      { title: 'Bruggen', text: says[1] },
    ],
  },
  'classes that are generated': {
    html: page(
      `<section>${each(
        ({ town, say, n }) =>
          `<div class="sc-${n}a9Fq${n * 7} css-${n}x8k2"><h2 class="h-${n * 31}b7"><a href="/towns/${n}">${town}</a></h2><p class="css-${n}p0">${say}</p></div>`,
      )}</section>`,
    ),
    selector: 'main > section > div',
    count: 8,
    rows: [
      { title: 'Aarlen', text: says[0] },
      { title: 'Bruggen', text: says[1] },
    ],
  },
  'entries between rules': {
    html: page(
      `<div>${each(({ town, say, person, n }) => `<hr><h3><a href="/towns/${n}">${town}</a></h3><p>${say}</p><p><i>${person}</i></p>`)}</div>`,
    ),
    selector: 'main h3',
    count: 8,
    rows: [
      { title: 'Aarlen', text: says[0] },
      { title: 'Bruggen', text: says[1] },
    ],
  },
  'links, texts and line breaks': {
    html: page(
      `<div class="hits">${each(({ town, say, n }) => `<a href="/towns/${n}">${town}</a> ${say}<br>`)}</div>`,
    ),
    selector: '.hits > a',
    count: 8,
    rows: [
      { title: 'Aarlen', text: says[0], link: 'https://towns.example/towns/1' },
      { title: 'Bruggen', text: says[1], link: 'https://towns.example/towns/2' },
    ],
  },
  'a thread with replies in replies': {
    html: page(`<ul class="thread">${thread([0, 1, 2, 1, 0, 1, 2, 0])}</ul>`),
    selector: '.comment',
    count: 8,
    rows: [
      { author: 'Ann Lee', words: says[0], level: 1 },
      { author: 'Bo Hult', words: says[1], level: 2 },
    ],
  },
};

/** Comments in the order of a page, each inside the last one of the level above. */
function thread(levels: readonly number[]): string {
  let html = '';
  for (const [at, level] of levels.entries()) {
    html += `<li class="comment"><span class="author">${persons[at] ?? ''}</span><p class="words">${says[at] ?? ''}</p>`;
    const next = levels[at + 1] ?? 0;
    if (next > level) html += '<ul>';
    else html += `</li>${'</ul></li>'.repeat(level - next)}`;
  }
  return html;
}
