import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useOpenTabs, visit } from '../../../renderer/navigation/open-tabs.ts';
import { getLocation, navigate } from '../../../renderer/navigation/router.ts';
import { setClient } from '../../../renderer/state/client.ts';
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx';
import { TabStrip } from '../../../renderer/workbench/tab-strip.tsx';
import { createFakeClient } from '../fake-client.ts';
import { run } from '../features/runs/samples.ts';

const look = (hash: string) =>
  act(() => {
    navigate(hash);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    visit(getLocation());
  });

beforeEach(() => {
  useOpenTabs.setState({ tabs: [] });
  setClient(
    createFakeClient({
      'runs.get': ({ run: id }) =>
        run({ id, spider: 'city-news', state: id === '6' ? 'failed' : 'completed' }),
    }),
  );
});

describe('the tabs', () => {
  const open = () =>
    render(
      <TooltipProvider>
        <TabStrip />
      </TooltipProvider>,
    );

  it('say which spider the run is of, and how a run stands that is not completed', async () => {
    open();
    look('#/run/5/requests');
    expect(await screen.findByRole('tab', { name: 'city-news · run 5' })).toBeDefined();
    look('#/run/6');
    expect(await screen.findByRole('tab', { name: /^city-news · run 6 ?Failed$/u })).toBeDefined();
  });

  it('show the next thing in the same place until one is kept by a double click', async () => {
    open();
    look('#/spider/default/shop/author');
    look('#/run/5');
    const tab = await screen.findByRole('tab', { name: 'city-news · run 5' });
    expect(screen.getAllByRole('tab')).toHaveLength(1);
    fireEvent.doubleClick(tab);
    look('#/spider/default/shop/author');
    await waitFor(() => expect(screen.getAllByRole('tab')).toHaveLength(2));
  });
});
