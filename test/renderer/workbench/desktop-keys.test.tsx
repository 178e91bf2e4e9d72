import { fireEvent } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keysOf } from '../../../renderer/commands/keymap.ts';
import { findCommand, registerCommands } from '../../../renderer/commands/registry.ts';
import { listenForShortcuts, runFromMenu } from '../../../renderer/commands/shortcuts.ts';
import { pinTab, tabKey, useOpenTabs, visit } from '../../../renderer/navigation/open-tabs.ts';
import { getLocation, navigate } from '../../../renderer/navigation/router.ts';

// Whether there is a desktop is asked once, when the window is loaded.
const { close } = vi.hoisted(() => {
  const hoisted = { close: vi.fn<() => void>() };
  Object.assign(window, { spiderStudio: {}, close: hoisted.close });
  return hoisted;
});
const { windowCommands } = await import('../../../renderer/workbench/window-commands.ts');

const go = (hash: string) => {
  navigate(hash);
  visit(getLocation());
  pinTab(tabKey(getLocation()));
};
const keys = () => useOpenTabs.getState().tabs.map((tab) => tab.key);
const pressModW = () => fireEvent.keyDown(document.body, { key: 'w', code: 'KeyW', ctrlKey: true });

describe('the desktop window', () => {
  const ends: (() => void)[] = [];
  beforeAll(() => void ends.push(listenForShortcuts(), registerCommands(windowCommands)));
  afterAll(() => ends.forEach((end) => end()));
  beforeEach(() => {
    close.mockReset();
    useOpenTabs.setState({ tabs: [] });
    document.body.innerHTML = '';
  });

  it('closes a tab with the keys that close the tab of a browser', () => {
    go('#/run/1');
    go('#/run/2');
    expect(pressModW()).toBe(false);
    expect(keys()).toEqual(['run/1']);
    expect(close).not.toHaveBeenCalled();
  });

  it('shows the welcome page where the last tab was closed, and then closes itself', () => {
    go('#/run/1');
    pressModW();
    visit(getLocation());
    expect(keys()).toEqual(['welcome']);
    expect(close).not.toHaveBeenCalled();
    pressModW();
    expect(close).toHaveBeenCalledOnce();
  });

  it('closes a tab from the menu, but none behind a dialog', () => {
    go('#/run/1');
    go('#/run/2');
    document.body.innerHTML = '<div role="dialog"><button>Cancel</button></div>';
    document.querySelector('button')?.focus();
    runFromMenu('window.close-tab');
    expect(keys()).toHaveLength(2);
    document.querySelector('button')?.blur();
    runFromMenu('window.close-tab');
    runFromMenu('unknown');
    expect(keys()).toEqual(['run/1']);
  });

  it('offers the keys where they can be changed', () => {
    const command = findCommand('window.close-tab');
    expect(command && keysOf(command, {})).toEqual(['Mod+W']);
  });
});
