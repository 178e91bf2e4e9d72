import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { Desktop } from './desktop.ts';
import { isExternal } from './external.ts';

/**
 * Opens a context menu on the secondary button or the menu key, with what can be done with text and links. Where the page
 * has a menu of its own, Electron sends no event.
 */
export function offerContextMenus({ electron, platform, onFault }: Desktop): void {
  const { app, menu, clipboard, windowOf } = electron;
  const copy = (text: string): void =>
    void clipboard.writeText(text).catch((error: unknown) => onFault('copying', error));
  app.on('web-contents-created', (_event, contents) =>
    contents.on('context-menu', (_press, params) => {
      const window = windowOf(contents);
      const template = contextMenu(params, platform, copy);
      if (window === null || template.length === 0) return;
      const { frame, menuSourceType } = params;
      menu.buildFromTemplate(template).popup({
        window,
        ...(frame !== null && { frame }),
        sourceType: menuSourceType,
      });
    }),
  );
}

type About = Pick<ContextMenuParams, 'editFlags' | 'isEditable' | 'linkURL' | 'selectionText'>;

/** The menu for a place of the page; empty if there is nothing to do. */
export function contextMenu(
  { editFlags, isEditable, linkURL, selectionText }: About,
  platform: NodeJS.Platform,
  copy: (text: string) => void,
): MenuItemConstructorOptions[] {
  const line = { type: 'separator' as const };
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      line,
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      ...(platform === 'darwin'
        ? [{ role: 'pasteAndMatchStyle' as const, enabled: editFlags.canPaste }]
        : [{ role: 'delete' as const, enabled: editFlags.canDelete }]),
      line,
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return [
    // Addresses of the window itself mean nothing elsewhere.
    ...(isExternal(linkURL) ? [{ label: 'Copy Link', click: () => copy(linkURL) }] : []),
    ...(selectionText.trim() === '' ? [] : [{ role: 'copy' as const }]),
  ];
}
