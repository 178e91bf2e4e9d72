import type { SavedSpider } from '../../../shared/contract/types.ts';
import { counted } from '../../ui/format.ts';

/** The result of an import in a line: spiders that were stored, and those that were unchanged. */
export function importedWords(stored: readonly SavedSpider[]): string {
  const unchanged = stored.filter((one) => one.unchanged);
  const imported = stored.filter((one) => !one.unchanged);
  const [only] = stored;
  if (only !== undefined && stored.length === 1) {
    return only.unchanged
      ? `“${only.spider}” is unchanged: it equals version ${only.version}`
      : `“${only.spider}” was imported`;
  }
  const parts = [
    ...(imported.length === 0 ? [] : [`${counted(imported.length, 'spider')} imported`]),
    ...(unchanged.length === 0
      ? []
      : [`${imported.length === 0 ? counted(unchanged.length, 'spider') : unchanged.length} unchanged`]),
  ];
  return parts.join(', ');
}
