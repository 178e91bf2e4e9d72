/** The channels between a window's preload script and the main process. There are no others. */
export const channels = {
  /** window → main: (document, connection). Opens a connection to the host. */
  open: 'host:open',
  /** Both ways: (document, connection, frame). To main as JSON, so that its length is known before it is read. */
  frame: 'host:frame',
  /** Both ways: (document, connection). */
  close: 'host:close',
  /** window → main, answered: (suggested name) → path or null. */
  choosePath: 'shell:choose-path',
  /** window → main, answered: (folder to begin at, or '') → path or null. */
  chooseFolder: 'shell:choose-folder',
  /** main → window: (hash). Shows a place of the window. */
  show: 'shell:show',
  /** main → window: (id). Runs a command of the window. */
  command: 'shell:command',
} as const;
