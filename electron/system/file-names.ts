import { posix, win32 } from 'node:path';

/** Why a system does not take a path for a file, and what to do about it. */
export interface FileNameProblem {
  message: string;
  hint: string;
}

/** What Windows keeps for devices, with any ending and in any case; of the superscript digits there are three. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³]) *(?:[.:]|$)/i;
const forbidden = /[<>:"|?*\u0000-\u001f]/;
/** Windows drops these without a word. */
const dropped = /[. ]+$/;
/** A pipe that another program has opened. */
const pipe = /^[\\/]{2}[.?][\\/]pipe[\\/]/i;
/** What is behind it is a device, or a disk as one. */
const deviceRoot = /^[\\/]{2}\.[\\/](.*)/s;
/** Characters of a suggested name, before its ending. */
const maxStemLength = 100;

/**
 * Windows writes to a device, to a hidden stream or under another name where a path has a name that it keeps for itself,
 * and reports success. Other systems take every name.
 * @returns null where the path can be written to as it is
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
  // A control character would act on the terminal that shows it.
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

/** Between names, or a step to another folder. */
const isNoName = (part: string): boolean => /^(?:[\\/]*|\.\.?)$/.test(part);

function named(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0x20
    ? `"${character}"`
    : `a control character (U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
}

/** A name that Windows takes, as near to the one given as can be. */
function onWindows(name: string): string {
  if (isNoName(name)) return name;
  const plain = name.replaceAll(new RegExp(forbidden, 'g'), '-').replace(dropped, '');
  if (plain === '') return '_';
  return device.test(plain) ? `_${plain}` : plain;
}

/**
 * A name for a file that every system takes, to suggest to a person: files are handed on.
 * @param ending without its dot, for example "csv"; what the wanted name has of it is not doubled
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

/** What may be a person's own ending: letters first, so that "Prices 22.11" has none. */
const ending = /\.[a-z][a-z0-9]{0,9}$/i;

/** A path as a person typed it, with the ending of its format where it has none. */
export function withEnding(
  path: string,
  wanted: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const { base } = (platform === 'win32' ? win32 : posix).parse(path);
  return ending.test(base) ? path : `${path.replace(/\.$/, '')}.${wanted}`;
}
