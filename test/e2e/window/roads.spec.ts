import { expect } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';
import { test } from './tester-screen.ts';

const login =
  '<form action="/login"><input name="user"><input type="password"><button>Sign in</button></form>';
const items = JSON.stringify({ items: [1, 2, 3, 4].map((at) => ({ id: at, name: `Lamp ${at}` })) });

/** Pages that are not what was expected: what a person is told to do about each. */
const roads = [
  ['login', `<title>Sign in</title><h1>Sign in</h1>${login}`, 'asks for a login', 'session login NAME'],
  [
    'shell',
    `<title>App</title><div id="app"></div><script>window.state = ${items}</script><script src="/a.js"></script>`,
    'empty without a browser',
    'json_path $.items[*] takes 4 entries',
  ],
  [
    'text',
    items,
    'This is JSON, but the site does not call it so.',
    'css "body::text" together with json_path',
  ],
] as const;

for (const [name, html, title, road] of roads) {
  test(`a page that is not what was expected names the road: ${name} @look @dark`, async ({
    page,
    studio,
    tester,
  }) => {
    const spider = `road_${name}`;
    await studio.addSpider(
      JSON.stringify({ name: spider, allowed_domains: ['127.0.0.1'], start_urls: ['http://127.0.0.1/'] }),
    );
    await tester.addPage(spider, `${name}.html`, html);
    await tester.window.go(`#/spider/default/${spider}/author`);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.getByText(road)).toBeVisible();
    await expectNoFaults(page, `the road of a page: ${name}`, 'main');
  });
}

test('a page that asks for a login leads to the logins @look @dark', async ({ page, studio, tester }) => {
  await studio.addSpider(
    JSON.stringify({ name: 'club', allowed_domains: ['127.0.0.1'], start_urls: ['http://127.0.0.1/'] }),
  );
  await tester.addPage('club', 'login.html', roads[0][1]);
  await tester.window.go('#/spider/default/club/author');
  await page.getByRole('button', { name: 'Log in to the site' }).click();
  await expect(page).toHaveURL(/#\/settings\?section=logins$/);
  await expect(page.getByRole('button', { name: 'Log in…' })).toBeVisible();
  await expectNoFaults(page, 'the logins, from a page that asks for one', 'main');
});
