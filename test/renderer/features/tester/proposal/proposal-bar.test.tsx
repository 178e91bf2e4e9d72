import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenForShortcuts } from '../../../../../renderer/commands/shortcuts.ts';
import { ProposalBar } from '../../../../../renderer/features/tester/proposal/proposal-bar.tsx';
import { changeTester, getTester } from '../../../../../renderer/features/tester/tester-store.ts';
import { getDocument, useDocuments } from '../../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../../renderer/ui/tooltip.tsx';
import type { Proposal } from '../../../../../shared/contract/types.ts';
import { createFakeClient, failing, type FakeFailure } from '../../../fake-client.ts';
import { proposalOf, savedPage, stateOf, states, twoLists } from '../../proposals.ts';
import { openDocument } from '../../../open-document.ts';

const text = '{\n  "name": "deck",\n  "start_urls": ["https://harbour.example/deck"]\n}\n';
let spiders = 0;
let stop: () => void;

/** The bar above a page that this is proposed for. */
function show(answer: Proposal | FakeFailure): { project: string; spider: string } {
  const key = { project: 'default', spider: `deck-${(spiders += 1)}` };
  const page = { ...savedPage, id: key.spider };
  setClient(
    createFakeClient({
      'pages.list': ({ spider }) => (spider === key.spider ? [page] : []),
      'pages.propose': () => answer,
    }),
  );
  openDocument(key, text);
  render(
    <TooltipProvider>
      <ProposalBar {...key} />
    </TooltipProvider>,
  );
  return key;
}

beforeEach(() => {
  stop = listenForShortcuts();
});
afterEach(() => {
  stop();
  useDocuments.setState({ documents: {} });
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('what is proposed for a page', () => {
  it('is taken by one key, with the whole list first', async () => {
    const key = show(twoLists);
    expect(await screen.findByText(/3 products/u)).toBeDefined();
    expect((await button('The whole list')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText('next page ?page=2')).toBeDefined();
    expect(screen.getByText('3 links in 1 group')).toBeDefined();
    await waitFor(async () => expect(document.activeElement).toBe(await button(/^Take these rows/u)));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(getDocument(key)?.text).toContain('"parse_all"'));
  });

  it('is another choice after one click', async () => {
    const key = show(twoLists);
    await userEvent.click(await button('Only this page'));
    expect((await button('Only this page')).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(await button(/^Take these rows/u));
    await waitFor(() => expect(getDocument(key)?.text).toContain('"parse_page"'));
  });

  it('has the other lists of the page, which are outlined while they are pointed at', async () => {
    const key = show(twoLists);
    await userEvent.click(await button(/3 products/u));
    const other = await button(/2 articles/u);
    await userEvent.hover(other);
    expect(getTester(key).pointed?.groups[0]?.elements).toEqual([20, 24]);
    await userEvent.click(other);
    expect(getTester(key)).toMatchObject({ choice: 'list-1-page', pointed: null });
  });

  it('says why the page was not read, and is closed by its key', async () => {
    const key = show(failing('timed-out', 'It took too long.'));
    expect(await screen.findByText('The page was not read: It took too long.')).toBeDefined();
    await userEvent.keyboard('{Control>}{Shift>}j{/Shift}{/Control}');
    expect(getTester(key).proposing).toBe(false);
    changeTester(key, { proposing: null });
  });

  it.each(states)('is one next step where it is nothing: %s', async (kind, step) => {
    show(proposalOf(stateOf(kind, `This page is ${kind}.`, step)));
    expect(await screen.findByText(`This page is ${kind}.`)).toBeDefined();
    const steps = screen.queryAllByRole('button', { name: step.label });
    expect(steps).toHaveLength(step.action === 'none' ? 0 : 1);
    expect(screen.queryByRole('button', { name: /^Take/u })).toBeNull();
  });
});
