import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageActions } from '../../../electron/engine/page-actions.ts';
import type { RenderedPage, RenderRequest } from '../../../electron/browser/types.ts';
import { readSettings } from '../../../shared/spider/settings.ts';
import type { GivenAction } from '../../../shared/spider/actions-schema.ts';
import { actingPages } from '../../servers/acting-site.ts';
import { startServer, type TestServer } from '../../servers/server.ts';
import { rendered, request, testRenderer, textOf } from './support.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startServer(actingPages);
});
afterAll(() => site.close());

const renderer = testRenderer();

function acting(
  path: string,
  actions: GivenAction[],
  { onHop, timeoutMs = 15_000 }: { onHop?: RenderRequest['onHop']; timeoutMs?: number } = {},
): RenderRequest {
  const { browser } = readSettings({ BROWSER_ACTIONS: actions });
  return request(site.url(path), {
    settings: { actions: pageActions(browser.actions), timeoutMs },
    ...(onHop === undefined ? {} : { onHop }),
  });
}

const shown = (path: string, ...actions: GivenAction[]): Promise<RenderedPage> =>
  rendered(renderer, acting(path, actions));

const itemsOf = (page: RenderedPage): number => textOf(page).match(/<li><a href="\/item\/\d/g)?.length ?? 0;
const notesOf = ({ rendering }: RenderedPage): readonly string[] => rendering.notes;

describe('a "load more" button', () => {
  const until = (end: 'gone' | 'no-change'): GivenAction => ({ click: '.more', until: end, wait: 0 });

  it.each([
    ['/gone', until('gone'), 4, 'Clicked ".more" 3 times, until it was gone.'],
    ['/hidden', until('gone'), 4, 'Clicked ".more" 3 times, until it was gone.'],
    ['/disabled', until('gone'), 4, 'Clicked ".more" 3 times, until it was gone.'],
    ['/no-change', until('no-change'), 4, 'Clicked ".more" 4 times, until nothing changed.'],
    ['/gone', until('no-change'), 4, 'Clicked ".more" 3 times, until it was gone.'],
    ['/endless', { ...until('gone'), times: 5 }, 6, 'Clicked ".more" 5 times, and it is still there.'],
    [
      '/endless',
      { ...until('no-change'), times: 5 },
      6,
      'Clicked ".more" 5 times, and the page still changes.',
    ],
    ['/endless', { click: '.more', wait: 0 }, 2, 'Clicked ".more" once.'],
    ['/endless', { click: '.more', times: 2, wait: 0 }, 3, 'Clicked ".more" 2 times.'],
  ])('of %s with %j shows %i items', async (path, action: GivenAction, items, note) => {
    const page = await shown(path, action);
    expect(itemsOf(page)).toBe(items);
    expect(notesOf(page)).toEqual([note]);
  });

  it('is clicked through a banner that is in front of it, and after the banner was dismissed', async () => {
    const through = await shown('/banner', until('gone'), { dismiss: '#agree' });
    expect(itemsOf(through)).toBe(2);
    const after = await shown('/banner', { dismiss: '#agree' }, { click: '.more', wait: 0 });
    expect(itemsOf(after)).toBe(2);
    expect(textOf(after)).not.toContain('id="banner"');
    expect(notesOf(after)).toEqual(['Dismissed "#agree". Clicked ".more" once.']);
  }, 120_000);

  it('is clicked where it stands still no longer, once it is in sight', async () => {
    const page = await shown('/restless', { click: '.more', wait: 0 });
    expect(itemsOf(page)).toBe(2);
    expect(notesOf(page)).toEqual(['Clicked ".more" once.']);
  });

  it.each([
    ['/framed', '127.0.0.1'],
    ['/framed-elsewhere', 'localhost'],
  ])('is behind a banner in a frame of %s, which is dismissed there', async (path, host) => {
    const page = await shown(path, { dismiss: '.agree' }, { click: '.more', wait: 0 });
    expect(textOf(page)).not.toContain('<iframe');
    expect(itemsOf(page)).toBe(2);
    const { port } = new URL(site.url('/'));
    expect(notesOf(page)).toEqual([
      `Dismissed ".agree" in a frame of ${host}:${port}. Clicked ".more" once.`,
    ]);
  });

  it('is found although another frame hangs', async () => {
    const page = await shown('/stuck-frame', { dismiss: '.agree' });
    expect(notesOf(page)[0]).toContain('Dismissed ".agree" in a frame of');
  });

  it('may be in a frame, whose changes count', async () => {
    const page = await shown('/framed', { click: '.again', until: 'no-change', times: 9, wait: 0 });
    expect(notesOf(page)[0]).toMatch(/^Clicked "\.again" in a frame of \S+ 3 times, until it was gone\.$/);
  });

  it('may go away while it is clicked', async () => {
    const page = await shown('/removes-itself', until('gone'));
    expect(textOf(page)).toContain('<b>removed</b>');
    expect(notesOf(page)).toEqual([expect.stringContaining('".more"')]);
  });

  it('may be inside a shadow tree', async () => {
    expect(textOf(await shown('/shadow', { click: '.inside', wait: 0 }))).toContain('inside clicked');
  });
});

describe('an action on a page', () => {
  it('fills a form and sends it with Enter, which leads to another page', async () => {
    const asked: string[] = [];
    const onHop = (url: string): null => {
      asked.push(url);
      return null;
    };
    const actions: GivenAction[] = [
      { fill: '#kind', value: 'Trains' },
      { fill: '#q', value: 'a b&c' },
      { press: 'Enter' },
    ];
    const page = await rendered(renderer, acting('/form', actions, { onHop }));
    const target = site.url('/found?q=a+b%26c&kind=b');
    expect(textOf(page)).toContain('found a b&amp;c b');
    expect(page.finalUrl).toBe(target);
    expect(asked).toEqual([target]);
    expect(page.hops).toEqual([{ url: site.url('/form'), status: 200 }]);
    expect(notesOf(page)).toEqual([`Filled "#kind". Filled "#q". Pressed Enter. That led to ${target}.`]);
  });

  it('opens a tab', async () => {
    expect(textOf(await shown('/tabs', { click: '#second', wait: 0 }))).toContain(
      '<div id="panel">second</div>',
    );
  });

  it('scrolls to the end until the page no longer grows, or as often as it may', async () => {
    const page = await shown('/scroll', { scroll: 'end', times: 9, wait: 0 });
    expect(textOf(page)).toContain('row 4');
    expect(notesOf(page)).toEqual(['Scrolled to the end 4 times, until the page no longer grew.']);
    const once = await shown('/scroll', { scroll: 'end', times: 1, wait: 0 });
    expect(notesOf(once)).toEqual(['Scrolled to the end once.']);
    expect(textOf(once)).not.toContain('row 4');
  });

  it('waits for what comes', async () => {
    const page = await shown('/comes', { wait_for: '.come' });
    expect(textOf(page)).toContain('class="come"');
    expect(notesOf(page)).toEqual(['Waited for ".come".']);
  });

  it.each([
    [{ wait_for: '.never' }, '".never" did not appear within 1.5 seconds'],
    [{ click: '.never' }, '".never" is not on the page'],
    [{ dismiss: '.never' }, '".never" is not on the page'],
    [{ fill: 'p', value: 'x' }, '"p" is no field to fill'],
    [{ click: 'a:has-nothing' }, '"a:has-nothing" is not understood by the browser'],
  ])('that cannot be carried out, %j, is told and skipped, or fails the page', async (action, why) => {
    const reason = `BROWSER_ACTIONS[0] was not carried out: ${why}.`;
    const after: GivenAction = { click: '.more', wait: 0 };
    const page = await rendered(renderer, acting('/endless', [action, after], { timeoutMs: 1500 }));
    expect(notesOf(page)).toEqual([`${reason} Clicked ".more" once.`]);
    const required = { ...action, required: true };
    const failed = await renderer.render(acting('/endless', [required, after], { timeoutMs: 1500 }));
    expect(failed).toMatchObject({
      ok: false,
      problem: { code: 'action', message: reason, transient: false },
    });
  });

  it('is for the pages that its patterns name', async () => {
    const action: GivenAction = { click: '.more', wait: 0, on: ['/nowhere$', '/end(less|ed)$'] };
    expect(itemsOf(await shown('/endless', action))).toBe(2);
    const other = await shown('/no-change', action);
    expect(itemsOf(other)).toBe(1);
    expect(notesOf(other)).toEqual([]);
  });

  it('that leads to another page is asked about, and fails the page where the crawl must not go', async () => {
    const click: GivenAction = { click: '#go', wait: 0 };
    const page = await shown('/away', click);
    expect(page.finalUrl).toBe(site.url('/found?q=away'));
    const refused = await renderer.render(acting('/off', [click], { onHop: () => 'Not there.' }));
    expect(refused).toMatchObject({ ok: false, problem: { code: 'blocked-hop', message: 'Not there.' } });
  });

  it('before one that fails the page is told, too', async () => {
    const actions: GivenAction[] = [
      { click: '.more', wait: 0 },
      { click: '.never', required: true },
    ];
    const failed = await renderer.render(acting('/endless', actions));
    expect(failed).toMatchObject({ ok: false, notes: ['Clicked ".more" once.'] });
  });

  it('that opens dialogs goes on without an answer to them', async () => {
    const page = await shown('/dialogs', { click: '.more', wait: 0 });
    expect(textOf(page)).toContain('<i id="answer">false</i>');
    expect(notesOf(page)).toEqual(['Clicked ".more" once. The page showed a dialog, which was closed.']);
  });

  it('that opens a window stays on the page, and the window asks the site for nothing', async () => {
    const page = await shown('/window', { click: '#blank', wait: 0.5 }, { click: '#open', wait: 0.5 });
    expect(textOf(page)).toContain('<i id="state">clicked</i>');
    expect(page.finalUrl).toBe(site.url('/window'));
    expect(notesOf(page)).toEqual([
      'Clicked "#blank" once. A new window was not opened. Clicked "#open" once. A new window was not opened.',
    ]);
    expect(site.log.filter(({ url }) => url.startsWith('/opened'))).toEqual([]);
  });

  it('that leads to a file stays on the page', async () => {
    const page = await shown('/download', { click: '#file', wait: 0.3 });
    expect(textOf(page)).toContain('still here');
    expect(page).toMatchObject({ finalUrl: site.url('/download'), hops: [], status: 200 });
    expect(page.headers['content-type']).toContain('text/html');
    expect(notesOf(page)).toEqual([expect.stringContaining('/file.bin, which is no page.')]);
  });

  it('ends where the page becomes too large', async () => {
    const actions: GivenAction[] = [{ click: '.more', until: 'no-change', times: 1000, wait: 0 }];
    const asked = acting('/endless', actions);
    const result = await renderer.render({ ...asked, settings: { ...asked.settings, maxBytes: 600 } });
    expect(result).toMatchObject({ ok: false, problem: { code: 'too-large' } });
  });
});
