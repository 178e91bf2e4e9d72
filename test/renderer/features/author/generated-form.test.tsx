import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { FormPane } from '../../../../renderer/features/author/form/form-pane.tsx';
import { getDocument } from '../../../../renderer/spider-document/document.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { roomy } from '../../../shared/spider/texts.ts';
import { createFakeClient } from '../../fake-client.ts';
import { openDocument } from '../../open-document.ts';

const key = { project: 'default', spider: 'shop' };

it('generated URLs send a form, and nothing again', async () => {
  const user = userEvent.setup();
  const text = () => getDocument(key)?.text ?? '';
  setClient(createFakeClient());
  const before = roomy.replace(
    '"DOWNLOAD_DELAY"',
    '"GENERATED_URLS": [{ "template": "https://example.org/" }], $&',
  );
  openDocument(key, before, {});
  render(
    <TooltipProvider>
      <FormPane {...key} />
    </TooltipProvider>,
  );
  await user.click(screen.getByRole('tab', { name: /Settings/ }));
  const generated = within(screen.getByRole('group', { name: 'Template 1' }));
  const sends = generated.getByLabelText<HTMLSelectElement>('Sends');
  await user.selectOptions(sends, 'A form, by POST');
  fireEvent.change(generated.getByLabelText('Value of q'), { target: { value: 'page {p}' } });
  expect(JSON.parse(text()).settings.GENERATED_URLS[0]).toMatchObject({
    method: 'POST',
    formdata: { q: 'page {p}' },
  });
  // A name in braces of the form is one of the template.
  expect(generated.getByRole('group', { name: 'Values of p' })).toBeDefined();
  await user.click(generated.getByRole('button', { name: 'Remove q' }));
  expect(sends.selectedOptions[0]?.text).toBe('A form, by POST');
  await user.selectOptions(sends, 'Nothing');
  expect(text()).toBe(before);
});
