import { expect, test as base } from './fixtures.ts';
import { expectNoFaults } from './looks.ts';

const text = JSON.stringify({
  name: 'boats',
  allowed_domains: ['example.org'],
  start_urls: [],
  rules: [{ allow: ['/boat/'], callback: 'boat' }],
  callbacks: { boat: { extract: { title: { css: 'h1::text' } } } },
  settings: {
    BROWSER_ACTIONS: [
      { dismiss: '#cookies .agree' },
      { click: '.load-more', until: 'gone', times: 50, on: ['/catalogue$'] },
    ],
    PAGINATED_LISTINGS: [
      { url: 'https://example.org/boats', link_selector: '.boat a', next_selector: 'button.next' },
    ],
  },
});

const test = base.extend({
  window: async ({ studio, window }, use) => {
    await studio.addSpider(text);
    await studio.openJson();
    await window.go('#/spider/default/boats/author');
    await use(window);
  },
});

test.describe('what the browser does', { tag: ['@look', '@dark'] }, () => {
  test('is a list of actions and a list of lists in the form', async ({ page, studio }) => {
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByRole('tab', { name: /Settings/ }).click();
    const lists = page.getByRole('group', { name: 'PAGINATED_LISTINGS' });
    await lists.getByRole('button', { name: 'Add a list' }).scrollIntoViewIfNeeded();
    await expect(lists.getByRole('textbox', { name: 'Links' })).toHaveValue('.boat a');
    await lists.getByRole('textbox', { name: 'Most pages' }).fill('20');
    await expectNoFaults(page, 'lists that are paged through in the form');

    const actions = page.getByRole('group', { name: 'BROWSER_ACTIONS' });
    const add = actions.getByRole('button', { name: 'Add an action' });
    await add.scrollIntoViewIfNeeded();
    const second = actions.getByRole('group', { name: 'Action 2' });
    await expect(second.getByRole('textbox', { name: 'Times' })).toHaveValue('50');
    await expect(second.getByRole('textbox', { name: 'pattern 1' })).toHaveValue('/catalogue$');
    await expectNoFaults(page, 'actions on a page in the form');

    await add.press('Enter');
    const third = actions.getByRole('group', { name: 'Action 3' });
    await expect(third.getByRole('combobox', { name: 'Kind of action' })).toBeFocused();
    await third.getByRole('combobox', { name: 'Kind of action' }).selectOption('Fill');
    await third.getByRole('textbox', { name: 'Selector to fill' }).fill('#q');
    await third.getByRole('textbox', { name: 'Value' }).fill('rope');
    await third.getByRole('textbox', { name: 'Value' }).press('Alt+ArrowUp');
    await expect(second.getByRole('textbox', { name: 'Value' })).toHaveValue('rope');
    await expectNoFaults(page, 'an action that was added and moved');

    await page.keyboard.press('ControlOrMeta+s');
    await expect
      .poll(async () =>
        JSON.parse((await studio.call('spiders.get', { project: 'default', spider: 'boats' })).text),
      )
      .toMatchObject({
        settings: {
          BROWSER_ACTIONS: [
            { dismiss: '#cookies .agree' },
            { fill: '#q', value: 'rope' },
            { click: '.load-more', until: 'gone', times: 50, on: ['/catalogue$'] },
          ],
          PAGINATED_LISTINGS: [{ next_selector: 'button.next', max_pages: 20 }],
        },
      });
  });
});
