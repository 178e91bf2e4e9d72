import { downloadsAnywhere } from './downloads.ts';
import { isSet, memberOf, type PlainObject } from './plain.ts';
import type { Report } from './problems.ts';
import { defaultMaxBytes } from './settings.ts';
import { shorten } from './wording.ts';

/** Warns about settings of files that do nothing, or refuse what was meant to be kept. */
export function checkFileSettings(document: unknown, settings: PlainObject, report: Report): void {
  const { FILES_MAXSIZE: size, FILES_TYPES: types } = settings;
  const names = [
    ...(isSet(size) && size !== defaultMaxBytes ? ['FILES_MAXSIZE'] : []),
    ...(isSet(types) ? ['FILES_TYPES'] : []),
  ];
  if (names.length > 0 && !downloadsAnywhere(memberOf(document, 'callbacks'))) {
    for (const name of names) {
      const message = `${name} has no effect: no field has "download": true`;
      report.warning(['settings', name], 'setting-without-effect', message, { at: 'key' });
    }
    return;
  }
  const most = settings['DOWNLOAD_MAXSIZE'] ?? defaultMaxBytes;
  if (typeof size === 'number' && typeof most === 'number' && size > most) {
    const message = `FILES_MAXSIZE is more than DOWNLOAD_MAXSIZE, which is ${most}`;
    report.warning(['settings', 'FILES_MAXSIZE'], 'setting-unusable', message, {
      hint: 'Raise DOWNLOAD_MAXSIZE, too: no answer is read beyond it.',
    });
  }
  if (!Array.isArray(types)) return;
  if (types.length === 0) {
    report.warning(['settings', 'FILES_TYPES'], 'setting-unusable', 'FILES_TYPES names no type', {
      hint: 'No file is kept so. Leave it out to keep all.',
    });
  }
  for (const [index, type] of types.entries()) {
    if (typeof type !== 'string' || /^\s*[\w.+-]+\/(?:\*|[\w.+-]+)\s*$/.test(type)) continue;
    const message = `FILES_TYPES: '${shorten(type)}' is no media type`;
    report.warning(['settings', 'FILES_TYPES', index], 'setting-unusable', message, {
      hint: 'Write one such as "image/*", "image/jpeg" or "application/pdf".',
    });
  }
}
