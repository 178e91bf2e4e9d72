import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** When the process ends: before the answer of a request is sent, or with it. */
export interface Cut {
  answers: number;
  moment: 'before' | 'with';
  kill: () => void;
}

const many = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
const words = many(60)
  .map((n) => `word${n}`)
  .join(' ');
const token = 'member-';

const counts = {
  lists: 3,
  rows: 5,
  api: 4,
  perAnswer: 3,
  generated: 12,
  members: 20,
  moved: 4,
  boatPages: 4,
};
/** Boats on a page of their list. */
const perPage = 3;
const terms = ['red', 'green', 'blue'];

/** What each answer of the site is, by the beginning of its path. */
const fileOf = (n: number): Buffer => Buffer.from(`file ${n % 4} `.repeat(2000));

/**
 * A site of every kind: lists whose rows lead to details, JSON, forms, generated addresses, files, pages for members whose cookie changes
 * with each answer, pages that move by meta refresh, a feed, and a list that a script turns over, behind a banner.
 */
export async function startMixedSite() {
  const asked: string[] = [];
  let rotations = 0;
  let cut: Cut | null = null;
  let left = Infinity;

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const path = request.url ?? '/';
      asked.push(`${request.method ?? ''} ${path} ${body}`.trim());
      left -= 1;
      if (left < 0) return;
      if (left === 0 && cut?.moment === 'before') return cut.kill();
      answer(path, body, request, response);
      if (left === 0) cut?.kill();
    });
  });

  function answer(path: string, body: string, { headers }: IncomingMessage, response: ServerResponse): void {
    const send = (type: string, content: string | Buffer): void => {
      response.writeHead(200, { 'content-type': type }).end(content);
    };
    const html = (content: string): void =>
      send('text/html', `<!doctype html><body><p>${words}</p>${content}</body>`);
    const [, kind = '', number = ''] = path.split(/[/?=]/);
    const n = Number.parseInt(number, 10);
    switch (kind) {
      case '':
        return html(
          [
            ...many(counts.members).map((each) => `<a href="/member/${each}">m</a>`),
            ...many(counts.moved).map((each) => `<a href="/old/${each}">o</a>`),
            ...many(counts.lists).map((each) => `<a href="/list/${each}">l</a>`),
          ].join(''),
        );
      case 'list':
        return html(
          many(counts.rows)
            .map((row) => `<li><b>${n}.${row}</b><a href="/detail/${((n + row) % 9) + 1}">to</a></li>`)
            .join(''),
        );
      case 'detail':
      case 'boat':
      case 'new':
        return html(`<h1>${kind} ${n}</h1>`);
      case 'old':
        return html(`<meta http-equiv="refresh" content="0; url=/new/${n}">`);
      case 'api': {
        const items = many(counts.perAnswer).map((each) => ({ name: `api ${n}.${each}` }));
        return send(
          'application/json',
          JSON.stringify({ items, next: n < counts.api ? `/api/${n + 1}` : null }),
        );
      }
      case 'search': {
        const term = new URLSearchParams(body).get('q') ?? '';
        return html(
          many(2)
            .map(
              (each) =>
                `<li><b>${term} ${each}</b><form action="/product" data-id="${term}-${each}"></form></li>`,
            )
            .join(''),
        );
      }
      case 'product':
        return html(`<h1>product ${new URLSearchParams(body).get('id') ?? ''}</h1>`);
      case 'made':
        return html(`<h1>made ${n}</h1><a class="file" href="/file/${n}">f</a>`);
      case 'file':
        return send('application/pdf', fileOf(n));
      case 'member': {
        const sent = Number(/sid=member-(\d+)/.exec(headers.cookie ?? '')?.[1] ?? Number.NaN);
        // Those that were in flight when the cookie changed still have the one before.
        if (!(sent > rotations - 8)) return void response.writeHead(302, { location: '/login' }).end();
        rotations += 1;
        response.setHeader('set-cookie', `sid=${token}${rotations}; Path=/; HttpOnly`);
        return html(`<h1>member ${n}</h1>`);
      }
      case 'login':
        return html('<form><input name="u"><input type="password" name="p"></form>');
      case 'feed.xml':
        return send(
          'application/rss+xml',
          `<?xml version="1.0"?><rss><channel>${many(6)
            .map((each) => `<item><title>news ${each}</title></item>`)
            .join('')}</channel></rss>`,
        );
      case 'boats':
        return html(boats);
      default:
        response.writeHead(404).end();
    }
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    asked,
    expected: expectedItems(),
    spider: spiderOf(origin),
    /** Begins a process, which is cut off or not. */
    begin(next: Cut | null = null) {
      cut = next;
      left = next?.answers ?? Infinity;
    },
    /** The storage state of a browser in which somebody has logged in now. */
    logIn() {
      rotations = 0;
      const cookie = { name: 'sid', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' };
      return { cookies: [{ ...cookie, value: `${token}0`, domain: '127.0.0.1' }], origins: [] };
    },
  };
}

const boat = (n: number): string => `<li class="boat"><a href="/boat/${n}">boat</a></li>`;
const boatPage = (page: number): string =>
  many(perPage)
    .map((n) => boat((page - 1) * perPage + n))
    .join('');

const boats = `<div id="banner"><button id="agree">Agree</button></div><ul>${boatPage(1)}</ul><button class="next">Next</button>
<script>
const data = ${JSON.stringify(many(counts.boatPages).map(boatPage))};
let shown = 0;
document.querySelector('#agree').onclick = () => document.querySelector('#banner').remove();
document.querySelector('.next').onclick = (click) => {
  if (document.querySelector('#banner')) return;
  shown += 1;
  document.querySelector('ul').innerHTML = data[shown];
  if (shown === data.length - 1) click.target.remove();
};
</script>`;

const heading = { css: 'h1::text' };

function spiderOf(origin: string): object {
  return {
    name: 'mixed',
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/`, `${origin}/api/1`, `${origin}/feed.xml`],
    start_requests: terms.map((q) => ({ url: `${origin}/search`, form: { q }, callback: 'search' })),
    rules: [
      { allow: ['/list/'], callback: 'list', follow: false },
      { allow: ['/api/'], restrict_json: ['$.next'], callback: 'api' },
      { allow: ['/feed\\.xml$'], callback: 'feed' },
      { allow: ['/(?:member|old|new|boat)/'], callback: 'titled', follow: false },
    ],
    callbacks: {
      titled: { extract: { title: heading } },
      list: {
        iterate: { selector: 'li', follow: { url: { css: 'a::attr(href)' }, callback: 'detail' } },
        extract: { row: { css: 'b::text' } },
      },
      detail: { extract: { title: heading } },
      api: { iterate: { selector: '$.items[*]' }, extract: { title: { json_path: '$.name' } } },
      search: {
        iterate: {
          selector: 'li',
          follow: {
            url: { css: 'form::attr(action)' },
            method: 'POST',
            form: { id: { css: 'form::attr(data-id)' } },
            callback: 'detail',
          },
        },
        extract: { row: { css: 'b::text' } },
      },
      made: { extract: { title: heading, file: { css: '.file::attr(href)', download: true } } },
      feed: { iterate: { selector: '//item' }, extract: { title: { xpath: 'title/text()' } } },
    },
    settings: {
      EXTRACTOR_ORDER: ['newsparser'],
      CONCURRENT_REQUESTS: 4,
      DOWNLOAD_DELAY: 0,
      AUTOTHROTTLE_ENABLED: false,
      RETRY_TIMES: 0,
      SESSION: 'members',
      SESSION_EXPIRED_SIGNAL: 'url:/login$',
      GENERATED_URLS: [
        {
          template: `${origin}/made/{n}`,
          vars: { n: { type: 'range', from: 1, to: counts.generated } },
          callback: 'made',
        },
      ],
      PAGINATED_LISTINGS: [
        { url: `${origin}/boats`, link_selector: '.boat a', next_selector: '.next', click_delay: 0.5 },
      ],
      BROWSER_ACTIONS: [{ dismiss: '#agree', required: true }],
    },
  };
}

/** Each item as its title, the row that led to it, and the SHA-256 of its file. */
function expectedItems(): string[] {
  const line = (title: string, row = '', file = ''): string => [title, row, file].join(' | ');
  const sha = (n: number): string => createHash('sha256').update(fileOf(n)).digest('hex');
  return [
    ...many(counts.lists).flatMap((n) =>
      many(counts.rows).map((row) => line(`detail ${((n + row) % 9) + 1}`, `${n}.${row}`)),
    ),
    ...many(counts.api).flatMap((n) => many(counts.perAnswer).map((each) => line(`api ${n}.${each}`))),
    ...terms.flatMap((term) => many(2).map((n) => line(`product ${term}-${n}`, `${term} ${n}`))),
    ...many(counts.generated).map((n) => line(`made ${n}`, '', sha(n))),
    ...many(counts.members).map((n) => line(`member ${n}`)),
    ...many(counts.moved).map((n) => line(`new ${n}`)),
    ...many(6).map((n) => line(`news ${n}`)),
    ...many(counts.boatPages * perPage).map((n) => line(`boat ${n}`)),
  ].sort();
}
