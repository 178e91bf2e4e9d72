import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ExplainPanel } from '../../../../renderer/features/author/explain-panel.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient } from '../../fake-client.ts';

it('names the rule of a step once', async () => {
  const message = 'Rule 0: allow pattern "/p/" accepts it.';
  setClient(
    createFakeClient({
      'spiders.explain': () => ({
        url: 'https://example.org/p/1',
        decision: 'extract',
        rule: 0,
        pattern: '/p/',
        reason: 'A rule accepts it.',
        steps: [{ rule: 0, kind: 'allow', pattern: '/p/', matched: true, message }],
      }),
    }),
  );
  render(
    <TooltipProvider>
      <ExplainPanel project="default" spider="shop" />
    </TooltipProvider>,
  );
  await userEvent.type(screen.getByRole('searchbox', { name: 'URL' }), 'https://example.org/p/1');
  const step = await screen.findByRole('listitem');
  expect(step.textContent).toBe(message);
});
