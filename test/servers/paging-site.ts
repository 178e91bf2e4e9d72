import { page, status } from './routes.ts';
import type { Route } from './server.ts';

const words = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');

/** Entries on a page of the lists, and pages of them. */
const perPage = 3;
const pages = 4;

const entriesOf = (number: number): number[] =>
  Array.from({ length: perPage }, (_, n) => (number - 1) * perPage + n + 1);

const markup = (number: number): string =>
  entriesOf(number)
    .map((n) => `<li class="boat"><a href="/boat/${n}">Boat ${n}</a> <i>${n * 10} kn</i></li>`)
    .join('');

/** A list that a script turns over. @param move code that puts the page `shown` in place, `data` holds all */
const turned = (move: string, script = '', last = 'next.remove();'): Route =>
  page(`<!doctype html><title>Boats</title><body><p>${words}</p>
<nav><a href="/about">About</a></nav><ul id="list">${markup(1)}</ul><button class="next">Next</button>
<script>
const data = ${JSON.stringify(Array.from({ length: pages }, (_, n) => markup(n + 1)))};
const list = document.querySelector('#list');
const next = document.querySelector('.next');
let shown = 0;
next.addEventListener('click', () => {
  if (shown >= ${pages - 1}) return;
  shown += 1;
  ${move}
  if (shown === ${pages - 1}) { ${last} }
});
${script}
</script></body>`);

const replaced = 'list.innerHTML = data[shown];';

/** A page of a list whose next page is another document. */
const linked: Route = ({ request, response }) => {
  const number = Number(new URLSearchParams((request.url ?? '').split('?')[1]).get('p') ?? '1');
  const next = number < pages ? `<a class="next" href="?p=${number + 1}">Next</a>` : '';
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<!doctype html><p>${words}</p><ul id="list">${markup(number)}</ul>${next}`);
};

/** Lists whose next pages come by clicks: 12 boats, three on each of four pages. */
export const pagingPages: Record<string, Route> = {
  '/robots.txt': status(404),
  '/about': page(`<!doctype html><h1>About</h1><p>${words}</p>`),
  '/replaced': turned(replaced),
  '/grows': turned("list.insertAdjacentHTML('beforeend', data[shown]);"),
  '/disabled': turned(replaced, '', 'next.disabled = true;'),
  '/stays': turned(replaced, '', ''),
  '/slow': turned(`list.innerHTML = ''; setTimeout(() => { ${replaced} }, 700);`),
  '/around': turned(replaced, '', 'shown = -1;'),
  '/clock': turned(replaced, "setInterval(() => { document.title += '.'; }, 50);"),
  '/linked': linked,
  '/off': page(
    `<!doctype html><p>${words}</p><ul id="list">${markup(1)}</ul><a class="next" href="http://localhost:9/">Next</a>`,
  ),
  '/broken': page(
    `<!doctype html><p>${words}</p><ul id="list">${markup(1)}</ul><a class="next" href="/broken-2">Next</a>`,
  ),
  '/broken-2': status(503),
  '/over': page(
    `<!doctype html><p>${words}</p><ul id="list">${markup(1)}</ul><a class="next" href="/over-2">Next</a>`,
  ),
  '/over-2': status(404),
  ...Object.fromEntries(
    Array.from({ length: perPage * pages }, (_, n) => [
      `/boat/${n + 1}`,
      page(`<!doctype html><h1>Boat ${n + 1}</h1><p>${words}</p>`),
    ]),
  ),
};
