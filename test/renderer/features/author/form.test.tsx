import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getDocument, updateDocument, useDocuments } from '../../../../renderer/spider-document/document.ts';
import { FormPane } from '../../../../renderer/features/author/form/form-pane.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFixer } from '../../../../shared/spider/quick-fixes.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import { createFakeClient } from '../../fake-client.ts';
import { layouts, roomy } from '../../../shared/spider/texts.ts';
import { openDocument } from '../../open-document.ts';

const key = { project: 'default', spider: 'shop' };
const user = userEvent.setup();

function show(text: string): void {
  const fixer = createFixer(text);
  const problems = validateSpider(text).problems.map((problem) => ({
    ...problem,
    fixes: fixer.fixes(problem),
  }));
  openDocument(key, text, { problems });
  render(
    <TooltipProvider>
      <FormPane {...key} />
    </TooltipProvider>,
  );
}

const text = () => getDocument(key)?.text ?? '';
const tab = (name: RegExp) => user.click(screen.getByRole('tab', { name }));

beforeEach(() => setClient(createFakeClient()));
afterEach(() => useDocuments.setState({ documents: {} }));

/** What is done in the form, and what the text has to be then: the same text with only that replaced. */
const changes: {
  name: string;
  act: () => Promise<void>;
  expected: (text: string) => string;
}[] = [
  {
    name: 'a name is typed',
    act: () => user.type(screen.getByLabelText('Name'), '2'),
    expected: (before) => before.replace('"shop"', '"shop2"'),
  },
  {
    name: 'a start URL is changed',
    act: () => user.type(screen.getByLabelText('URL 1'), 'x'),
    expected: (before) => before.replace('"https://example.org/"', '"https://example.org/x"'),
  },
  {
    name: 'a pattern of a rule is changed',
    async act() {
      await tab(/Rules/);
      const rules = screen.getByRole('list', { name: 'Rules' });
      await user.type(within(rules).getAllByLabelText('pattern 1')[0] ?? rules, '$');
    },
    expected: (before) => before.replace('"/item/\\\\d+"', '"/item/\\\\d+$"'),
  },
  {
    name: 'a selector is typed anew',
    async act() {
      await tab(/Callbacks/);
      fireEvent.change(screen.getAllByLabelText('CSS selector')[0] ?? document.body, {
        target: { value: 'h2::text' },
      });
    },
    expected: (before) => before.replace('"h1::text"', '"h2::text"'),
  },
  {
    name: 'a field of a list of objects is renamed',
    async act() {
      await tab(/Callbacks/);
      const name = screen.getByDisplayValue('author');
      await user.clear(name);
      await user.type(name, 'writer{Enter}');
    },
    expected: (before) => before.replace('"author"', '"writer"'),
  },
  {
    name: 'a callback is renamed',
    async act() {
      await tab(/Callbacks/);
      const name = screen.getByLabelText('Name of the callback parse_item');
      await user.clear(name);
      await user.type(name, 'parse_thing{Enter}');
    },
    expected: (before) => before.replaceAll('"parse_item"', '"parse_thing"'),
  },
  {
    name: 'a setting is changed',
    async act() {
      await tab(/Settings/);
      fireEvent.change(screen.getByLabelText('DOWNLOAD_DELAY'), { target: { value: '3' } });
    },
    expected: (before) => before.replace('0.5', '3'),
  },
];

describe('the form', () => {
  for (const [layout, before] of Object.entries(layouts).filter(([name]) => !name.startsWith('a sample'))) {
    it.each(changes)(`${layout}: changes nothing else when $name`, async ({ act, expected }) => {
      show(before);
      await act();
      expect(text()).toBe(expected(before));
    });
  }

  it('writes only the settings that are set, and takes them away again', async () => {
    show(roomy);
    await tab(/Settings/);
    await user.selectOptions(screen.getByLabelText('ROBOTSTXT_OBEY'), 'Off');
    expect(JSON.parse(text())).toHaveProperty('settings.ROBOTSTXT_OBEY', false);
    await user.click(screen.getByLabelText('Reset ROBOTSTXT_OBEY'));
    expect(text()).toBe(roomy);
  });

  it('adds, moves and removes rules', async () => {
    show(roomy);
    await tab(/Rules/);
    await user.click(screen.getByRole('button', { name: 'Add a rule' }));
    expect(JSON.parse(text())).toHaveProperty('rules.2', { allow: [''] });
    await user.click(screen.getByRole('button', { name: 'Move rule 2 up' }));
    await user.click(screen.getByRole('button', { name: 'Move rule 1 up' }));
    expect(JSON.parse(text())).toHaveProperty('rules.0', { allow: [''] });
  });

  it('goes through a list by keys', async () => {
    show(roomy);
    await user.click(screen.getByLabelText('URL 1'));
    await user.keyboard('{Enter}');
    expect(JSON.parse(text())).toHaveProperty('start_urls', ['https://example.org/', '']);
    fireEvent.change(screen.getByLabelText('URL 2'), { target: { value: 'https://example.org/b' } });
    fireEvent.keyDown(screen.getByLabelText('URL 2'), { key: 'ArrowUp', altKey: true });
    expect(JSON.parse(text())).toHaveProperty('start_urls', [
      'https://example.org/b',
      'https://example.org/',
    ]);
    fireEvent.change(screen.getByLabelText('URL 1'), { target: { value: '' } });
    fireEvent.keyDown(screen.getByLabelText('URL 1'), { key: 'Backspace' });
    expect(text()).toBe(roomy);
  });

  it('makes several entries of several lines that are pasted', async () => {
    show(roomy);
    await user.click(screen.getByLabelText('domain 1'));
    await user.paste('a.org\n b.org \n\nc.org');
    expect(JSON.parse(text())).toHaveProperty('allowed_domains', ['example.org', 'a.org', 'b.org', 'c.org']);
  });

  it('adds processors and takes them away', async () => {
    show(roomy);
    await tab(/Callbacks/);
    await user.click(screen.getByLabelText('More actions for title'));
    await user.click(screen.getByRole('button', { name: 'Add a processor' }));
    await user.click(await screen.findByRole('menuitem', { name: /^cast:/ }));
    expect(JSON.parse(text())).toHaveProperty('callbacks.parse_item.extract.title.processors', [
      { type: 'strip' },
      { type: 'cast', to: 'float' },
    ]);
    await user.selectOptions(screen.getByLabelText('to of cast'), 'int');
    expect(text()).toContain('{ "type": "cast", "to": "int" }');
    const [, last] = screen.getAllByRole('button', { name: 'Remove the processor' });
    await user.click(last ?? document.body);
    expect(text()).toBe(roomy);
  });

  it('changes where a field comes from, and back', async () => {
    const title = () => JSON.parse(text()).callbacks.parse_item.extract.title;
    const choose = (source: string) =>
      user.selectOptions(screen.getAllByLabelText('Language of the selector')[0] ?? document.body, source);
    const processors = [{ type: 'strip' }];
    show(roomy);
    await tab(/Callbacks/);
    await choose('XPath');
    expect(title()).toEqual({ xpath: 'h1::text', processors });
    await choose('CSS');
    expect(text()).toBe(roomy);
    await choose('JSON');
    expect(title()).toEqual({ json_path: '$.title', processors });
    expect(screen.getByLabelText('JSONPath')).toHaveProperty('value', '$.title');
    await choose('JSON in CSS');
    expect(title()).toEqual({
      css: "script[type='application/ld+json']::text",
      json_path: '$.title',
      processors,
    });
    await choose('JSON in XPath');
    expect(title()).toMatchObject({
      xpath: "script[type='application/ld+json']::text",
      json_path: '$.title',
    });
    await choose('JSON');
    expect(title()).toEqual({ json_path: '$.title', processors });
    await choose('CSS');
    expect(text()).toBe(roomy);
  });

  it('takes text or Markdown of an element', async () => {
    show(roomy);
    await tab(/Callbacks/);
    await user.click(screen.getByLabelText('More actions for title'));
    await user.selectOptions(screen.getByLabelText('What the field takes'), 'Text of the element');
    expect(JSON.parse(text())).toHaveProperty('callbacks.parse_item.extract.title.to_text', true);
    await user.selectOptions(screen.getByLabelText('What the field takes'), 'Markdown of the element');
    expect(JSON.parse(text())).not.toHaveProperty('callbacks.parse_item.extract.title.to_text');
    expect(JSON.parse(text())).toHaveProperty('callbacks.parse_item.extract.title.to_markdown', true);
    await user.selectOptions(screen.getByLabelText('What the field takes'), 'What the selector selects');
    expect(text()).toBe(roomy);
  });

  it('reads the entries of a list of JSON values as HTML', async () => {
    show(roomy.replace('"selector": "article"', '"selector": "$.comments[*].html"'));
    const before = text();
    await tab(/Callbacks/);
    expect(screen.getByLabelText('JSONPath of the entries')).toBeDefined();
    await user.click(screen.getByLabelText(/^Read each entry as HTML/));
    expect(JSON.parse(text())).toHaveProperty('callbacks.parse_item.extract.reviews.as', 'html');
    await user.click(screen.getByLabelText(/^Read each entry as HTML/));
    expect(text()).toBe(before);
  });

  it('makes start URLs from a template, and says how many', async () => {
    const generated = () => JSON.parse(text()).settings.GENERATED_URLS;
    show(roomy);
    await user.click(screen.getByRole('button', { name: 'Add a template' }));
    expect(generated()).toEqual([
      { template: 'https://example.org/?page={page}', vars: { page: { type: 'range', from: 1, to: 10 } } },
    ]);
    expect(screen.getByRole('status').textContent).toBe(
      '10 URLs: https://example.org/?page=1 to https://example.org/?page=10',
    );
    fireEvent.change(screen.getByLabelText('Step of page'), { target: { value: '3' } });
    expect(screen.getByRole('status').textContent).toContain('4 URLs');
    await user.selectOptions(screen.getByLabelText('Kind of values of page'), 'List');
    fireEvent.change(screen.getByLabelText('value 1'), { target: { value: 'shoes' } });
    expect(generated()[0].vars.page).toEqual({ type: 'list', values: ['shoes'] });
    expect(screen.getByRole('status').textContent).toBe('1 URL: https://example.org/?page=shoes');
    await user.selectOptions(screen.getByLabelText('Pages'), 'Extract with parse_item');
    expect(generated()[0]).toHaveProperty('callback', 'parse_item');
    await user.selectOptions(screen.getByLabelText('Pages'), 'Links only, by the rules');
    expect(generated()[0]).not.toHaveProperty('callback');
    expect(generated()[0]).toHaveProperty('follow', true);
    await user.selectOptions(screen.getByLabelText('Pages'), 'Extract with parse_article (built in)');
    expect(generated()[0]).not.toHaveProperty('follow');
    fireEvent.change(screen.getByLabelText('Template'), {
      target: { value: 'https://example.org/{page}/{other}' },
    });
    expect(screen.queryByRole('status')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Kind of values of other'), 'Numbers');
    expect(screen.getByRole('status').textContent).toContain('10 URLs');
    await user.click(screen.getByLabelText('Remove template 1'));
    expect(text()).toBe(roomy);
  });

  it('has the editor of generated URLs among the settings, too', async () => {
    show(
      roomy.replace(
        '"DOWNLOAD_DELAY"',
        '"GENERATED_URLS": [{ "template": 3, "vars": [] }], "DOWNLOAD_DELAY"',
      ),
    );
    await tab(/Settings/);
    expect(screen.getByRole('group', { name: 'Generated URLs' })).toBeDefined();
    expect(screen.queryByRole('status')).toBeNull();
    await user.click(screen.getByLabelText('Reset GENERATED_URLS'));
    expect(JSON.parse(text())).toEqual(JSON.parse(roomy));
  });

  it('adds requests that send a form, JSON or a text', async () => {
    const requests = () => JSON.parse(text()).start_requests;
    show(roomy);
    await user.click(screen.getByRole('button', { name: 'Add a request' }));
    expect(requests()).toEqual([{ url: 'https://example.org/', form: { q: '' } }]);
    const request = within(screen.getByRole('group', { name: 'Request 1' }));
    fireEvent.change(request.getByLabelText('Value of q'), { target: { value: 'shoes' } });
    expect(requests()[0].form).toEqual({ q: 'shoes' });
    expect(request.getByLabelText<HTMLSelectElement>('Method').selectedOptions[0]?.text).toBe('POST');
    await user.selectOptions(request.getByLabelText('Extract with'), 'parse_item');
    await user.selectOptions(request.getByLabelText('Links'), 'Are not followed');
    await user.selectOptions(request.getByLabelText('Sends'), 'JSON');
    const json = request.getByLabelText('JSON to send');
    fireEvent.change(json, { target: { value: '{"page": 1}' } });
    fireEvent.blur(json);
    expect(requests()).toEqual([
      { url: 'https://example.org/', callback: 'parse_item', follow: false, json: { page: 1 } },
    ]);
    await user.selectOptions(request.getByLabelText('Sends'), 'Nothing');
    expect(request.getByLabelText<HTMLSelectElement>('Method').selectedOptions[0]?.text).toBe('GET');
    await user.click(screen.getByLabelText('Remove request 1'));
    expect(text()).toBe(roomy);
  });

  it('declares arguments', async () => {
    show(roomy);
    await user.click(screen.getByRole('button', { name: 'Add an argument' }));
    fireEvent.change(screen.getByLabelText('Default of term'), { target: { value: 'shoes' } });
    fireEvent.change(screen.getByLabelText('Description of term'), { target: { value: 'What to look for' } });
    const name = screen.getByLabelText('Name of argument 1');
    await user.clear(name);
    await user.type(name, 'query{Enter}');
    expect(JSON.parse(text()).args).toEqual({
      query: { default: 'shoes', description: 'What to look for' },
    });
    await user.click(screen.getByLabelText('Remove query'));
    expect(text()).toBe(roomy);
  });

  it('offers rows and absolute links beside what they are about', async () => {
    show(
      roomy
        .replace(/"title": \{ "css".*\n/, '')
        .replace('{ "xpath": "./@data-stars" }', '{ "xpath": "./a/@href" }'),
    );
    await tab(/Callbacks/);
    await user.click(screen.getByRole('button', { name: 'Make the link absolute' }));
    expect(text()).toContain('{ "xpath": "./a/@href", "processors": [{ "type": "urljoin" }] }');
    await user.click(screen.getByRole('button', { name: 'Make each entry an item' }));
    expect(JSON.parse(text()).callbacks.parse_item.iterate).toEqual({ selector: 'article' });
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('makes rows of a callback, which lead to a new one, and a page again', async () => {
    const callbacks = () => JSON.parse(text()).callbacks;
    show(roomy);
    await tab(/Callbacks/);
    await user.selectOptions(screen.getByLabelText('Items'), 'One item for each row of a page');
    expect(callbacks().parse_item.iterate).toEqual({ selector: 'table tr' });
    fireEvent.change(screen.getByLabelText('Row'), { target: { value: '//table//tr' } });
    expect(screen.getByText('XPath', { selector: '.ui-badge' })).toBeDefined();
    fireEvent.change(screen.getByLabelText('Row'), { target: { value: '$.results[*]' } });
    expect(screen.getByText('JSON', { selector: '.ui-badge' })).toBeDefined();
    await user.click(screen.getByLabelText(/^Each row leads/));
    expect(callbacks().parse_item.iterate.follow).toEqual({
      url: { css: 'a::attr(href)' },
      callback: 'parse_article',
    });
    const url = screen.getByRole('group', { name: 'URL of the detail page' });
    await user.selectOptions(within(url).getByLabelText('Language of the selector'), 'JSON');
    await user.selectOptions(screen.getByLabelText('Extract the detail page with'), 'A new callback');
    await user.click(screen.getByRole('button', { name: 'Add a value' }));
    const pattern = screen.getByLabelText('Pattern of value');
    fireEvent.change(pattern, { target: { value: '/(\\d+)/' } });
    expect(callbacks().parse_item.iterate).toEqual({
      selector: '$.results[*]',
      follow: { url: { json_path: '$.url' }, callback: 'parse_detail' },
      url_context: { value: { regex: '/(\\d+)/' } },
    });
    expect(callbacks().parse_detail).toEqual({ extract: { title: { css: 'h1::text' } } });
    expect(screen.getByText(/1 field · rows of parse_item/)).toBeDefined();
    await user.click(screen.getByLabelText(/^Each row leads/));
    expect(callbacks().parse_item.iterate).not.toHaveProperty('follow');
    await user.selectOptions(screen.getAllByLabelText('Items')[0] ?? document.body, 'One item for each page');
    expect(callbacks().parse_item).toEqual(JSON.parse(roomy).callbacks.parse_item);
  });

  it('makes rows of the entries of the only list', async () => {
    show(roomy.replace(/"title": \{ "css".*\n/, ''));
    await tab(/Callbacks/);
    await user.selectOptions(screen.getByLabelText('Items'), 'One item for each row of a page');
    expect(JSON.parse(text()).callbacks.parse_item).toEqual({
      iterate: { selector: 'article' },
      extract: { author: { css: '.author::text' }, stars: { xpath: './@data-stars' } },
    });
  });

  it('names the places of links in JSON, and the elements of links', async () => {
    show(roomy);
    await tab(/Rules/);
    const [places] = screen.getAllByRole('group', { name: 'Places of links in JSON' });
    await user.click(within(places ?? document.body).getByRole('button', { name: /^Add/ }));
    fireEvent.change(screen.getByLabelText('JSONPath 1'), { target: { value: '$.next' } });
    expect(JSON.parse(text())).toHaveProperty('rules.0.restrict_json', ['$.next']);
    const [elements] = screen.getAllByRole('group', { name: 'Elements' });
    const link = within(elements ?? document.body).getByLabelText(/^link/);
    await user.click(link);
    expect(JSON.parse(text())).toHaveProperty('rules.0.tags', ['a', 'area', 'link']);
    await user.click(link);
    expect(JSON.parse(text())).not.toHaveProperty('rules.0.tags');
  });

  it('follows the text, whoever changes it', async () => {
    show(roomy);
    updateDocument(key, { text: roomy.replace('"shop"', '"other"') });
    expect(await screen.findByDisplayValue('other')).toBeDefined();
  });

  it('shows what the caret is in', async () => {
    show(roomy);
    updateDocument(key, { caret: roomy.indexOf('./@data-stars') });
    expect(await screen.findByDisplayValue('./@data-stars')).toBeDefined();
    updateDocument(key, { caret: roomy.indexOf('DOWNLOAD_DELAY') });
    expect(await screen.findByLabelText('DOWNLOAD_DELAY')).toBeDefined();
  });

  it('says what is wrong beside the control', async () => {
    show(roomy.replace('0.5', '99').replace('"h1::text"', '"h1[::text"'));
    await tab(/Settings/);
    expect(screen.getByText(/DOWNLOAD_DELAY must be >= 0 and <= 60/)).toBeDefined();
    await tab(/Callbacks/);
    expect(screen.getAllByLabelText('CSS selector')[0]?.getAttribute('aria-invalid')).toBe('true');
  });

  it('says where the text cannot be read, and comes back when it can', async () => {
    show(roomy.replace('"rules": [', '"rules": [['));
    expect(screen.getByText('The text is not valid JSON')).toBeDefined();
    updateDocument(key, { text: roomy });
    expect(await screen.findByLabelText('Name')).toBeDefined();
  });
});

describe('a key that is null', () => {
  it('is shown as not set, and the selector of the other language as the one in use', async () => {
    show(
      JSON.stringify({
        name: 'shop',
        description: null,
        allowed_domains: ['example.com'],
        start_urls: ['https://example.com/'],
        rules: [{ allow: null, callback: 'page', follow: null, priority: null }],
        settings: { DEPTH_LIMIT: null, DOWNLOAD_DELAY: 2 },
        callbacks: { page: { extract: { title: { css: null, xpath: '//h1/text()', get_all: null } } } },
      }),
    );
    expect(screen.queryAllByRole('alert')).toEqual([]);
    await tab(/Callbacks/);
    expect(screen.getByLabelText('XPath expression')).toHaveProperty('value', '//h1/text()');
    await user.selectOptions(screen.getByLabelText('Language of the selector'), 'css');
    expect(JSON.parse(text())).toMatchObject({
      callbacks: { page: { extract: { title: { css: '//h1/text()', get_all: null } } } },
    });
    await tab(/Settings/);
    expect(screen.getByLabelText('Only set (1)')).toBeDefined();
    expect(screen.queryByLabelText('Reset DEPTH_LIMIT')).toBeNull();
    expect(screen.getByLabelText('Reset DOWNLOAD_DELAY')).toBeDefined();
  });
});
