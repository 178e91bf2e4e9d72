import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getDocument, useDocuments } from '../../../../renderer/spider-document/document.ts';
import { FormPane } from '../../../../renderer/features/author/form/form-pane.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';

const key = { project: 'default', spider: 'shop' };
const rule = () => JSON.parse(getDocument(key)?.text ?? '').rules[0];

beforeEach(() => setClient(createFakeClient()));
afterEach(() => useDocuments.setState({ documents: {} }));

it('says how the next page of a JSON answer is asked for', async () => {
  const user = userEvent.setup();
  const before = { restrict_json: ['$.items[*]'], callback: 'parse_article' };
  openDocument(key, JSON.stringify({ name: 'shop', rules: [before] }, null, 2));
  render(
    <TooltipProvider>
      <FormPane {...key} />
    </TooltipProvider>,
  );
  await user.click(screen.getByRole('tab', { name: /Rules/ }));
  const next = screen.getByLabelText('These places say how the next page is asked for');
  await user.click(next);
  for (const [label, value] of [
    ['Parameter', 'offset'],
    ['Added to its number', '20'],
    ['Last number', '400'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  expect(rule().next_query).toEqual({ name: 'offset', add: 20, to: 400 });
  await user.selectOptions(screen.getByLabelText('Where it is'), 'In the body that is sent');
  expect(rule().next_query).toEqual({ name: 'offset', add: 20, to: 400, in: 'body' });
  await user.click(next);
  expect(rule()).toEqual(before);
});
