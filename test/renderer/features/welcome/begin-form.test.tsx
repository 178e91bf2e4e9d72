import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BeginForm } from '../../../../renderer/features/welcome/begin-form.tsx';
import { setClient } from '../../../../renderer/state/client.ts';
import type { CallValue } from '../../../../shared/contract/index.ts';
import { createFakeClient, failing, FakeFailure, type FakeClient } from '../../fake-client.ts';
import { begun, stateOf, states } from '../proposals.ts';

type Answer = CallValue<'spiders.begin'> | FakeFailure;

const nothing = stateOf('nothing', 'There is nothing to take here.', null);
const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of a page' });
const readButton = () => screen.getByRole('button', { name: 'Read the page' });

/** The form, where the host gives these answers in turn. */
function show(...answers: (Answer | Promise<Answer>)[]): FakeClient {
  const left = [...answers];
  const client = createFakeClient({ 'spiders.begin': () => left.shift() ?? begun(nothing, null) });
  setClient(client);
  render(<BeginForm project="default" />);
  return client;
}

/** What the host was asked to begin with, without the name of the operation. */
const asked = (client: FakeClient) =>
  client.made
    .filter(({ name }) => name === 'spiders.begin')
    .map(({ args }) => {
      const { operation, ...rest } = args as Record<string, unknown>;
      expect(operation).toEqual(expect.any(String));
      return rest;
    });

beforeEach(() => {
  location.hash = '#/welcome';
});

describe('the address that a spider begins with', () => {
  it('is read by the keyboard alone, and opens the spider that was made of it', async () => {
    const client = show(begun(nothing, 'deck'));
    expect(document.activeElement).toBe(address());
    await userEvent.keyboard('harbour.example/deck{Enter}');
    await waitFor(() => expect(location.hash).toBe('#/spider/default/deck/author'));
    expect(asked(client)).toEqual([{ project: 'default', allowPrivate: false, url: 'harbour.example/deck' }]);
  });

  it('is asked for where there is none', async () => {
    const client = show();
    address().blur();
    await userEvent.click(readButton());
    expect(document.activeElement).toBe(address());
    expect(asked(client)).toEqual([]);
  });

  it.each(['the button', 'Escape'])('stops being read by %s', async (by) => {
    const client = show(new Promise<Answer>(() => undefined), begun(nothing, null));
    await userEvent.keyboard('harbour.example{Enter}');
    expect(await screen.findByRole('status')).toHaveProperty('textContent', 'Fetching the page');
    expect(address().readOnly).toBe(true);
    client.emit('progress', { stage: 'pictures', percent: 40, message: '' } as never);
    await screen.findByText(/^Fetching its pictures, 40/u);
    if (by === 'Escape') await userEvent.keyboard('{Escape}');
    else await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(address().value).toBe('harbour.example');
    expect(screen.queryByRole('alert')).toBeNull();
    // It can be read again.
    await userEvent.click(readButton());
    await screen.findByRole('alert');
    expect(asked(client)).toHaveLength(2);
  });

  it('on this computer is read once that is allowed, and keeps the address', async () => {
    const error = { ...failing('fetch-failed', 'Blocked.').error, details: { reason: 'blocked-address' } };
    const client = show(new FakeFailure(error), begun(nothing, null));
    await userEvent.keyboard('127.0.0.1:8000{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Read it, the site is mine' }));
    expect((await screen.findByText(nothing.title)).textContent).toBe(nothing.title);
    // The button is gone; the keyboard is not.
    expect(document.activeElement).toBe(address());
    expect(address().value).toBe('127.0.0.1:8000');
    expect(asked(client).map(({ allowPrivate }) => allowPrivate)).toEqual([false, true]);
  });

  it('that fails says why, until it is changed', async () => {
    show(failing('fetch-failed', 'The site does not answer.', 'Check the address.'));
    await userEvent.keyboard('nowhere.example{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The site does not answer.');
    expect(alert.textContent).toContain('Check the address.');
    await userEvent.type(address(), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a page that no spider is made of', () => {
  it.each(states)('says what it is and has one next step: %s', async (kind, step) => {
    const state = stateOf(kind, `This page is ${kind}.`, step);
    const client = show(begun(state, null));
    const chosen = vi.fn<(this: HTMLInputElement) => void>();
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(chosen);
    await userEvent.keyboard('harbour.example/deck{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`This page is ${kind}.`);
    expect(alert.textContent).toContain(step.label);
    const steps = [...alert.querySelectorAll('button')];
    expect(steps).toHaveLength(step.action === 'none' ? 0 : 1);
    for (const button of steps) await userEvent.click(button);
    const [, second] = asked(client);
    const same = { project: 'default', allowPrivate: false, url: 'harbour.example/deck' };
    const expected = {
      render: { ...same, browser: true },
      use: { ...same, anyway: true },
      article: { ...same, anyway: true },
      open: { ...same, url: step.url },
      file: undefined,
      logins: undefined,
      none: undefined,
    };
    expect(second).toEqual(expected[step.action]);
    expect(chosen).toHaveBeenCalledTimes(step.action === 'file' ? 1 : 0);
    expect(location.hash === '#/settings?section=logins').toBe(step.action === 'logins');
    vi.restoreAllMocks();
  });
});
