import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { Desktop } from './desktop.ts';
import { isExternal } from './external.ts';

/**
 * Opens a menu where the person asks for one, with the secondary button or the key for it: what can be done with text, and with
 * the address of a link. Where the page has a menu of its own, this is not heard.
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

/** What is offered at a place of the page; nothing where there is nothing to do. */
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
    // Places of the window have addresses that mean nothing elsewhere.
    ...(isExternal(linkURL) ? [{ label: 'Copy Link', click: () => copy(linkURL) }] : []),
    ...(selectionText.trim() === '' ? [] : [{ role: 'copy' as const }]),
  ];
}
