const forPosix = (text: string): string =>
  /^[\w./:,@+-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

// A backslash before the closing quote would escape it.
const forWindows = (text: string): string =>
  /^[\w./:\\-]+$/u.test(text) ? text : `"${text.replace(/\\+$/u, (all) => all + all)}"`;

/** A word of a command as it is typed on a platform, which Node names. On Windows it is for PowerShell and for the command prompt. */
export const commandWord = (platform: string, text: string): string =>
  platform === 'win32' ? forWindows(text) : forPosix(text);
