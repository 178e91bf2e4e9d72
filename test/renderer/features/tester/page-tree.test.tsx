import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageTree } from '../../../../renderer/features/tester/page-tree.tsx';
import { getTester, outline } from '../../../../renderer/features/tester/tester-store.ts';
import { getDocument } from '../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import type { CallArgs, CallValue } from '../../../../shared/contract/index.ts';
import type { SavedPage, TreeRow } from '../../../../shared/contract/types.ts';
import { createFakeClient } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';

const page: SavedPage = {
  id: 'p1',
  url: null,
  title: 'api.json',
  source: 'file',
  run: null,
  bytes: 100,
  encoding: 'utf-8',
  kind: 'json',
  icon: null,
  addedAt: '2026-03-05T12:00:00.000Z',
};

const row = (number: number, depth: number, name: string | null, rest: Partial<TreeRow>): TreeRow => ({
  number,
  depth,
  name,
  kind: 'text',
  attributes: null,
  value: null,
  size: null,
  open: false,
  ...rest,
});

/** A page with one list of two entries, of which each has a name. */
function rowsOf({ openTo, toggled, reveal }: CallArgs<'tester.tree'>): CallValue<'tester.tree'> {
  const opened = reveal === 5 && !toggled.includes(4) && openTo < 3 ? [4] : [];
  const isOpen = (number: number, depth: number) =>
    depth < openTo !== [...toggled, ...opened].includes(number);
  const all = [
    row(0, 0, null, { kind: 'object', value: 'results', size: 1, open: isOpen(0, 0) }),
    row(1, 1, 'results', { kind: 'list', size: 2, open: isOpen(1, 1) }),
    row(2, 2, '0', { kind: 'object', value: 'name', size: 1, open: isOpen(2, 2) }),
    row(3, 3, 'name', { value: 'Boot' }),
    row(4, 2, '1', { kind: 'object', value: 'name', size: 1, open: isOpen(4, 2) }),
    row(5, 3, 'name', { value: 'Sandal' }),
  ];
  const closed = (number: number) => all.find((each) => each.number === number)?.open === false;
  const rows = all.filter(({ number }) => !(number === 3 && closed(2)) && !(number === 5 && closed(4)));
  const position = rows.findIndex(({ number }) => number === reveal);
  const revealed = position === -1 ? null : { position, opened };
  return { total: rows.length, from: 0, rows, revealed, parsed: false, elapsedMs: 1 };
}

function show(spider: string) {
  const key = { project: 'default', spider };
  setClient(
    createFakeClient({
      'tester.tree': rowsOf,
      'tester.suggest': ({ elements: [element = 0] }) => ({
        element: { element, tag: 'name', attributes: [], text: '', ancestors: [{ element, label: '$' }] },
        suggestions: [
          {
            language: 'json',
            selector: `$.n${element}`,
            matches: 1,
            value: 'x',
            kind: 'text',
            why: 'this value',
            family: null,
            survival: null,
            pages: [],
          },
        ],
        question: null,
        parsed: false,
        elapsedMs: 1,
      }),
      'tester.find': ({ text }) => ({
        found:
          text === 'sandal'
            ? [{ selector: '$.results[1].name', tag: 'name', attribute: null, text: 'Sandal', element: 5 }]
            : [],
        parsed: false,
        elapsedMs: 1,
      }),
    }),
  );
  render(<PageTree spiderKey={key} page={page} />);
  return key;
}

const line = (name: string) => screen.findByRole('treeitem', { name });

// Only what is in sight is drawn, and jsdom lays nothing out.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('opens what is clicked, and moves by the keyboard', async () => {
  const user = userEvent.setup();
  show('moved');
  const entry = await line('0{name}');
  expect(entry.getAttribute('aria-expanded')).toBe('false');
  await user.click(entry);
  await line('name"Boot"');
  screen.getByRole('tree').focus();
  await user.keyboard('{ArrowRight}');
  await waitFor(() =>
    expect(screen.getByRole('treeitem', { name: 'name"Boot"' }).getAttribute('aria-selected')).toBe('true'),
  );
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'name"Boot"' })).toBeNull());
});

it('makes a field of a value, by a click and by Enter', async () => {
  const user = userEvent.setup();
  const key = show('picked');
  const text = '{\n  "name": "picked",\n  "callbacks": { "parse": { "extract": {} } }\n}\n';
  openDocument(key, text);
  const fields = () => JSON.parse(getDocument(key)?.text ?? '').callbacks.parse.extract;
  await user.click(await line('1{name}'));
  await user.click(await line('name"Sandal"'));
  await waitFor(() => expect(fields()).toEqual({ name: { json_path: '$.n5' } }));
  expect(getTester(key).hand).toMatchObject({ page: 'p1', elements: [5] });
  screen.getByRole('tree').focus();
  await user.keyboard('{Home}{Enter}');
  await waitFor(() =>
    expect(fields()).toEqual({ name: { json_path: '$.n5' }, name_2: { json_path: '$.n0' } }),
  );
  await user.keyboard('{Escape}');
  expect(getTester(key).hand).toBeNull();
});

it('marks what is outlined, and opens the tree for what is searched', async () => {
  const user = userEvent.setup();
  const key = show('marked');
  outline(key, [{ elements: [2, 4], style: 'match' }]);
  const entry = await line('1{name}');
  await waitFor(() => expect(entry.dataset['mark']).toBe('match'));
  await user.type(screen.getByRole('searchbox', { name: 'Search the page' }), 'sandal');
  const found = await line('name"Sandal"');
  await waitFor(() => expect(found.dataset['mark']).toBe('match'));
  await waitFor(() => expect(found.getAttribute('aria-selected')).toBe('true'));
  expect(getTester(key).outlines.total).toBe(1);
});

it('begins a trial as a JSONPath', async () => {
  const key = show('tried');
  await line('results[2]');
  expect(getTester(key).trial).toEqual({ language: 'json', text: '' });
});
