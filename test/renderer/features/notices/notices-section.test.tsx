import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { NoticeDialogs } from '../../../../renderer/features/notices/channel-dialog-host.tsx';
import { NoticesSection } from '../../../../renderer/features/notices/notices-section.tsx';
import { closeChannel } from '../../../../renderer/features/notices/notices-store.ts';
import type { NoticeChannel, NoticeSettings } from '../../../../shared/contract/types.ts';
import { setClient } from '../../../../renderer/state/client.ts';
import { useToasts } from '../../../../renderer/state/toasts.ts';
import { Questions } from '../../../../renderer/workbench/questions.tsx';
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx';
import { createFakeClient, failing, type FakeAnswers } from '../../fake-client.ts';

const settings: NoticeSettings = {
  digestAt: '07:00',
  zone: 'Europe/Berlin',
  ownZone: true,
  on: {
    failed: true,
    tooFewItems: true,
    drop: true,
    blocked: true,
    breached: true,
    paused: true,
    dead: true,
    skipped: true,
  },
  quietNights: false,
};
const channel: NoticeChannel = {
  id: '4',
  kind: 'webhook',
  target: { url: 'https://hooks.example.org/', allowPrivate: false },
  timing: 'digest',
  enabled: true,
  createdAt: '2026-11-01T00:00:00Z',
  lastSentAt: null,
  lastProblem: 'The address answered 500.',
};

function show(channels: readonly NoticeChannel[], answers: FakeAnswers = {}) {
  const client = createFakeClient({
    'notices.channels': () => ({ channels: [...channels], settings }),
    'notices.configure': () => settings,
    'notices.addChannel': () => channel,
    'notices.updateChannel': () => channel,
    'notices.removeChannel': () => channel,
    ...answers,
  });
  setClient(client);
  render(
    <TooltipProvider>
      <>
        <NoticesSection />
        <NoticeDialogs />
        <Questions />
      </>
    </TooltipProvider>,
  );
  const argsOf = (name: string) => client.made.filter((made) => made.name === name).map(({ args }) => args);
  return { argsOf };
}

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  closeChannel();
});

describe('the settings of notices', () => {
  it('say that nobody is told, and add a webhook', async () => {
    const { argsOf } = show([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Add a channel…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a channel for notices' });
    const add = within(dialog).getByRole('button', { name: 'Add' });
    fireEvent.click(add);
    expect((await within(dialog).findByRole('alert')).textContent).toBe('A webhook needs an address.');
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Address' }), {
      target: { value: ' https://hooks.example.org/ ' },
    });
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'When' }), { target: { value: 'each' } });
    fireEvent.click(add);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(argsOf('notices.addChannel')).toEqual([
      {
        kind: 'webhook',
        target: { url: 'https://hooks.example.org/', allowPrivate: false },
        timing: 'each',
      },
    ]);
  });

  it('add a command in its parts, and tell why one is refused', async () => {
    const { argsOf } = show([], {
      'notices.addChannel': () => failing('bad-channel', 'The program was not found.'),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add a channel…' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('radio', { name: /^Command/u }));
    const command = within(dialog).getByRole('textbox', { name: 'Command' });
    fireEvent.change(command, { target: { value: 'mail -s "a night' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('A quotation mark is not closed.');
    fireEvent.change(command, { target: { value: 'mail -s "a night"' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('The program was not found.');
    expect(argsOf('notices.addChannel')).toEqual([
      { kind: 'command', target: { command: ['mail', '-s', 'a night'] }, timing: 'digest' },
    ]);
  });

  it('show a channel with what went wrong, switch it off and remove it', async () => {
    const { argsOf } = show([channel]);
    await screen.findByText('The address answered 500.');
    fireEvent.click(screen.getByRole('switch', { name: /^Use Webhook/u }));
    fireEvent.click(screen.getByRole('button', { name: /^Remove Webhook/u }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(argsOf('notices.removeChannel')).toEqual([{ channel: '4' }]));
    expect(argsOf('notices.updateChannel')).toEqual([{ channel: '4', enabled: false }]);
  });

  it.each([
    [{ sent: true, problem: null }, 'The test notice was sent'],
    [{ sent: false, problem: 'It answered 500.' }, 'The test notice was not sent'],
  ])('test a channel, and tell what came of it: %j', async (result, told) => {
    const { argsOf } = show([channel], { 'notices.test': () => result });
    fireEvent.click(await screen.findByRole('button', { name: /^Test Webhook/u }));
    await waitFor(() => expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual([told]));
    expect(argsOf('notices.test')).toEqual([{ channel: '4' }]);
  });

  it('change what is told, when, and in which zone', async () => {
    const { argsOf } = show([channel]);
    fireEvent.click(await screen.findByRole('switch', { name: 'Drop' }));
    fireEvent.blur(screen.getByLabelText('Time'), { target: { value: '06:30' } });
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    fireEvent.change(zone, { target: { value: 'Asia/Tokyo' } });
    fireEvent.keyDown(zone, { key: 'Enter' });
    await waitFor(() => expect(argsOf('notices.configure')).toHaveLength(3));
    expect(argsOf('notices.configure')).toEqual([
      { on: { drop: false } },
      { digestAt: '06:30' },
      { zone: 'Asia/Tokyo' },
    ]);
  });
});
