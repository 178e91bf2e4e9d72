import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RetentionNotice } from '../../../../renderer/features/runs/retention-notice.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { createFakeClient } from '../../fake-client.ts';

const never = { pinnedAt: null, pagesDroppedAt: null, detailDroppedAt: null };

function show(gone: Partial<typeof never> | Record<string, string>): HTMLElement {
  setClient(createFakeClient({ 'runs.retention': () => ({ ...never, ...gone }) }));
  return render(<RetentionNotice run="7" />).container;
}

it('tells when the stored pages of a run have gone by rule, and leads to the rules', async () => {
  show({ pagesDroppedAt: '2026-11-20T03:00:00.000Z' });
  const title = await screen.findByText(/^A rule removed the stored pages of this run on /u);
  expect(title.textContent).toContain('2026');
  expect(screen.getByText(/Its items are kept\. They cannot be extracted again/u)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show the rules' }).getAttribute('href')).toBe('#/retention');
});

it('tells of the log as well', async () => {
  show({ pagesDroppedAt: '2026-11-20T03:00:00.000Z', detailDroppedAt: '2026-11-21T03:00:00.000Z' });
  const told = /A rule removed the log and the headers of this run on .+\. Its items are kept\./u;
  expect(await screen.findByText(told)).toBeDefined();
});

it('says nothing of a run that is whole', async () => {
  const container = show({});
  await Promise.resolve();
  expect(container.textContent).toBe('');
});
