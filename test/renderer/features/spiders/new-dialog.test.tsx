import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { NewSpiderDialog } from '../../../../renderer/features/spiders/new-dialog.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient } from '../../fake-client.ts';

const template = (name: string, isSample: boolean) => ({
  name,
  title: name,
  description: `What ${name} is for.`,
  text: JSON.stringify({ name, allowed_domains: ['example.org'], start_urls: ['https://example.org/'] }),
  isSample,
  rows: isSample ? [] : [[{ field: 'price', value: `${name} 12.50` }]],
});

function open(chosen: string | null) {
  const client = createFakeClient({
    'spiders.templates': () => [
      template('empty', false),
      template('shop', false),
      template('sample-api', true),
      template('sample-rows', true),
    ],
    'spiders.list': () => [],
    'projects.list': () => [],
    'spiders.save': () => new Promise(() => undefined),
  });
  setClient(client);
  render(
    <TooltipProvider>
      <NewSpiderDialog project="default" template={chosen} />
    </TooltipProvider>,
  );
  return client;
}

const isOpen = (summary: HTMLElement): boolean => summary.closest('details')?.open === true;

it('offers a few templates, and the spiders of the sample site on demand', async () => {
  const client = open(null);
  const samples = await screen.findByText('2 spiders of the sample site');
  expect(isOpen(samples)).toBe(false);
  expect(screen.getByRole('radio', { name: /^empty/u })).toHaveProperty('checked', true);
  expect(screen.getByRole('region', { name: 'What it takes from its example page' }).textContent).toContain(
    'priceempty 12.50',
  );
  const radio = screen.getByRole('radio', { name: /^empty/u });
  radio.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('What shop is for.');
  await userEvent.click(samples);
  await userEvent.click(screen.getByRole('radio', { name: /^sample-rows/u }));
  expect(isOpen(samples)).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  const [saved] = client.made.filter(({ name }) => name === 'spiders.save');
  expect(JSON.stringify(saved?.args)).toContain('my-spider');
});

it('shows them where one is asked for', async () => {
  open('sample-api');
  expect(isOpen(await screen.findByText('2 spiders of the sample site'))).toBe(true);
  expect(screen.getByRole('radio', { name: /^sample-api/u })).toHaveProperty('checked', true);
});
