import { describe, expect, it } from 'vitest';
import { contextMenu } from '../../../electron/shell/context-menu.ts';
import { start } from './open-shell.ts';

const all = {
  canUndo: true,
  canRedo: true,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};
const nothing = { editFlags: all, isEditable: false, linkURL: '', selectionText: '' };
const names = (about: object, platform: NodeJS.Platform = 'win32') =>
  contextMenu({ ...nothing, ...about }, platform, () => undefined)
    .map(({ type, role, label }) => (type === 'separator' ? '-' : (role ?? label)))
    .join(' ');

describe('the menu at a place of the page', () => {
  it.each([
    ['a text field', { isEditable: true }, 'undo redo - cut copy paste delete - selectAll'],
    ['a selected text', { selectionText: 'Lamp' }, 'copy'],
    ['a selected space', { selectionText: ' \n' }, ''],
    ['a link of the web', { linkURL: 'https://example.org/a' }, 'Copy Link'],
    ['a link inside the window', { linkURL: 'app://bundle/#/runs' }, ''],
    ['a text in a link', { linkURL: 'http://example.org/', selectionText: 'a' }, 'Copy Link copy'],
    ['nothing', {}, ''],
  ])('of %s', (_what, about, expected) => expect(names(about)).toBe(expected));

  it('has on macOS what a text field has there', () => {
    expect(names({ isEditable: true }, 'darwin')).toBe(
      'undo redo - cut copy paste pasteAndMatchStyle - selectAll',
    );
  });

  it('offers only what can be done', () => {
    const editFlags = { ...all, canUndo: false, canPaste: false };
    const items = contextMenu({ ...nothing, isEditable: true, editFlags }, 'linux', () => undefined);
    const disabled = items.filter(({ enabled }) => enabled === false).map(({ role }) => role);
    expect(disabled).toEqual(['undo', 'paste']);
  });

  it('opens in the window that was asked, and copies the address', async () => {
    const { windows, popups, copied } = await start();
    const frame = {};
    windows[0]?.emit(
      'context-menu',
      {},
      {
        ...nothing,
        linkURL: 'https://example.org/a',
        frame,
        menuSourceType: 'keyboard',
      },
    );
    windows[0]?.emit('context-menu', {}, { ...nothing, frame, menuSourceType: 'mouse' });
    expect(popups).toHaveLength(1);
    expect(popups[0]?.where).toEqual({ window: windows[0]?.window, frame, sourceType: 'keyboard' });
    (popups[0]?.template[0]?.click as (() => void) | undefined)?.();
    expect(copied).toEqual(['https://example.org/a']);
  });
});
