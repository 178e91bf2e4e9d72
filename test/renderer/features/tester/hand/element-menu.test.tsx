import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useAtHand } from '../../../../../renderer/features/tester/at-hand.ts';
import { useElementMenu } from '../../../../../renderer/features/tester/hand/element-menu.tsx';
import { getDocument, useDocuments } from '../../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../../renderer/state/client.ts';
import type { CallValue } from '../../../../../shared/contract/index.ts';
import { createFakeClient } from '../../../fake-client.ts';
import { savedPage } from '../../proposals.ts';
import { openDocument } from '../../../open-document.ts';

const key = { project: 'default', spider: 'deck' };
const text = '{\n  "callbacks": { "parse_page": { "extract": {} } }\n}\n';
const url = 'https://harbour.example/item/1';
const timing = { parsed: false, elapsedMs: 1 };

type Suggestion = CallValue<'tester.suggest'>['suggestions'][number];
const suggestion = (selector: string, value: string, kind: Suggestion['kind'], matches = 1): Suggestion => ({
  language: 'css',
  selector,
  matches,
  value,
  kind,
  why: 'It is.',
  family: 'class',
  survival: null,
  pages: [],
});

const described: CallValue<'tester.suggest'> = {
  element: {
    element: 7,
    tag: 'a',
    attributes: [{ name: 'href', value: '/item/1' }],
    text: 'Lamp',
    ancestors: [
      { element: 0, label: 'html' },
      { element: 7, label: 'a.name' },
    ],
  },
  suggestions: [
    suggestion('a.name::text', 'Lamp', 'text'),
    suggestion('a.name::attr(href)', '/item/1', 'attribute'),
    suggestion('.deck a::text', 'Lamp', 'list', 8),
  ],
  question: null,
  ...timing,
};

/** What asks for the menu of an element. */
function Asking({ back }: { back: () => void }) {
  const { menu, open } = useElementMenu(key, useAtHand(key), 'p1', back);
  return (
    <>
      <button type="button" onClick={() => void open(7, { left: 10, top: 20 })}>
        Ask
      </button>
      {menu}
    </>
  );
}

async function ask(): Promise<() => void> {
  const back = vi.fn<() => void>();
  setClient(
    createFakeClient({
      'pages.list': () => [savedPage],
      'tester.suggest': () => described,
      'tester.links': () =>
        ({
          links: [
            { url, text: 'Lamp', element: 7, rule: null, decision: 'dropped', reason: null, callback: null },
          ],
          total: 1,
          ...timing,
        }) as never,
    }),
  );
  openDocument(key, text);
  render(<Asking back={back} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  await screen.findByRole('menu', { name: 'a.name' });
  return back;
}

const written = () => JSON.parse(getDocument(key)?.text ?? '{}') as Record<string, unknown>;
const fields = () =>
  Object.values((written()['callbacks'] as { parse_page: { extract: object } }).parse_page.extract);

afterEach(() => useDocuments.setState({ documents: {} }));

describe('the menu of an element', () => {
  it.each([
    ['Take the text “Lamp”', [{ css: 'a.name::text' }]],
    ['Take all 8 like it', [{ css: '.deck a::text', get_all: true }]],
  ])('takes what is chosen as a new field: %s', async (name, expected) => {
    const back = await ask();
    await userEvent.click(screen.getByRole('menuitem', { name }));
    await waitFor(() => expect(fields()).toEqual(expected));
    expect(screen.queryByRole('menu')).toBeNull();
    expect(back).toHaveBeenCalledOnce();
  });

  it('takes an attribute, by the keyboard', async () => {
    await ask();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'href: /item/1' }));
    await waitFor(() => expect(fields()).toMatchObject([{ css: 'a.name::attr(href)' }]));
  });

  it('decides about the links like the one that the element is in', async () => {
    await ask();
    expect(screen.getByText('Link to /item/1')).toBeDefined();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Make it the next page' }));
    await waitFor(() =>
      expect(written()['rules']).toEqual([
        { allow: [String.raw`^https://harbour\.example/item/\d+$`], callback: 'parse_page' },
      ]),
    );
  });

  it('leaves nothing out while no field is in hand, and goes by Escape', async () => {
    const back = await ask();
    const entry = screen.getByRole('menuitem', { name: 'Leave it out of the field in hand' });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(back).toHaveBeenCalledOnce();
  });
});
