import { posix, win32 } from 'node:path';

/** Why a platform does not accept a path for a file, and what to do. */
export interface FileNameProblem {
  message: string;
  hint: string;
}

/** Device names reserved by Windows, with any extension and in any case; of the superscript digits, three count. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³]) *(?:[.:]|$)/i;
const forbidden = /[<>:"|?*\u0000-\u001f]/;
/** Windows silently drops these characters at the end of a name. */
const dropped = /[. ]+$/;
/** A named pipe of another program. */
const pipe = /^[\\/]{2}[.?][\\/]pipe[\\/]/i;
/** A path behind which is a device or a raw disk. */
const deviceRoot = /^[\\/]{2}\.[\\/](.*)/s;
/** Maximum length of a suggested name without its extension. */
const maxStemLength = 100;

/**
 * Returns why a path cannot be written as it is, or null. For a reserved name, Windows writes to a device, to a hidden stream or
 * under another name, and reports success. Other systems accept every name.
 */
export function fileNameProblem(
  path: string,
  platform: NodeJS.Platform = process.platform,
): FileNameProblem | null {
  if (platform !== 'win32' || pipe.test(path)) return null;
  const [, ofDevice] = deviceRoot.exec(path) ?? [];
  if (ofDevice !== undefined) return problem(path, 'is a device of Windows', onWindows(ofDevice));
  const { root } = win32.parse(path);
  const names = path.slice(root.length).split(/([\\/]+)/);
  for (const name of names) {
    const reason = reasonAgainst(name);
    if (reason !== null) return problem(name, reason, root + names.map(onWindows).join(''));
  }
  return null;
}

function problem(name: string, reason: string, proposal: string): FileNameProblem {
  // A control character could act on the terminal that prints the message.
  const shown = name.replaceAll(/[\u0000-\u001f]/g, '\ufffd');
  return { message: `"${shown}" ${reason}.`, hint: `Choose another name, for example "${proposal}".` };
}

function reasonAgainst(name: string): string | null {
  if (isNoName(name)) return null;
  const character = forbidden.exec(name)?.[0];
  if (character !== undefined) return `has ${named(character)} in it, which Windows does not allow in a name`;
  if (device.test(name)) return 'is kept by Windows for a device';
  const end = dropped.exec(name)?.[0];
  if (end === undefined) return null;
  return `ends with a ${end.endsWith(' ') ? 'space' : 'dot'}, which Windows drops`;
}

/** Whether a part of a path is a separator or a step such as `..`, and not a name. */
const isNoName = (part: string): boolean => /^(?:[\\/]*|\.\.?)$/.test(part);

function named(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0x20
    ? `"${character}"`
    : `a control character (U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
}

/** Returns the closest name that Windows accepts. */
export function onWindows(name: string): string {
  if (isNoName(name)) return name;
  const plain = name.replaceAll(new RegExp(forbidden, 'g'), '-').replace(dropped, '');
  if (plain === '') return '_';
  return device.test(plain) ? `_${plain}` : plain;
}

/**
 * Returns a file name to suggest that is valid on every platform, because files are passed on.
 * @param ending extension without the dot, for example "csv"; not added if `wanted` has it
 */
export function suggestedName(wanted: string, ending: string): string {
  const dotted = `.${ending}`;
  const stem = wanted.toLowerCase().endsWith(dotted) ? wanted.slice(0, -dotted.length) : wanted;
  const safe = stem
    .replace(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replace(/^[. -]+/, '')
    .slice(0, maxStemLength)
    .replace(/[. -]+$/, '');
  return onWindows(`${safe === '' ? 'export' : safe}${dotted}`);
}

/** An extension that a user may have typed: starts with a letter, so "Prices 22.11" has none. */
const ending = /\.[a-z][a-z0-9]{0,9}$/i;

/** Returns a path as typed, with the extension of the format added if it has none. */
export function withEnding(
  path: string,
  wanted: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const { base } = (platform === 'win32' ? win32 : posix).parse(path);
  return ending.test(base) ? path : `${path.replace(/\.$/, '')}.${wanted}`;
}
