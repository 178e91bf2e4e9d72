import { actingPages } from '../../servers/acting-site.ts';
import { startServer } from '../../servers/server.ts';
import { chromiumPath } from './chromium.ts';
import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { test } from './tester-screen.ts';

test(
  'a page that was saved before the actions of its spider says so, and is saved again',
  { tag: ['@look', '@dark'] },
  async ({ page, studio, tester, setVariable, atEnd }) => {
    setVariable('SPIDER_STUDIO_BROWSER', chromiumPath());
    const site = await startServer(actingPages);
    atEnd(() => site.close());
    const url = site.url('/gone');
    const spider = {
      name: 'unacted',
      allowed_domains: ['127.0.0.1'],
      start_urls: [url],
      rules: [{ allow: ['/gone$'], callback: 'entries' }],
      callbacks: { entries: { iterate: { selector: 'li' }, extract: { title: { css: 'a::text' } } } },
      settings: { DOWNLOAD_DELAY: 0 },
    };
    await studio.addSpider(JSON.stringify(spider));
    await studio.call('pages.addUrl', { project: 'default', spider: 'unacted', url, allowPrivate: true });
    const settings = {
      ...spider.settings,
      EXTRACTOR_ORDER: ['browser'],
      BROWSER_ACTIONS: [{ click: '.more', until: 'gone', wait: 0 }],
    };
    const text = JSON.stringify({ ...spider, settings });
    await studio.call('spiders.save', { project: 'default', spider: 'unacted', text, base: 1 });
    await tester.window.go('#/spider/default/unacted/author');

    const notice = page.getByText(/^The page was saved before BROWSER_ACTIONS was carried out/);
    await expect(notice).toBeVisible();
    await expect(tester.preview.getByRole('listitem')).toHaveCount(1);
    await expectNoFaults(page, 'a page that was saved before its actions', 'main');
    await page.getByRole('button', { name: 'Save it again', exact: true }).click();
    await page.getByRole('button', { name: 'Fetch it', exact: true }).click();
    await expect(tester.preview.getByRole('listitem')).toHaveCount(4);
    await expect(notice).toBeHidden();
  },
);
