import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getDocument, useDocuments, writeValue } from '../../../renderer/spider-document/document.ts';
import { discardEdits, keepMine, takeTheirDraft } from '../../../renderer/spider-document/drafts.ts';
import { followEdits } from '../../../renderer/spider-document/follow-edits.ts';
import { openDocument } from '../../../renderer/spider-document/opening.ts';
import { useHeldEdits } from '../../../renderer/spider-document/held-edits.ts';
import { useToasts } from '../../../renderer/state/toasts.ts';
import { sharedHost, type SharedHost } from './shared-host.ts';
import { roomy } from '../../shared/spider/texts.ts';

const key = { project: 'default', spider: 'shop' };
const mine = roomy.replace('0.5', '1.5');
const theirs = roomy.replace('0.5', '9');

let host: SharedHost;
let end: () => void;

/** Opens the window, with the spider or on another screen. */
async function open({ shows = true } = {}): Promise<void> {
  end = followEdits();
  if (shows) await openDocument(key);
  await settle();
}

/** As by a reload: what the window knew is gone, its storage and the host are not. `isBack`: the host answers again. */
async function reload({ shows = true, isBack = false } = {}): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  end();
  useDocuments.setState({ documents: {} });
  if (isBack) host.client.become('open');
  await open({ shows });
}

const settle = () => vi.advanceTimersByTimeAsync(1000);
const type = (seconds: number) => writeValue(key, ['settings', 'DOWNLOAD_DELAY'], seconds, 'Type');
const text = () => getDocument(key)?.text;
const notices = () => getDocument(key)?.notices.map(({ kind }) => kind);

beforeEach(async () => {
  vi.useFakeTimers();
  host = sharedHost(key, roomy);
  await open();
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
  vi.useRealTimers();
  useDocuments.setState({ documents: {} });
  useToasts.getState().clear();
});

describe('two windows', () => {
  it('show the same edits, live, as long as only one of them types', async () => {
    host.edit(theirs);
    await settle();
    expect(text()).toBe(theirs);
    expect(notices()).toEqual([]);
    // Then this one goes on where the other one was.
    type(1.5);
    await settle();
    expect(host.draft?.text).toBe(mine);
    host.edit(roomy.replace('0.5', '2'));
    await settle();
    expect(text()).toContain('2');
    expect(host.draft?.text).toBe(text());
  });

  it('show that the other one has saved or discarded: no edits are left over', async () => {
    type(1.5);
    await settle();
    expect(host.draft?.text).toBe(mine);
    host.save(mine);
    await settle();
    expect(getDocument(key)).toMatchObject({ text: mine, base: { version: 2, text: mine }, draft: null });
    host.edit(theirs);
    await settle();
    host.draft = null;
    host.client.emit('spiders', { ...key, what: 'draft', version: null, by: 'another-window' });
    await settle();
    expect(getDocument(key)).toMatchObject({ text: mine, draft: null, notices: [] });
  });

  it('that type at the same time ask which edits to keep; until then both are kept', async () => {
    type(1.5);
    host.edit(theirs);
    await settle();
    expect(notices()).toEqual(['conflict']);
    expect(text()).toBe(mine);
    expect(host.draft?.text).toBe(theirs);
    type(1.75);
    await settle();
    expect(host.draft?.text).toBe(theirs);

    await reload();
    host.client.miss('spiders');
    await settle();
    expect(notices()).toContain('conflict');
    expect(text()).toBe(roomy.replace('0.5', '1.75'));
    expect(host.draft?.text).toBe(theirs);

    await keepMine(key);
    expect(notices()).not.toContain('conflict');
    expect(host.draft?.text).toBe(roomy.replace('0.5', '1.75'));
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    ['by choosing them', () => takeTheirDraft(key)],
    ['by discarding the own ones', () => void discardEdits(key)],
  ])('take the edits of the other one %s', async (_, choose) => {
    type(1.5);
    host.edit(theirs);
    await settle();
    choose();
    await settle();
    expect(text()).toBe(theirs);
    expect(notices()).toEqual([]);
    expect(host.draft?.text).toBe(theirs);
    expect(localStorage).toHaveLength(0);
  });

  it('do not take over edits that began from an older version', async () => {
    host.versions.push(roomy.replace('0.5', '3'));
    host.draft = { text: theirs, base: 1, revision: 'old', updatedAt: '' };
    host.client.emit('spiders', { ...key, what: 'saved', version: 2, by: 'another-window' });
    await settle();
    expect(text()).toBe(host.versions[1]);
    type(1.5);
    await settle();
    expect(notices()).toEqual(['conflict']);
    expect(host.draft.text).toBe(theirs);
  });
});

describe('edits while the host is away', () => {
  it('are kept in the browser, and stored when it is back, also as a new process', async () => {
    host.client.become('reconnecting');
    type(1.5);
    await settle();
    expect(host.draft).toBeNull();
    expect(getDocument(key)?.keptHere).not.toBeNull();
    expect(useHeldEdits.getState().held).toMatchObject([{ name: 'shop', inBrowser: true }]);
    host.client.become('open');
    host.client.miss('spiders');
    await settle();
    expect(host.draft?.text).toBe(mine);
    expect(getDocument(key)).toMatchObject({ keptHere: null, notices: [] });
    expect(useHeldEdits.getState().held).toEqual([]);
    expect(localStorage).toHaveLength(0);
  });

  it('are stored again where it is not known whether they were', async () => {
    host.failNext = 'connection-lost';
    type(1.5);
    await settle();
    expect(host.draft).toBeNull();
    host.client.become('reconnecting');
    host.client.become('open');
    await settle();
    expect(host.draft).toMatchObject({ text: mine });
  });

  it.each([
    ['and the spider is shown again', true],
    ['and another screen is shown', false],
  ])('outlive a reload of the window, %s', async (_, shows) => {
    host.client.become('reconnecting');
    type(1.5);
    // At once: no pause has passed.
    await reload({ shows, isBack: true });
    expect(text()).toBe(mine);
    expect(notices()).toEqual(['restored']);
    expect(host.draft?.text).toBe(mine);
    expect(localStorage).toHaveLength(0);
  });

  it('are stored where the spider was saved meanwhile, and the person is told', async () => {
    host.client.become('reconnecting');
    type(1.5);
    await settle();
    host.versions.push(theirs);
    await reload({ isBack: true });
    expect(text()).toBe(mine);
    expect(getDocument(key)).toMatchObject({ base: { version: 1, text: roomy } });
    expect(notices()).toEqual(['restored', 'newer']);
    expect(host.draft).toMatchObject({ text: mine, base: 1 });
  });

  it('ask which to keep where another window has edited meanwhile', async () => {
    host.client.become('reconnecting');
    type(1.5);
    await settle();
    host.draft = { text: theirs, base: 1, revision: 'other', updatedAt: '' };
    host.client.become('open');
    await settle();
    expect(notices()).toEqual(['conflict']);
    expect(text()).toBe(mine);
    expect(host.draft.text).toBe(theirs);
  });

  it.each(['while this window was open', 'while it was closed'])(
    'are handed to the person where the spider was deleted %s',
    async (when) => {
      host.client.become('reconnecting');
      type(1.5);
      await settle();
      host.isThere = false;
      if (when === 'while it was closed') await reload({ shows: false, isBack: true });
      else host.client.become('open');
      await settle();
      const { toasts } = useToasts.getState();
      expect(toasts).toMatchObject([
        { severity: 'error', title: '“shop” no longer exists, but has unsaved edits' },
      ]);
      expect(toasts[0]?.actions.map(({ label }) => label)).toEqual(['Download the edits', 'Discard them']);
      expect(JSON.stringify(localStorage)).toContain('1.5');
      toasts[0]?.actions[1]?.run();
      expect(localStorage).toHaveLength(0);
    },
  );

  it('are told as kept nowhere when the browser has no room, and closing the window asks', async () => {
    host.client.become('reconnecting');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    type(1.5);
    await settle();
    expect(notices()).toEqual(['draft-failed']);
    expect(useHeldEdits.getState().held).toMatchObject([{ name: 'shop', inBrowser: false }]);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    host.client.become('open');
    await settle();
    expect(notices()).toEqual([]);
    expect(host.draft?.text).toBe(mine);
  });

  it('of a window that is open are not taken over by another one', async () => {
    const kept = { ...key, text: theirs, base: 1, known: null, at: '2026-11-21T08:00:00.000Z' };
    localStorage.setItem('spider-studio.edits:other:default/shop', JSON.stringify(kept));
    const held = [{ name: 'spider-studio.window.other' }];
    vi.stubGlobal('navigator', {
      locks: { request: () => Promise.resolve(), query: () => Promise.resolve({ held }) },
    });
    await reload();
    expect(text()).toBe(roomy);
    held.pop();
    await reload();
    expect(text()).toBe(theirs);
    vi.unstubAllGlobals();
  });
});

it('stores edits again that the host could not take', async () => {
  host.failNext = 'disk-full';
  type(1.5);
  await settle();
  expect(notices()).toEqual(['draft-failed']);
  expect(JSON.stringify(localStorage)).toContain('1.5');
  type(1.75);
  await settle();
  expect(notices()).toEqual([]);
  expect(localStorage).toHaveLength(0);
});
