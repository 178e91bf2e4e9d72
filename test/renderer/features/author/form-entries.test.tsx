import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { FormPane } from '../../../../renderer/features/author/form/form-pane.tsx';
import { getDocument } from '../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';
import { validateSpider } from '../../../../shared/spider/validate.ts';
import { roomy } from '../../../shared/spider/texts.ts';

const key = { project: 'default', spider: 'boats' };
beforeEach(() => setClient(createFakeClient()));

/** Opens the settings of a spider that has this value. @returns the value as the text has it now */
async function open(name: string, value: unknown): Promise<() => unknown> {
  const written = value === undefined ? '' : `"${name}": ${JSON.stringify(value)}, `;
  const text = roomy.replace('"DOWNLOAD_DELAY"', `${written}"DOWNLOAD_DELAY"`);
  const problems = validateSpider(text).problems.map((problem) => ({ ...problem, fixes: [] }));
  openDocument(key, text, { problems });
  render(
    <TooltipProvider>
      <FormPane {...key} />
    </TooltipProvider>,
  );
  await userEvent.click(screen.getByRole('tab', { name: /Settings/ }));
  return () => {
    const now: unknown = JSON.parse(getDocument(key)?.text ?? '');
    return Reflect.get(Object(Reflect.get(Object(now), 'settings')), name);
  };
}

const entry = (name: string) => within(screen.getByRole('group', { name }));

describe('actions in the form', () => {
  const actions = (value: unknown) => open('BROWSER_ACTIONS', value);

  it('are added, written, moved and removed by keyboard', async () => {
    const now = await actions(undefined);
    screen.getByRole('button', { name: 'Add an action' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(now()).toEqual([{ click: '' }]);
    const kind = entry('Action 1').getByRole('combobox', { name: 'Kind of action' });
    expect(document.activeElement).toBe(kind);
    await userEvent.selectOptions(kind, 'Dismiss');
    await userEvent.tab();
    await userEvent.keyboard('#agree');
    screen.getByRole('button', { name: 'Add an action' }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    await userEvent.keyboard('.more');
    expect(now()).toEqual([{ dismiss: '#agree' }, { click: '.more' }]);
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(now()).toEqual([{ click: '.more' }, { dismiss: '#agree' }]);
    expect(document.activeElement).toBe(entry('Action 1').getByRole('combobox', { name: 'Kind of action' }));
    screen.getByRole('button', { name: 'Remove action 1' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(now()).toEqual([{ dismiss: '#agree' }]);
    screen.getByRole('button', { name: 'Remove action 1' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(now()).toBeUndefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add an action' }));
  });

  it('have the fields of their kind', async () => {
    const now = await actions([{ click: '.more' }, { press: 'Enter' }]);
    const first = entry('Action 1');
    await userEvent.selectOptions(first.getByRole('combobox', { name: 'Until' }), 'it is gone');
    expect(first.getByRole('textbox', { name: 'Times' })).toHaveProperty('placeholder', '20');
    await userEvent.type(first.getByRole('textbox', { name: 'Times' }), '50');
    await userEvent.type(first.getByRole('textbox', { name: 'Seconds after each' }), '2');
    await userEvent.click(first.getByRole('button', { name: /^Add\s*a pattern$/u }));
    await userEvent.type(first.getByRole('textbox', { name: 'pattern 1' }), '/list$');
    await userEvent.click(first.getByRole('checkbox', { name: 'The page fails where this cannot be done' }));
    const second = entry('Action 2');
    expect(second.queryByRole('textbox', { name: 'Times' })).toBeNull();
    await userEvent.selectOptions(second.getByRole('combobox', { name: 'Key' }), 'Tab');
    expect(now()).toEqual([
      { click: '.more', until: 'gone', times: 50, wait: 2, on: ['/list$'], required: true },
      { press: 'Tab' },
    ]);
  });

  it.each([
    [{ click: '.a', until: 'gone', on: ['x'] }, 'Dismiss', { dismiss: '.a', on: ['x'] }],
    [{ click: '.a', times: 2 }, 'Fill', { fill: '.a', value: '' }],
    [{ fill: '.a', value: 'rope' }, 'Press', { press: 'Enter' }],
    [{ press: 'Tab', required: true }, 'Wait for', { wait_for: '', required: true }],
    [{ click: '.a', times: 2, wait: 3 }, 'Scroll', { scroll: 'end', times: 2, wait: 3 }],
  ])('keep of %j what %s has, too', async (before, kind, after) => {
    const now = await actions([before]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of action' }), kind);
    expect(now()).toEqual([after]);
  });
});

it('lists that are paged through are added, filled in and moved', async () => {
  const now = await open('PAGINATED_LISTINGS', [{ url: 'https://example.org/a', next_selector: '.next' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Add a list' }));
  const added = entry('List 2');
  expect(document.activeElement).toBe(added.getByRole('textbox', { name: 'URL' }));
  await userEvent.clear(added.getByRole('textbox', { name: 'URL' }));
  for (const [name, text] of [
    ['URL', 'https://example.org/b'],
    ['Next button', '.forth'],
    ['Links', '.boat a'],
    ['Wait for', '.boat'],
    ['Most pages', '20'],
    ['Seconds after a click', '2'],
  ] as const) {
    await userEvent.type(added.getByRole('textbox', { name }), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Move list 2 up' }));
  expect(now()).toEqual([
    {
      url: 'https://example.org/b',
      next_selector: '.forth',
      link_selector: '.boat a',
      wait_selector: '.boat',
      max_pages: 20,
      click_delay: 2,
    },
    { url: 'https://example.org/a', next_selector: '.next' },
  ]);
});

describe('what the controls cannot show', () => {
  it.each<[string, unknown]>([
    ['BROWSER_ACTIONS', { click: '.a' }],
    ['PAGINATED_LISTINGS', 'https://example.org/'],
  ])('of %s %j is JSON, and is not lost', async (name, value) => {
    const now = await open(name, value);
    const written = screen.getByRole<HTMLTextAreaElement>('textbox', { name });
    expect(JSON.parse(written.value)).toEqual(value);
    expect(now()).toEqual(value);
    fireEvent.change(written, { target: { value: '[]' } });
    fireEvent.blur(written);
    expect(now()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['BROWSER_ACTIONS', { click: '.a', fill: '.b', value: 'x' }],
    ['BROWSER_ACTIONS', { click: '.a', double: true }],
    ['BROWSER_ACTIONS', { click: '.a', on: '/list$' }],
    ['BROWSER_ACTIONS', { click: ['.a'] }],
    ['BROWSER_ACTIONS', '.a'],
    ['PAGINATED_LISTINGS', { url: 'https://example.org/', next_selector: 'a', depth: 2 }],
    ['PAGINATED_LISTINGS', { url: ['https://example.org/'], next_selector: 'a' }],
  ])('of an entry of %s, as %j, is JSON beside its like', async (name, value) => {
    const like =
      name === 'BROWSER_ACTIONS' ? { click: '.b' } : { url: 'https://example.org/', next_selector: 'b' };
    const now = await open(name, [value, like]);
    const written = screen.getByRole<HTMLTextAreaElement>('textbox', { name: `JSON of /settings/${name}/0` });
    expect(JSON.parse(written.value)).toEqual(value);
    const noun = name === 'BROWSER_ACTIONS' ? 'action' : 'list';
    await userEvent.click(screen.getByRole('button', { name: `Move ${noun} 1 down` }));
    expect(now()).toEqual([like, value]);
    const moved = screen.getByRole<HTMLTextAreaElement>('textbox', { name: `JSON of /settings/${name}/1` });
    fireEvent.change(moved, { target: { value: JSON.stringify(like) } });
    fireEvent.blur(moved);
    expect(now()).toEqual([like, like]);
    expect(screen.queryByRole('textbox', { name: /^JSON of/ })).toBeNull();
  });
});

it.each<[string, object, RegExp]>([
  ['BROWSER_ACTIONS', { click: 'a[' }, /^Invalid CSS selector 'a\['/],
  ['BROWSER_ACTIONS', { click: '.a', times: 0 }, /times/],
  ['BROWSER_ACTIONS', { dismiss: '.a', times: 2 }, /has times, which only click and scroll reads/],
  ['BROWSER_ACTIONS', { click: '.a', on: ['('] }, /^Invalid pattern/],
  ['BROWSER_ACTIONS', { click: '.a', double: true }, /double/],
  ['PAGINATED_LISTINGS', { url: 'https://example.org/', next_selector: 'a[' }, /^Invalid CSS selector/],
  ['PAGINATED_LISTINGS', { url: 'https://example.org/', next_selector: 'a', max_pages: 0 }, /max_pages/],
])('what is wrong with %s %j is told where it stands', async (name, value, message) => {
  await open(name, [value]);
  const box = entry(name === 'BROWSER_ACTIONS' ? 'Action 1' : 'List 1');
  expect(box.getByText(message, { selector: '.ui-field-error' })).toBeTruthy();
});
