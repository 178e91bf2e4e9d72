import type { EmptySelector } from '../../../../shared/contract/types.ts';
import { readActions } from '../../../../shared/spider/browser-actions.ts';
import { readListings } from '../../../../shared/spider/listings.ts';
import { readSettings } from '../../../../shared/spider/settings.ts';
import { listingAt } from '../../../engine/acted-on.ts';
import { pageActions } from '../../../engine/page-actions.ts';
import type { SavedPageRow } from '../../../store/pages/saved-page-queries.ts';
import { readSettingsOf } from '../../data/read-settings.ts';
import { whyNone } from './field-report.ts';
import { nearPages } from './near-pages.ts';
import type { OpenPage } from './open-page.ts';
import { selectAt, wholePage } from './places.ts';

/** A saved page, as far as it tells what an action would find on it. */
export type ActedFacts = Pick<SavedPageRow, 'id' | 'url' | 'bytes' | 'source' | 'acted'>;

/** A selector of a setting, and the pages on which it should match. */
interface Target {
  pointer: string;
  selector: string;
  isMeantFor(page: ActedFacts & { url: string }): boolean;
}

/**
 * The selectors of BROWSER_ACTIONS and PAGINATED_LISTINGS that match nothing on any of the saved pages that they are for, and why. Only
 * pages that a browser has shown are looked at. An action that was carried out has found its target, even where it is gone now.
 */
export async function emptyTargets(
  saved: readonly ActedFacts[],
  text: string,
  open: (id: string) => Promise<OpenPage>,
): Promise<EmptySelector[]> {
  const targets = targetsOf(text);
  if (targets.length === 0) return [];
  const shown = saved.flatMap((page) =>
    page.url !== null && (page.source === 'rendered' || page.acted !== null)
      ? [{ ...page, url: page.url }]
      : [],
  );
  const near = nearPages(shown);
  const found: EmptySelector[] = [];
  for (const target of targets) {
    const { pointer, selector } = target;
    const pages: OpenPage[] = [];
    for (const page of near) if (target.isMeantFor(page)) pages.push(await open(page.id));
    const [first] = pages;
    if (first === undefined || pages.some((page) => matches(page, selector))) continue;
    const why = whyNone(wholePage(first), 'css', selector);
    if (why !== null) found.push({ pointer, of: pages.length, why });
  }
  return found;
}

function matches(page: OpenPage, selector: string): boolean {
  try {
    return selectAt(page, wholePage(page), 'css', selector).length > 0;
  } catch {
    return true;
  }
}

function targetsOf(text: string): Target[] {
  const settings = readSettingsOf(text);
  const actions = readActions(settings);
  const prepared = pageActions(actions);
  const ofActions = actions.flatMap(({ step }, index): Target[] => {
    if (!('selector' in step)) return [];
    const written = JSON.stringify(step);
    const isMeantFor: Target['isMeantFor'] = ({ url, acted }) => {
      const at = acted?.steps.indexOf(written) ?? -1;
      const wasFound = at >= 0 && acted?.missed.includes(at) === false;
      return prepared[index]?.applies(url) === true && !wasFound;
    };
    const pointer = `/settings/BROWSER_ACTIONS/${index}/${step.kind}`;
    return [{ pointer, selector: step.selector, isMeantFor }];
  });
  const { listings } = readSettings(settings);
  const ofLists = readListings(settings).flatMap(({ label, next, links, wait }, index) =>
    Object.entries({ next_selector: next, link_selector: links, wait_selector: wait }).flatMap(
      ([key, selector]): Target[] =>
        selector === null
          ? []
          : [
              {
                pointer: `/settings/PAGINATED_LISTINGS/${index}/${key}`,
                selector,
                isMeantFor: ({ url, acted }) =>
                  listingAt({ listings }, acted?.list?.url ?? url)?.label === label,
              },
            ],
    ),
  );
  return [...ofActions, ...ofLists];
}
