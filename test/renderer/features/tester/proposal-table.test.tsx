import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProposalTable } from '../../../../renderer/features/tester/proposal/proposal-table.tsx';
import { useProposal } from '../../../../renderer/features/tester/proposal/use-proposal.ts';
import { takeChoice } from '../../../../renderer/features/tester/proposal/take-choice.ts';
import { getDocument, useDocuments, type SpiderKey } from '../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { UiProvider } from '../../../../renderer/workbench/ui-provider.tsx';
import type { CallValue } from '../../../../shared/contract/index.ts';
import type { ProposedField, SavedPage } from '../../../../shared/contract/types.ts';
import { given } from '../../../given.ts';
import { createFakeClient } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';

const page: SavedPage = {
  id: 'p1',
  url: 'https://shop.example/list',
  title: 'List',
  source: 'url',
  run: null,
  bytes: 100,
  encoding: 'utf-8',
  kind: 'html',
  icon: null,
  addedAt: '2026-03-05T12:00:00.000Z',
};

const column = (name: string, more: Partial<ProposedField> = {}): ProposedField => ({
  name,
  selector: `.${name}::text`,
  language: 'css',
  type: 'text',
  filled: 2,
  samples: [name],
  raw: name,
  definition: { css: `.${name}::text` },
  ...more,
});

const proposal: CallValue<'pages.propose'> = {
  url: page.url,
  title: 'List',
  state: { kind: 'list', title: '', detail: '', step: null },
  lists: [
    {
      selector: '.card',
      language: 'css',
      count: 2,
      label: 'products',
      confidence: 1,
      fields: [column('title'), column('price', { type: 'price', filled: 1 })],
      others: [column('stock')],
      elements: [3, 5],
      rows: [
        { title: 'Lamp', price: 12, stock: 'few' },
        { title: 'Rope', price: null, stock: 'many' },
      ],
      detail: null,
    },
  ],
  next: [],
  pages: [],
  groups: [],
  structured: null,
  sources: [],
  choices: [
    {
      id: 'list-0-page',
      list: 0,
      scope: 'page',
      label: 'Only this page',
      parts: {
        start_urls: [],
        allowed_domains: [],
        rules: [],
        callbacks: {
          parse: {
            iterate: { selector: '.card' },
            extract: { title: { css: '.title::text' }, price: { css: '.price::text' } },
          },
        },
        settings: {},
      },
      expected: { pages: 1, rows: 2, seconds: null },
      note: null,
      sample: null,
    },
  ],
};

function Shown({ spiderKey: key }: { spiderKey: SpiderKey }) {
  const { at, choice, list, columns, withColumns } = useProposal(key);
  if (choice === null || list === null) return null;
  return (
    <>
      <ProposalTable
        spiderKey={key}
        list={list}
        columns={columns}
        choice={choice}
        subject={at.subject}
        base={page.url}
      />
      <button type="button" onClick={() => void takeChoice(key, page.id, choice, withColumns)}>
        Take
      </button>
    </>
  );
}

beforeEach(() => {
  // What is not drawn in jsdom has no size, and the table draws only what is seen.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

afterEach(() => {
  vi.restoreAllMocks();
  useDocuments.setState({ documents: {} });
});

it('a proposal gets and loses columns by one click each, and is taken with those', async () => {
  const key = { project: 'default', spider: 'proposed' };
  setClient(createFakeClient({ 'pages.list': () => [page], 'pages.propose': () => proposal }));
  const text = '{ "name": "proposed" }';
  openDocument(key, text);
  render(
    <UiProvider>
      <Shown spiderKey={key} />
    </UiProvider>,
  );
  const heads = () => screen.getAllByRole('columnheader').map(({ title }) => title);
  await screen.findByRole('grid', { name: 'Proposed products' });
  expect(heads()).toEqual(['title: text · every row', 'price: price · 1 of 2']);
  await userEvent.click(screen.getByRole('button', { name: 'Add stock' }));
  await waitFor(() => expect(heads()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Add stock' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Columns' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  const entry = (name: string) => screen.findByRole('menuitemcheckbox', { name });
  await userEvent.click(await entry('stock: stock'));
  await waitFor(() => expect(heads()).toHaveLength(2));
  await userEvent.click(await entry('stock: stock'));
  await waitFor(() => expect(heads()).toHaveLength(3));
  expect(heads()[2]).toBe('stock: text · every row');
  expect(await screen.findByText('many')).toBeDefined();
  await userEvent.click(await entry('title: title'));
  await waitFor(() => expect(heads()).toHaveLength(2));
  expect((await entry('title: title')).getAttribute('aria-checked')).toBe('false');
  await userEvent.keyboard('{Escape}');

  await userEvent.click(screen.getByRole('button', { name: 'Take' }));
  expect(JSON.parse(given(getDocument(key)).text).callbacks.parse.extract).toEqual({
    price: { css: '.price::text' },
    stock: { css: '.stock::text' },
  });
});
