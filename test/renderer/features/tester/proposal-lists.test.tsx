import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProposalLists } from '../../../../renderer/features/tester/proposal/proposal-lists.tsx';
import { subjectWords } from '../../../../renderer/features/tester/proposal/proposal-words.ts';
import { subjectsOf } from '../../../../renderer/features/tester/proposal/subjects.ts';
import { getTester } from '../../../../renderer/features/tester/tester-store.ts';
import type { Proposal } from '../../../../shared/contract/types.ts';

const key = { project: 'default', spider: 'lists' };

const list = (label: string, count: number): Proposal['lists'][number] => ({
  selector: `.${label}`,
  language: 'css',
  count,
  label,
  confidence: 0.5,
  fields: [],
  others: [],
  elements: [count, count + 1],
  rows: [],
  detail: null,
});

const choice = (
  id: string,
  at: number | null,
  scope: Proposal['choices'][number]['scope'],
): Proposal['choices'][number] => ({
  id,
  list: at,
  scope,
  label: at === null ? 'The article' : scope,
  parts: { start_urls: [], allowed_domains: [], rules: [], callbacks: {}, settings: {} },
  expected: { pages: null, rows: null, seconds: null },
  note: null,
  sample: null,
});

const proposal: Proposal = {
  url: null,
  title: 'Shop',
  state: { kind: 'list', title: '', detail: '', step: null },
  lists: [list('products', 24), list('articles', 10), list('comments', 5), list('jobs', 3)],
  next: [],
  pages: [],
  groups: [],
  structured: null,
  sources: [],
  choices: [
    choice('list-0-page', 0, 'page'),
    choice('list-0-all', 0, 'all'),
    choice('article', null, 'single'),
    choice('list-1-page', 1, 'page'),
    choice('list-2-page', 2, 'page'),
    choice('list-3-page', 3, 'page'),
    choice('list-3-all', 3, 'all'),
  ],
};

const taken = (id: string) => {
  const found = proposal.choices.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no choice "${id}".`);
  return found;
};

it('offers each list once, with all of its pages where they can be followed', () => {
  expect(subjectsOf(proposal).map((subject) => subject.choice.id)).toEqual([
    'list-0-all',
    'article',
    'list-1-page',
    'list-2-page',
    'list-3-all',
  ]);
});

it('shows some of them side by side, and chooses one of them by a click', async () => {
  render(<ProposalLists spiderKey={key} proposal={proposal} choice={taken('list-0-page')} sideBySide={3} />);
  const group = screen.getByRole('group', { name: 'What is on this page' });
  const names = within(group)
    .getAllByRole('button')
    .map(({ textContent }) => textContent.trim());
  expect(names).toEqual(['24 products, 0 fields', 'The article', '10 articles, 0 fields', '2 more']);
  expect(within(group).getByRole('button', { pressed: true }).textContent).toContain('24 products');

  const articles = within(group).getByRole('button', { name: '10 articles, 0 fields' });
  await userEvent.hover(articles);
  expect(getTester(key).pointed?.groups).toEqual([{ elements: [10, 11], style: 'picked' }]);
  await userEvent.unhover(articles);
  expect(getTester(key).pointed).toBeNull();
  await userEvent.click(articles);
  expect(getTester(key).choice).toBe('list-1-page');
});

it('has the others in a menu, and the chosen one always in sight', async () => {
  const { rerender } = render(
    <ProposalLists spiderKey={key} proposal={proposal} choice={taken('list-0-all')} sideBySide={3} />,
  );
  await userEvent.click(screen.getByRole('button', { name: '2 more' }));
  const menu = screen.getByRole('dialog', { name: 'What else is on this page' });
  await userEvent.click(within(menu).getByRole('button', { name: /^3 jobs/u }));
  expect(getTester(key).choice).toBe('list-3-all');
  expect(screen.queryByRole('dialog')).toBeNull();
  rerender(<ProposalLists spiderKey={key} proposal={proposal} choice={taken('list-3-all')} sideBySide={3} />);
  expect(screen.getByRole('button', { pressed: true }).textContent).toContain('3 jobs');
});

it.each([5, 4])('has no menu where all of them have room, or all but one (%i)', (sideBySide) => {
  render(
    <ProposalLists
      spiderKey={key}
      proposal={proposal}
      choice={taken('list-0-all')}
      sideBySide={sideBySide}
    />,
  );
  const group = screen.getByRole('group', { name: 'What is on this page' });
  expect(within(group).getAllByRole('button')).toHaveLength(5);
  expect(within(group).queryByRole('button', { name: /more$/u })).toBeNull();
});

const column = (name: string, sample: string): Proposal['lists'][number]['fields'][number] => ({
  name,
  selector: `.${name}::text`,
  language: 'css',
  type: 'text',
  filled: 4,
  samples: [sample],
  raw: sample,
  definition: { css: `.${name}::text` },
});

it.each([
  [
    'another column',
    [column('title', 'Lamp'), column('price', '9.5')],
    [column('title', 'Lamp'), column('stock', 'sold out')],
    ['4 posts, 2 fields · price: 9.5', '4 posts, 2 fields · stock: sold out'],
  ],
  [
    'another text rather than another link',
    [{ ...column('link', '/lamp'), type: 'url' as const }, column('price', '9.5')],
    [{ ...column('link', '/rope'), type: 'url' as const }, column('price', '4')],
    ['4 posts, 2 fields · price: 9.5', '4 posts, 2 fields · price: 4'],
  ],
  [
    'another value',
    [column('title', 'Lamp')],
    [column('title', 'Rope made of the hair of horses')],
    ['4 posts, 1 field · title: Lamp', '4 posts, 1 field · title: Rope made of the hai…'],
  ],
  ['nothing', [column('title', 'Lamp')], [column('title', 'Lamp')], ['4 posts, 1 field', '4 posts, 1 field']],
])('tells two lists with the same words apart by %s', (_what, first, second, words) => {
  const alike = subjectsOf({
    ...proposal,
    lists: [
      { ...list('posts', 4), fields: first },
      { ...list('posts', 4), fields: second },
    ],
    choices: [choice('list-0-page', 0, 'page'), choice('list-1-page', 1, 'page')],
  });
  expect(alike.map((subject) => subjectWords(subject, alike))).toEqual(words);
});

it('says where the rows of a source come from, and that it needs no browser', () => {
  const source = {
    kind: 'request' as const,
    url: 'https://example.org/api/items?page=1',
    method: 'GET',
    body: null,
    script: null,
    list: list('items', 20),
    of: 0,
    seen: 20,
    missing: [],
    notes: [],
  };
  const offered = {
    ...proposal,
    lists: [list('posts', 4)],
    sources: [source],
    choices: [
      choice('list-0-page', 0, 'page'),
      { ...choice('source-0-page', 0, 'page'), list: null, source: 0 },
      { ...choice('source-0-all', 0, 'all'), list: null, source: 0 },
    ],
  };
  const subjects = subjectsOf(offered);
  expect(subjects.map((subject) => subject.choice.id)).toEqual(['list-0-page', 'source-0-all']);
  const [, second] = subjects;
  if (second === undefined) throw new Error('The source is not offered.');
  expect(subjectWords(second, subjects, offered.sources)).toBe(
    '20 rows from /api/items?page=1, without a browser',
  );
});
