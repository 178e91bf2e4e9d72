import type { DraftPlace, DraftRow } from '../../store/spiders/draft-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The place of a draft: of a stored spider, or of one that was never saved. */
export const draftPlace = (project: string, spider: string | null, draft: string | null): DraftPlace =>
  spider === null ? { project, spider, draft } : { project, spider };

/** The error of a writer who does not know the draft as it is. */
export const draftConflict = (): HostError =>
  new HostError(
    'draft-conflict',
    'Another window has changed the edits of this spider.',
    'Compare the two, then keep one of them.',
  );

/** The draft of a spider that was never saved. @throws HostError `unknown-draft` */
export async function requireDraft(
  { queries }: Pick<Workspace, 'queries'>,
  project: string,
  draft: string | null | undefined,
): Promise<DraftRow> {
  const found =
    draft === null || draft === undefined ? null : await queries.drafts.get({ project, spider: null, draft });
  if (found !== null) return found;
  throw new HostError(
    'unknown-draft',
    `The project "${project}" has no draft ${draft ?? ''}.`,
    'It was discarded, or saved as a spider.',
  );
}
