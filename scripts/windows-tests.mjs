/** The end-to-end tests that say something about Windows when its Node runs them under Wine. */
export const testFiles = [
  'kill',
  'run-control',
  'interrupt',
  'samples',
  'incremental',
  'import-again',
  'tail',
  'backup',
  'newcomer',
  'bad-input',
  'awkward-paths',
  'web-door',
].map((name) => `test/e2e/${name}.test.ts`);

/** What they leave open, for the list that is printed after them. */
export const cannotShow = [
  'The desktop window: there is no Electron for Wine here, and so no menus, tray, title bar, dialogs, sleep or log-off.',
  'Rendering of pages: Windows’ Chrome and Edge cannot be had here.',
  'Files that another program keeps open, and a virus scanner’s short locks: Wine lets a file be replaced that is open.',
  'A console that is closed, Ctrl+Break, log-off and shutdown; Ctrl+C is shown by the signal that Wine makes of it.',
  'npm.cmd and its question "Terminate batch job (Y/N)?", cmd.exe and PowerShell.',
  'Network drives and shares, drives that go away, and NTFS’s own rules for rights, links and alternate streams.',
  'The certificate store, the proxy settings and the Credential Manager of a person.',
  'Windows on ARM.',
];
