import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import {
  getDocument,
  revealPointer,
  undo,
  useDocuments,
} from '../../../../renderer/spider-document/document.ts';
import { FormPane } from '../../../../renderer/features/author/form/form-pane.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import { createFakeClient, type FakeAnswers } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';
import { run } from '../runs/samples.ts';

const key = { project: 'default', spider: 'shop' };
const user = userEvent.setup();
const plain = {
  name: 'shop',
  start_urls: ['https://example.org/'],
  allowed_domains: ['example.org'],
  rules: [{ allow: ['/p/'], callback: 'product' }],
  callbacks: { product: { extract: { sku: { css: 'i::text' }, price: { css: 'b::text' } } } },
};

function show(document: object, answers: FakeAnswers = {}) {
  const client = createFakeClient({ 'spiders.list': () => [], ...answers });
  setClient(client);
  const text = JSON.stringify(document, null, 2);
  const problems = validateSpider(text).problems.map((problem) => ({ ...problem, fixes: [] }));
  openDocument(key, text, { problems });
  render(
    <TooltipProvider>
      <FormPane {...key} />
    </TooltipProvider>,
  );
  return client;
}

const text = () => getDocument(key)?.text ?? '';
const expected = (): unknown => JSON.parse(text()).expect;
const tab = () => user.click(screen.getByRole('tab', { name: /Expected/u }));

afterEach(() => useDocuments.setState({ documents: {} }));

it('writes everything that can be expected, a step that can be undone each', async () => {
  show(plain);
  const before = text();
  await tab();
  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['sku', 'price', 'url', 'Another field']),
  );
  await user.click(screen.getByRole('menuitem', { name: 'price' }));
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await user.selectOptions(screen.getByLabelText('Type'), 'number');
  change('Filled, at least', '0.95');
  change('The least number', '0');
  await user.click(screen.getByRole('checkbox', { name: 'Required' }));
  await user.click(screen.getByRole('checkbox', { name: 'Unique' }));
  change('Pattern', '^\\d');
  for (const [index, example] of ['19.99', '"20"', 'from 3'].entries()) {
    await user.click(screen.getByRole('button', { name: /^Add\s*an example$/u }));
    const box = await screen.findByLabelText(`example ${index + 1}`);
    fireEvent.change(box, { target: { value: example } });
    fireEvent.blur(box);
  }
  change('Items, at least', '100');
  await user.selectOptions(screen.getByLabelText('When something does not hold'), 'Pause the run');
  await user.selectOptions(screen.getByLabelText(/^Items with a key/u), 'Drop');
  await user.click(within(screen.getByRole('group', { name: 'Key' })).getByRole('button'));
  const keyBox = await screen.findByRole('combobox', { name: 'field 1' });
  fireEvent.change(keyBox, { target: { value: 'sku' } });
  expect(expected()).toEqual({
    key: ['sku'],
    duplicates: 'drop',
    min_items: 100,
    on_breach: 'pause',
    fields: {
      price: {
        type: 'number',
        min_fill: 0.95,
        range: [0, null],
        required: true,
        unique: true,
        pattern: '^\\d',
        examples: [19.99, '20', 'from 3'],
      },
    },
  });
  await user.click(screen.getByRole('checkbox', { name: 'Unique' }));
  change('The least number', '');
  fireEvent.blur(screen.getByLabelText('The least number'));
  await user.selectOptions(screen.getByLabelText('Type'), 'Any');
  expect(expected()).toMatchObject({ fields: { price: { min_fill: 0.95, required: true } } });
  expect(JSON.stringify(expected())).not.toMatch(/unique|range|"type"/u);
  await user.click(screen.getByRole('button', { name: 'Expect nothing of price' }));
  expect(expected()).not.toHaveProperty('fields');
  for (let step = 0; step < 40; step += 1) act(() => undo(key));
  expect(text()).toBe(before);
});

it('opens the field that the caret comes to, and says there what is wrong', async () => {
  const fields = { sku: {}, url: {}, prize: { type: 'number', range: [3, 1], examples: ['x'] } };
  show({ ...plain, expect: { fields } });
  expect(screen.getByRole('tab', { name: /Expected/u }).textContent).toContain('3');
  act(() => revealPointer(key, '/expect/fields/prize/range', { focus: false }));
  const card = (await screen.findByLabelText('Expected field prize')).closest('li') ?? document.body;
  const shown = within(card);
  expect(shown.getByText(/Unknown field: 'prize'. Did you mean 'price'\?/u)).toBeDefined();
  expect(shown.getByText(/The range begins above its end/u)).toBeDefined();
  expect(shown.getByText(/The example "x" is not a number/u)).toBeDefined();
  expect(screen.queryAllByLabelText('Type')).toHaveLength(1);
  const name = shown.getByRole('combobox', { name: 'Expected field prize' });
  await user.clear(name);
  await user.type(name, 'price{Enter}');
  expect(Object.keys(JSON.parse(text()).expect.fields)).toEqual(['sku', 'url', 'price']);
});

it('proposes from the last run that has items', async () => {
  const last = run({ id: '9', state: 'failed' });
  const client = show(plain, {
    'spiders.list': () => [
      {
        ...key,
        name: 'shop',
        version: 1,
        versions: 1,
        runs: 2,
        hasDraft: false,
        icon: null,
        description: null,
        tags: [],
        lastRun: last,
        latestItems: { run: '8', items: 70 },
        createdAt: '',
        updatedAt: '',
      },
    ],
    'runs.proposeExpect': () => ({ expect: { fields: { price: { required: true } } }, notes: [] }),
  });
  await tab();
  await user.click(await screen.findByRole('button', { name: 'Propose from the last run' }));
  expect(await screen.findByLabelText('Expected field price')).toBeDefined();
  expect(client.made.filter(({ name }) => name === 'runs.proposeExpect')).toEqual([
    { name: 'runs.proposeExpect', args: { run: '8' } },
  ]);
  expect(expected()).toEqual({ fields: { price: { required: true } } });
});
