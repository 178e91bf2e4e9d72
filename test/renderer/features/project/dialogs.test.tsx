import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ChangeDialog } from '../../../../renderer/features/project/change-dialog.tsx';
import { DefaultsDialog } from '../../../../renderer/features/project/defaults-dialog.tsx';
import { DefaultsSection } from '../../../../renderer/features/project/defaults-section.tsx';
import { ProjectDialogs } from '../../../../renderer/features/project/dialogs.tsx';
import { openProjectDialog, useProjectStore } from '../../../../renderer/features/project/project-store.ts';
import type { SpiderChange } from '../../../../shared/contract/types.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';

function show(dialog: React.ReactElement, answers: FakeAnswers) {
  const client = createFakeClient(answers);
  setClient(client);
  render(<TooltipProvider>{dialog}</TooltipProvider>);
  return client;
}

const toasts = () => useToasts.getState().toasts.map(({ title }) => title);

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  useProjectStore.setState(useProjectStore.getInitialState(), true);
});

describe('the defaults of a project', () => {
  const answers: FakeAnswers = {
    'projects.defaults': () => ({ settings: { DOWNLOAD_DELAY: 1.5 }, exports: { format: 'csv' } }),
    'projects.setDefaults': ({ settings, exports }) => ({ settings, exports }),
  };
  const open = (more: FakeAnswers = {}) => {
    openProjectDialog({ kind: 'defaults', project: 'shops' });
    return show(<DefaultsDialog project="shops" />, { ...answers, ...more });
  };
  const control = (name: string) => screen.findByRole('textbox', { name });
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

  it('are shown, changed, left open again, and saved as a whole', async () => {
    const client = open();
    expect((await control('DOWNLOAD_DELAY')).getAttribute('value')).toBe('1.5');
    expect((await control('CONCURRENT_REQUESTS')).getAttribute('placeholder')).toBe('8');
    fireEvent.change(await control('RETRY_HTTP_CODES'), { target: { value: '500, 503' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'ROBOTSTXT_OBEY' }), {
      target: { value: 'false' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Leave DOWNLOAD_DELAY open' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Format' }), { target: { value: 'jsonl' } });
    screen.getByText('2 settings set');
    fireEvent.click(save());
    await waitFor(() => expect(toasts()).toEqual(['The defaults of shops are saved']));
    expect(client.made.find(({ name }) => name === 'projects.setDefaults')?.args).toEqual({
      project: 'shops',
      settings: { RETRY_HTTP_CODES: [500, 503], ROBOTSTXT_OBEY: false },
      exports: { format: 'jsonl' },
    });
    expect(useProjectStore.getState().dialog).toBeNull();
  });

  it('are not saved with a value that the setting cannot have', async () => {
    open();
    fireEvent.change(await control('DOWNLOAD_DELAY'), { target: { value: 'slow' } });
    expect((await screen.findAllByRole('alert'))[0]?.textContent).toMatch(/number/u);
    expect(save().disabled).toBe(true);
  });

  it('tell what the host refuses', async () => {
    open({ 'projects.setDefaults': () => failing('bad-settings', 'A setting is unknown.') });
    await control('DOWNLOAD_DELAY');
    fireEvent.click(save());
    expect((await screen.findByRole('alert')).textContent).toBe('A setting is unknown.');
    expect(useProjectStore.getState().dialog).not.toBeNull();
  });
});

describe('the defaults of all projects', () => {
  const delay = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'DOWNLOAD_DELAY' });
  /** Whether the window asks before it is closed, while another screen is shown. */
  const asks = (): boolean => {
    cleanup();
    render(<ProjectDialogs />);
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    cleanup();
    return event.defaultPrevented;
  };

  const answers: FakeAnswers = {
    'app.defaults': () => ({ settings: { DOWNLOAD_DELAY: 2 }, exports: {} }),
    'app.setDefaults': ({ settings, exports }) => ({ settings, exports }),
  };

  it('keep unsaved edits while other screens are shown, until they are saved or discarded', async () => {
    show(<DefaultsSection />, answers);
    fireEvent.change(await delay(), { target: { value: '5' } });
    expect(screen.getByText('unsaved edits')).toBeTruthy();
    expect(asks()).toBe(true);
    show(<DefaultsSection />, answers);
    expect((await delay()).value).toBe('5');
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect((await delay()).value).toBe('2');
    expect(screen.queryByText('unsaved edits')).toBeNull();
    fireEvent.change(await delay(), { target: { value: '7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('unsaved edits')).toBeNull());
    expect((await delay()).value).toBe('7');
    expect(asks()).toBe(false);
  });

  it('are a section of the settings, saved as a whole', async () => {
    const client = show(<DefaultsSection />, answers);
    expect((await screen.findByRole('textbox', { name: 'DOWNLOAD_DELAY' })).getAttribute('value')).toBe('2');
    fireEvent.change(screen.getByRole('combobox', { name: 'Format' }), { target: { value: 'jsonl' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()).toEqual(['The defaults of all projects are saved']));
    expect(client.made.find(({ name }) => name === 'app.setDefaults')?.args).toEqual({
      settings: { DOWNLOAD_DELAY: 2 },
      exports: { format: 'jsonl' },
    });
  });

  it('tell what the host refuses', async () => {
    show(<DefaultsSection />, {
      ...answers,
      'app.setDefaults': () => failing('bad-settings', 'A setting is unknown.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toBe('A setting is unknown.');
    expect(toasts()).toEqual([]);
  });
});

describe('a change of many spiders', () => {
  const change = (spider: string, more: Partial<SpiderChange> = {}): SpiderChange => ({
    spider,
    changed: true,
    left: null,
    hasDraft: false,
    version: null,
    before: '',
    after: '',
    diff: '--- a\n+++ b\n@@ -1 +1 @@\n-"DOWNLOAD_DELAY": 0.25\n+"DOWNLOAD_DELAY": 2\n',
    settings: [{ key: 'DOWNLOAD_DELAY', before: 0.25, after: 2 }],
    replaced: [],
    mentions: [],
    problems: [],
    ...more,
  });
  const changes = [
    change('lamps'),
    change('chairs', { left: 'draft', hasDraft: true }),
    change('same', { changed: false, settings: [], diff: '' }),
  ];
  const open = (more: FakeAnswers = {}) => {
    openProjectDialog({ kind: 'change', project: 'shops', spiders: null });
    return show(<ChangeDialog project="shops" spiders={null} />, {
      'spiders.changeMany': ({ dryRun, spiders }) => ({
        written: !dryRun,
        changes: changes
          .filter(({ spider }) => spiders?.includes(spider) ?? true)
          .map((each) => ({ ...each, version: dryRun ? null : 2 })),
      }),
      ...more,
    });
  };
  const enter = (value: string) => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Setting' }), {
      target: { value: 'DOWNLOAD_DELAY' },
    });
    fireEvent.change(screen.getByRole('textbox', { name: 'DOWNLOAD_DELAY' }), { target: { value } });
  };

  it('asks for nothing until something is entered', () => {
    const client = open();
    screen.getByText(/^Choose what is to be changed/u);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
    expect(client.made).toEqual([]);
  });

  it('shows what becomes of each, and changes those that can be', async () => {
    const client = open();
    enter('2');
    await screen.findByText('1 of 3 spiders changes; 1 left because of unsaved edits');
    fireEvent.click(screen.getByRole('button', { name: 'Change 1 spider' }));
    await waitFor(() => expect(toasts()).toEqual(['1 spider changed']));
    const args = { project: 'shops', set: { DOWNLOAD_DELAY: 2 }, unset: [], drafts: 'leave' };
    expect(client.made.map((made) => made.args)).toEqual([
      { ...args, spiders: null, dryRun: true },
      { ...args, spiders: ['lamps'], dryRun: false },
    ]);
    expect(useProjectStore.getState().dialog).toBeNull();
  });

  it('leaves out what a person takes out, and all of them', async () => {
    open();
    enter('2');
    const all = await screen.findByRole('checkbox', { name: /^1 of 3 spiders/u });
    fireEvent.click(all);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change' }).disabled).toBe(true);
    fireEvent.click(all);
    screen.getByRole('button', { name: 'Change 1 spider' });
  });

  it('tells what the host refuses, of the preview and of the change', async () => {
    open({
      'spiders.changeMany': ({ dryRun }) =>
        dryRun ? { written: false, changes } : failing('stale-version', 'Saved elsewhere.', 'Look again.'),
    });
    enter('2');
    fireEvent.click(await screen.findByRole('button', { name: 'Change 1 spider' }));
    const footer = await screen.findByText('Saved elsewhere. Look again.');
    expect(within(footer).queryByRole('button')).toBeNull();
    expect(useProjectStore.getState().dialog).not.toBeNull();
  });
});
