import type { SavedPageRow } from '../../store/pages/saved-page-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataContext } from './data-context.ts';

/** Whose a saved page is: a spider, or the draft of one that was never saved. */
export interface PageOwner extends Pick<SavedPageRow, 'project' | 'spider'> {
  /** The id of the draft, where there is no spider. */
  draft?: string | null;
}

/** The pages of an owner, newest first. */
export function pagesOf(
  { queries: { savedPages } }: Pick<Workspace, 'queries'>,
  { project, spider, draft }: PageOwner,
): Promise<SavedPageRow[]> {
  return spider === null ? savedPages.ofDraft(project, draft ?? '') : savedPages.list(project, spider);
}

/** Tells windows that the pages of a spider have changed. Those of a draft are in no list of a window. */
export function publishPages(
  { publish }: Pick<DataContext, 'publish'>,
  { project, spider }: Pick<PageOwner, 'project' | 'spider'>,
): void {
  if (spider !== null) publish('pages', { project, spider });
}
