import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test';
import { previewPolicy, windowPolicy } from '../../../shared/window/policy.ts';
import type { AppWindow } from './app-window.ts';
import { alarm, attackNames, attacks, openAttackSite, type AttackSite } from './attack-site.ts';
import { expect, shared, test as base } from './fixtures.ts';
import { Studio } from './studio.ts';

// A site that attacks is crawled, and looked at on every screen: its texts are shown as texts, nothing of it runs, and the
// window asks nobody but its own door for anything.

/** A field of the spider: its name attacks, too. */
export const fieldName = attacks.image;

export const spiderText = (site: AttackSite, more: object = {}) =>
  JSON.stringify(
    {
      name: 'attacked',
      description: attacks.raw,
      tags: [attacks.image],
      source_url: `${site.origin}/?${encodeURIComponent(attacks.script)}`,
      allowed_domains: ['127.0.0.1'],
      start_urls: [`${site.origin}/`],
      rules: [{ allow: ['/p/', attacks.template], callback: 'parse_item', follow: false }],
      callbacks: {
        parse_item: {
          extract: {
            title: { css: 'h1::text' },
            [fieldName]: { css: '.script::text' },
            ...Object.fromEntries(attackNames.map((name) => [name, { css: `.${name}::text` }])),
            nothing: { css: `h1[title="${attacks.code}"]` },
            parts: {
              type: 'nested_list',
              selector: 'article',
              extract: { [attacks.style]: { css: '.raw::text' } },
            },
          },
        },
      },
      settings: {
        DOWNLOAD_DELAY: 0,
        AUTOTHROTTLE_ENABLED: false,
        RETRY_TIMES: 0,
        // The page is to be stored and shown, not left for where it sends a browser.
        METAREFRESH_ENABLED: false,
        USER_AGENT: attacks.image.replaceAll(/[^\x20-\x7e]/gu, ''),
        ...more,
      },
    },
    null,
    2,
  );

/** What of the window's own document an attack would have made. */
const made = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const addresses = all.flatMap((element) =>
      ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href'].flatMap((name) => {
        const value = element.getAttribute(name);
        return value === null ||
          /^(?:#|\.?\/|data:image\/|$)/u.test(value) ||
          value.startsWith(location.origin)
          ? []
          : [value];
      }),
    );
    return {
      marked: document.querySelectorAll('[data-evil]').length,
      handlers: all.filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')))
        .length,
      frames: document.querySelectorAll('iframe:not(.tester-preview), object, embed').length,
      addresses,
      title: document.title.includes('taken over'),
    };
  });

const nothing = { marked: 0, handlers: 0, frames: 0, addresses: [], title: false };

/** What should never happen: what ran, what was asked of anybody else, and what the window itself was kept from. */
interface Seen {
  ran: string[];
  foreign: string[];
  refused: string[];
}

/** Keeps what should never happen. What the sandbox of a saved page is kept from is the sandbox at work. */
async function watch(
  context: BrowserContext,
  origin: string,
  { ran, foreign, refused }: Seen,
): Promise<void> {
  context.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  let pages = 0;
  context.on('page', (page) => {
    pages += 1;
    if (pages > 1) ran.push(`popup ${page.url()}`);
  });
  context.on('weberror', (error) => refused.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error' && !isOfPreview(message)) refused.push(message.text());
  });
  const isForeign = (request: Request) =>
    !request.url().startsWith(`${origin}/`) && !/^(?:data|blob):/u.test(request.url());
  context.on('requestfinished', (request) => {
    if (isForeign(request)) foreign.push(request.url());
  });
  // A style of a saved page may name a file elsewhere: the policy of its sandbox keeps the browser from asking for it.
  context.on('requestfailed', (request) => {
    const isStopped = request.failure()?.errorText === 'csp' && request.frame().url().includes('/preview/');
    if (isForeign(request) && !isStopped) foreign.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  await context.exposeFunction(alarm, (what: string) => ran.push(what));
}

/** A site that attacks, and a window that shows it. */
class Attacked {
  readonly site: AttackSite;
  readonly run: string;
  readonly #window: AppWindow;
  readonly #seen: Seen;

  constructor({ site, run }: { site: AttackSite; run: string }, window: AppWindow, seen: Seen) {
    this.site = site;
    this.run = run;
    this.#window = window;
    this.#seen = seen;
  }

  async go(hash: string, ready: string): Promise<void> {
    await this.#window.go(hash);
    await expect(this.#window.page.locator(ready).first()).toBeVisible();
  }

  /** The screen that is shown now holds a text of the attack as a text, and nothing that it would have made. */
  async harmless(screen: string, text: string | null = null): Promise<void> {
    const { page } = this.#window;
    if (text !== null) {
      const shown = page.getByText(text, { exact: false }).first();
      await expect(shown, `${screen}: the text is shown`).toBeAttached({ timeout: 15_000 });
    }
    const { trapped } = this.site;
    expect({ screen, ...(await made(page)), ...this.#seen, trapped }).toEqual({
      screen,
      ...nothing,
      ran: [],
      foreign: [],
      refused: [],
      trapped: [],
    });
  }
}

/** What only the policy of a saved page asks for. Of a page that is being removed Chromium reports no address. */
const ownDirectives = previewPolicy('')
  .split('; ')
  .filter((directive) => !windowPolicy.split('; ').includes(directive));

/** Whether a message of the console comes from the sandbox of a saved page: by its address, or by the policy that it names. */
function isOfPreview(message: ConsoleMessage): boolean {
  const named = /directive: "([^"]*)"/u.exec(message.text())?.[1];
  return (
    [message.location().url, message.text()].some((text) => text.includes('/preview/')) ||
    (named !== undefined && ownDirectives.includes(named))
  );
}

const attackedStudio = shared(async () => {
  const site = await openAttackSite();
  const studio = await Studio.start();
  await studio.call('projects.create', { name: 'default' });
  const text = spiderText(site);
  await studio.addSpider(text);
  await studio.openJson();
  const place = { project: 'default', spider: 'attacked' };
  const run = await studio.crawl({ ...place, limit: null, allowPrivate: true });
  const changed = text.replace('"127.0.0.1"', '"127.0.0.1", "localhost"');
  await studio.call('spiders.save', { ...place, text: changed, base: 1 });
  const close = async () => {
    await studio.close();
    site.close();
  };
  return { studio, site, run, close };
});

/** Each begins in a window on a studio that has crawled the site. It is crawled once for all of them. */
export const test = base.extend<{ seen: Seen; attacked: Attacked }>({
  studio: async ({ atWorkerEnd }, use) => use((await attackedStudio(atWorkerEnd)).studio),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  seen: ({}, use) => use({ ran: [], foreign: [], refused: [] }),
  context: async ({ context, studio, seen }, use) => {
    await watch(context, studio.origin, seen);
    await use(context);
  },
  attacked: async ({ atWorkerEnd, window, seen }, use) => {
    // What the sandbox of a saved page is kept from stands in the console: what matters of it is watched here.
    window.mayComplain = true;
    await use(new Attacked(await attackedStudio(atWorkerEnd), window, seen));
    expect(await made(window.page)).toEqual(nothing);
  },
});

/** Where the window shows the spider. */
export const spider = '#/spider/default/attacked';
