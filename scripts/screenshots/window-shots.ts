import {
  chooseCell,
  click,
  inTurn,
  press,
  rowsReady,
  testerTab,
  textReady,
  wait,
  type Shot,
} from './shot.ts';

const spider = 'spider/default/sample-shop';

/** Every screen, with the sample site. */
export const windowShots: readonly Shot[] = [
  { name: 'welcome', place: 'welcome', ready: '.welcome-card' },
  { name: 'project', place: 'project/default', ready: '.project-card' },
  {
    name: 'project-change',
    place: 'project/default',
    ready: '.project-card',
    act: inTurn(
      click('button', 'Change settings…'),
      (page) =>
        page
          .getByRole('combobox', { name: 'Setting' })
          .selectOption('DOWNLOAD_DELAY')
          .then(() => undefined),
      (page) => page.getByRole('textbox', { name: 'DOWNLOAD_DELAY' }).fill('2'),
      (page) => page.locator('.project-change-open').first().click(),
    ),
  },
  {
    name: 'project-defaults',
    place: 'project/default',
    ready: '.project-card',
    act: press('p', 'd'),
  },
  { name: 'notices', place: 'settings?section=notices', ready: '.settings-group' },
  { name: 'new-spider', place: 'welcome', act: click('button', 'a template') },
  { name: 'build', place: `${spider}/author`, ready: 'iframe[data-ready]', json: false },
  { name: 'import', place: 'welcome', act: press('Control+o') },
  { name: 'author', place: `${spider}/author`, ready: textReady },
  {
    name: 'author-field',
    place: `${spider}/author`,
    ready: textReady,
    act: inTurn(testerTab('Fields'), (page) =>
      page
        .locator('[data-pane="tester"]')
        .getByRole('button', { name: /^price/u })
        .first()
        .click(),
    ),
  },
  {
    name: 'author-selector',
    place: `${spider}/author`,
    ready: textReady,
    act: inTurn(testerTab('Selector'), (page) =>
      page.getByRole('textbox', { name: 'Selector', exact: true }).fill('.product .price::text'),
    ),
  },
  { name: 'author-links', place: `${spider}/author`, ready: textReady, act: testerTab('Links') },
  { name: 'author-article', place: `${spider}/author`, ready: textReady, act: testerTab('Article') },
  { name: 'author-structure', place: `${spider}/author`, ready: textReady, act: testerTab('Structure') },
  {
    name: 'author-form',
    place: `${spider}/author`,
    ready: textReady,
    act: inTurn(click('button', 'Form'), click('tab', /^Callbacks/u)),
  },
  {
    name: 'author-form-rules',
    place: `${spider}/author`,
    ready: '.author-spider',
    act: inTurn(click('button', 'Form'), click('tab', /^Rules/u)),
  },
  {
    name: 'author-problems',
    // Typed text is kept as a draft, so this is a spider that no other picture shows.
    place: 'spider/default/patient-shop/author',
    ready: '.author-spider',
    act: async (page) => {
      await click('button', 'Text')(page);
      // The typo may be there already, from the other theme.
      const line = page.locator('.view-line', { hasText: '"callback": "parse_prod' }).first();
      await line.getByText('"parse_prod').dblclick();
      await page.keyboard.type('parse_prodct');
      await page.locator('.author-counter[data-errors="1"]').click();
    },
  },
  {
    name: 'author-versions',
    place: `${spider}/author`,
    ready: textReady,
    act: async (page) => {
      await press('Alt+Shift+V')(page);
      await page
        .getByRole('listbox', { name: 'Versions' })
        .getByRole('option', { name: /Version 1/u })
        .click();
      await page.locator('.author-versions .line-insert').first().waitFor();
    },
  },
  { name: 'author-add-page', place: `${spider}/author`, ready: textReady, act: press('Control+Shift+u') },
  { name: 'author-no-page', place: 'spider/default/empty/author', ready: textReady },
  { name: 'runs', place: `${spider}/runs`, ready: rowsReady },
  { name: 'runs-none', place: 'spider/default/empty/runs', act: wait(/never run/u) },
  { name: 'start', place: `${spider}/runs`, ready: rowsReady, act: press('Control+F5') },
  { name: 'queue', place: 'queue', ready: rowsReady, act: chooseCell('sample-shop') },
  { name: 'queue-add', place: 'queue', ready: rowsReady, act: press('q', 'a') },
  {
    name: 'queue-file',
    place: 'queue',
    ready: rowsReady,
    act: inTurn(press('q', 'f'), (page) =>
      page
        .getByRole('textbox', { name: 'Text of the file' })
        .fill('spider,priority,limit,arg.term\nsample-shop,10,25,\nempty,,,shoes'),
    ),
  },
  { name: 'schedules', place: 'schedules', ready: rowsReady, act: chooseCell('Every day at 02:30') },
  {
    name: 'schedules-add',
    place: 'spider/default/sample-shop/schedule',
    ready: rowsReady,
    act: press('s', 'n'),
  },
  { name: 'results', place: `${spider}/results`, ready: rowsReady },
  {
    name: 'results-item',
    place: `${spider}/results`,
    ready: rowsReady,
    act: chooseCell('Storm umbrella, ten ribs'),
  },
  { name: 'provenance', place: 'item/1/from/price', ready: '[data-outlined="1"]' },
  {
    name: 'results-fields',
    place: `${spider}/results`,
    ready: rowsReady,
    act: inTurn(
      chooseCell('Storm umbrella, ten ribs'),
      click('button', 'Fields', /^price number/u),
      wait('Median'),
    ),
  },
  {
    name: 'results-filter',
    place: `${spider}/results`,
    ready: rowsReady,
    act: inTurn(
      async (page) => {
        await page.getByRole('gridcell', { name: 'HC-204', exact: true }).click({ button: 'right' });
        await page.getByRole('menuitem', { name: /^Leave out/u }).click();
      },
      click('button', 'Filter'),
    ),
  },
  {
    name: 'results-columns',
    place: `${spider}/results`,
    ready: rowsReady,
    act: click('button', 'Columns'),
  },
  {
    name: 'results-menu',
    place: `${spider}/results`,
    ready: rowsReady,
    act: (page) => page.getByRole('gridcell', { name: 'HC-204', exact: true }).click({ button: 'right' }),
  },
  {
    name: 'results-nothing',
    place: `${spider}/results`,
    ready: rowsReady,
    act: (page) => page.getByRole('searchbox', { name: 'Search the items' }).fill('zeppelin'),
  },
  {
    name: 'dataset',
    place: 'spider/default/watched-shop/results?run=dataset',
    ready: rowsReady,
    act: inTurn(chooseCell('Storm umbrella, ten ribs'), click('tab', 'History')),
  },
  {
    name: 'saved-exports',
    place: `${spider}/results`,
    ready: rowsReady,
    act: inTurn(press('Shift+E'), wait('for the buyers')),
  },
  { name: 'results-none', place: 'spider/default/empty/results', act: wait('No items yet') },
  {
    name: 'export',
    place: `${spider}/results`,
    ready: rowsReady,
    act: inTurn(click('button', 'Export'), click('tab', 'Beginning of the file'), wait(/title,sku,price/u)),
  },
  {
    name: 'library',
    place: 'library',
    ready: rowsReady,
    act: inTurn(chooseCell('Shop with variants'), wait('6 values as locked')),
  },
  { name: 'library-registries', place: 'library', ready: rowsReady, act: click('button', 'Registries…') },
  {
    name: 'storage',
    place: 'storage',
    ready: rowsReady,
    // The folder of the pictures is another one each time.
    act: (page) =>
      page
        .locator('.storage-total .mono')
        .evaluate((path) => void (path.textContent = '/home/ann/spider-studio')),
  },
  { name: 'trash', place: 'trash', ready: rowsReady },
  { name: 'api', place: 'api', ready: '.api-code' },
  { name: 'history', place: `${spider}/history`, ready: rowsReady },
  { name: 'item', place: 'item/3', ready: '.ui-value-fields' },
  { name: 'run', place: 'run/RUN', ready: 'h1' },
  { name: 'run-under-way', place: 'run/SLOW', act: wait('Running') },
  { name: 'run-expected', place: 'run/BREACHED', ready: '.runs-expected' },
  {
    name: 'repair',
    place: 'run/BREACHED',
    ready: '.runs-expected',
    act: inTurn(click('button', /^Find (?:it|them) again/u), wait(/old values? found/u)),
  },
  { name: 'compare', place: 'compare/USUAL/BREACHED', ready: rowsReady },
  { name: 'runs-expected', place: 'spider/default/watched-shop/runs', ready: rowsReady },
  {
    name: 'author-form-expected',
    place: 'spider/default/watched-shop/author',
    ready: textReady,
    act: inTurn(click('button', 'Form'), click('tab', /^Expected/u)),
  },
  { name: 'tests', place: `${spider}/tests`, ready: 'h1' },
  {
    name: 'proof',
    place: `${spider}/tests`,
    ready: 'h1',
    act: inTurn(press('F9'), wait(/^(?:Proved|Refused|Incomplete)[ :]/u)),
  },
  {
    name: 'proof-refused',
    place: 'spider/default/watched-shop/tests',
    ready: 'h1',
    act: inTurn(press('F9'), wait(/^Refused:/u)),
  },
  { name: 'run-requests', place: 'run/RUN/requests', ready: rowsReady },
  {
    name: 'run-request',
    place: 'run/RUN/requests',
    ready: rowsReady,
    act: (page) => page.locator('[role=row][data-row="8"] [role=gridcell]').nth(1).click(),
  },
  { name: 'run-log', place: 'run/RUN/log', ready: 'h1' },
  { name: 'run-items', place: 'run/RUN/items', ready: rowsReady },
  { name: 'palette', place: `${spider}/results`, act: press('Control+k') },
  { name: 'commands', place: `${spider}/results`, ready: rowsReady, act: press('Control+Shift+p') },
  { name: 'shortcuts', place: 'welcome', act: press('?') },
  { name: 'settings', place: 'settings?section=appearance', ready: '.settings-row' },
  { name: 'settings-keyboard', place: 'settings?section=keyboard', ready: '.keyboard-row' },
  { name: 'settings-questions', place: 'settings?section=questions', ready: 'h1' },
  { name: 'about', place: 'about', ready: '.about' },
  { name: 'nowhere', place: 'nowhere', ready: 'h1' },
];
