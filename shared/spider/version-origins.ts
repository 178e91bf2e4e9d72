/** What a version of a spider came by. */
export const versionOrigins = [
  'edit',
  'import',
  'pack',
  'begin',
  'copy',
  'rename',
  'restore',
  'repair',
  'settings',
  'assistant',
] as const;

/** See `versionOrigins`. */
export type VersionOrigin = (typeof versionOrigins)[number];

/** How a version came about, in a word or two for people. */
export const originWords: Readonly<Record<VersionOrigin, string>> = {
  edit: 'edited',
  import: 'imported',
  pack: 'from a pack',
  begin: 'made from a page',
  copy: 'copied',
  rename: 'renamed',
  restore: 'restored',
  repair: 'repaired',
  settings: 'changed with others',
  assistant: 'by an assistant',
};

/** A label of a version: it cannot be mistaken for a number. */
export const versionLabelPattern = '^[A-Za-z][A-Za-z0-9._-]{0,63}$';
