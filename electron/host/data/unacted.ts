import { readSettings } from '../../../shared/spider/settings.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import { whyNotAsActed } from '../../engine/acted-on.ts';
import type { SavedPageRow } from '../../store/pages/saved-page-queries.ts';

/**
 * Why a saved page is not what a run would see after BROWSER_ACTIONS and PAGINATED_LISTINGS, in a sentence; null: it is, or this is not
 * known.
 * @param settings of a valid spider, with arguments in place
 */
export function whyUnacted(
  { url, source, kind, acted }: Pick<SavedPageRow, 'url' | 'source' | 'kind' | 'acted'>,
  settings: Settings | null | undefined,
): string | null {
  if (url === null || kind !== 'html') return null;
  return whyNotAsActed(readSettings(settings), { url, rendered: source === 'rendered', acted });
}
