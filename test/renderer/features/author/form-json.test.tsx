import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { FormPane } from '../../../../renderer/features/author/form/form-pane.tsx';
import { getDocument } from '../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';
import { roomy } from '../../../shared/spider/texts.ts';

it.each([
  ['BROWSER_ACTIONS', { click: '.more' }, { press: 'Enter' }],
  ['PAGINATED_LISTINGS', { url: 'https://example.org/', next_selector: 'a' }, { next_selector: 'b' }],
])('the form edits %s as JSON', async (name, before, after) => {
  const key = { project: 'default', spider: name };
  setClient(createFakeClient());
  openDocument(
    key,
    roomy.replace('"DOWNLOAD_DELAY"', `"${name}": ${JSON.stringify([before])}, "DOWNLOAD_DELAY"`),
    { problems: [] },
  );
  render(
    <TooltipProvider>
      <FormPane {...key} />
    </TooltipProvider>,
  );
  await userEvent.click(screen.getByRole('tab', { name: /Settings/ }));
  const list = screen.getByLabelText<HTMLTextAreaElement>(name);
  expect(list.value).toBe(JSON.stringify([before], null, 2));
  fireEvent.change(list, { target: { value: JSON.stringify([after]) } });
  fireEvent.blur(list);
  expect(JSON.parse(getDocument(key)?.text ?? '').settings[name]).toEqual([after]);
});
