import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { StructuredPreview } from '../../../../../renderer/features/tester/proposal/structured-preview.tsx';
import { setClient } from '../../../../../renderer/state/client.ts';
import type { ArticleStrategy } from '../../../../../shared/contract/types.ts';
import { given } from '../../../../given.ts';
import { createFakeClient } from '../../../fake-client.ts';
import { proposalOf, stateOf, twoLists } from '../../proposals.ts';

const strategy = (name: string, title: string, wins: boolean): ArticleStrategy => ({
  strategy: name,
  used: true,
  wins,
  article: {
    title,
    content: `${title}. ${'x'.repeat(1000)}`,
    author: 'Ann',
    published_date: null,
    metadata: {},
  },
  reason: null,
  elapsedMs: 1,
});

const article = {
  ...given(twoLists.choices[0]),
  id: 'article',
  list: null,
  scope: 'single' as const,
  label: 'This article',
};

beforeEach(() => {
  const strategies = [strategy('jsonld', 'The menu', false), strategy('text', 'The quay that grew', true)];
  setClient(createFakeClient({ 'tester.article': () => ({ strategies, parsed: true, elapsedMs: 1 }) }));
});

it('shows the article that a crawl would take', async () => {
  const choice = { ...article, parts: { ...article.parts, callbacks: {} } };
  const state = stateOf('article', 'An article.', null);
  render(
    <StructuredPreview
      proposal={proposalOf(state, { choices: [choice] })}
      choice={choice}
      page="p1"
      subject="p1"
      text="{}"
    />,
  );
  expect(await screen.findByText('The quay that grew')).toBeDefined();
  expect(screen.getByText('Ann')).toBeDefined();
  expect(screen.getByText(/^The quay that grew\. x+/u)).toBeDefined();
  expect(screen.queryByText('The menu')).toBeNull();
});
