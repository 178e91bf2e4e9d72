import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AddUrl } from '../../../../renderer/features/tester/add-url.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import type { Action } from '../../../../shared/contract/actions.ts';
import { createFakeClient, FakeFailure } from '../../fake-client.ts';

/** Adds a page where the host has no browser, and offers an action or none. */
async function addWithoutBrowser(action: Action | null): Promise<void> {
  const error = {
    code: 'no-browser',
    message: 'There is no browser.',
    hint: null,
    action,
    details: {},
  } as const;
  setClient(createFakeClient({ 'pages.addUrl': () => new FakeFailure(error) }));
  render(
    <TooltipProvider>
      <AddUrl
        spiderKey={{ project: 'default', spider: 'news' }}
        start={{ url: 'https://example.org/', spiderRenders: true, atOnce: false }}
        onClose={() => undefined}
      />
    </TooltipProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add the page' }));
  await screen.findByRole('button', { name: 'Add it without' });
}

const download = () => screen.queryByRole('button', { name: 'Download Chromium' });

it('offers a download where the host offers one', async () => {
  await addWithoutBrowser({ action: 'install-browser' });
  expect(download()).not.toBeNull();
});

it('offers no download where the host cannot make one', async () => {
  await addWithoutBrowser(null);
  expect(download()).toBeNull();
});
