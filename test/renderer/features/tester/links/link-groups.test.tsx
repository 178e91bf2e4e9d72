import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { LinkGroups } from '../../../../../renderer/features/tester/links/link-groups.tsx';
import { getTester } from '../../../../../renderer/features/tester/tester-store.ts';
import { getDocument, useDocuments } from '../../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../../renderer/state/client.ts';
import type { PageLink, Proposal } from '../../../../../shared/contract/types.ts';
import { createFakeClient } from '../../../fake-client.ts';
import { openDocument } from '../../../open-document.ts';

const key = { project: 'default', spider: 'groups' };
const text =
  '{\n  "name": "groups",\n  "rules": [],\n  "callbacks": { "parse_list": { "extract": {} } }\n}\n';

const link = (url: string, element: number, decision: PageLink['decision']): PageLink => ({
  url,
  text: 'x',
  element,
  decision,
  rule: null,
  callback: null,
  pattern: null,
  code: null,
  reason: '',
});

const proposal: Proposal = {
  url: null,
  title: 'Shop',
  state: { kind: 'list', title: '', detail: '', step: null },
  lists: [],
  next: [],
  pages: [],
  groups: [
    {
      pattern: String.raw`^https://a\.example/p/\d+$`,
      count: 2,
      examples: ['https://a.example/p/1'],
      kind: 'detail',
    },
    { pattern: String.raw`\?page=\d+$`, count: 1, examples: ['https://a.example/?page=2'], kind: 'page' },
  ],
  structured: null,
  sources: [],
  choices: [],
};

afterEach(() => useDocuments.setState({ documents: {} }));

it('says what becomes of each group, shows its links on the page, and decides by one click', async () => {
  setClient(createFakeClient({ 'pages.propose': () => proposal }));
  openDocument(key, text);
  const links = [
    link('https://a.example/p/1', 3, 'follow'),
    link('https://a.example/p/2', 5, 'follow'),
    link('https://a.example/?page=2', 9, 'dropped'),
  ];
  render(<LinkGroups spiderKey={key} page="p1" callback="parse_list" links={links} />);
  const details = await screen.findByRole('group', {
    name: String.raw`Links that match ^https://a\.example/p/\d+$`,
  });
  const pages = screen.getByRole('group', { name: String.raw`Links that match \?page=\d+$` });
  const pressed = (group: HTMLElement) => within(group).getByRole('button', { pressed: true }).textContent;
  expect([pressed(details), pressed(pages)]).toEqual(['Follow', 'Ignore']);
  // The site is the same for all: the path tells them apart.
  expect(screen.getByText(String.raw`/p/\d+`)).toBeDefined();

  await userEvent.hover(within(details).getByText('Follow'));
  expect(getTester(key).pointed?.groups[0]?.elements).toEqual([3, 5]);
  await userEvent.click(within(pages).getByText('Extract'));
  expect(JSON.parse(getDocument(key)?.text ?? '').rules).toEqual([
    { allow: [String.raw`\?page=\d+$`], callback: 'parse_list' },
  ]);
});
