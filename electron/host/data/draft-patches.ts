import type { PatchedDraft } from '../../../shared/contract/types.ts';
import { patchText } from '../../../shared/spider/json-patch.ts';
import { validateSpider } from '../../../shared/spider/validate.ts';
import type { PatchedDraft as Patched } from '../../store/spiders/draft-queries.ts';
import { HostError } from '../errors.ts';
import type { DataContext, DataHandler } from './data-context.ts';
import { draftConflict, draftPlace, requireDraft } from './require-draft.ts';
import { requireSpider } from './stored-spiders.ts';

interface Named {
  project: string;
  spider: string | null;
  draft: string | null;
}

/** Handlers of the calls that change drafts step by step. */
export const draftPatchHandlers: {
  readonly [N in 'spiders.patchDraft' | 'spiders.undoDraft']: DataHandler<N>;
} = {
  'spiders.patchDraft': async ({ patch, known, ...named }, context) => {
    await requireNamed(named, context);
    const patched = await context.workspace.queries.drafts.patch(
      draftPlace(named.project, named.spider, named.draft),
      known,
      (text) => patchedText(text, patch),
    );
    return shown(patched, named, context);
  },
  'spiders.undoDraft': async ({ known, ...named }, context) => {
    await requireNamed(named, context);
    const undone = await context.workspace.queries.drafts.undo(
      draftPlace(named.project, named.spider, named.draft),
      known,
    );
    return shown(undone, named, context);
  },
};

/** @throws HostError `unknown-spider`, `unknown-draft` */
async function requireNamed({ project, spider, draft }: Named, { workspace }: DataContext): Promise<void> {
  if (spider === null) await requireDraft(workspace, project, draft);
  else await requireSpider(workspace, project, spider);
}

/** @throws HostError `bad-patch` */
function patchedText(text: string, patch: Parameters<typeof patchText>[1]): string {
  const patched = patchText(text, patch);
  if ('text' in patched) return patched.text;
  const { operation, problem } = patched;
  const { op = '', path = '' } = patch[operation] ?? {};
  throw new HostError(
    'bad-patch',
    `Operation ${operation + 1} of the patch (${op} ${path}) cannot be made: ${problem}.`.slice(0, 1000),
    'Nothing was changed. Look at the text as it is now, and patch that.',
    { operation },
  );
}

/** @throws HostError `draft-conflict`, `nothing-to-undo` */
function shown(patched: Patched, { project, spider }: Named, { publish, window }: DataContext): PatchedDraft {
  if (patched.kind === 'conflict') throw draftConflict();
  if (patched.kind === 'missing') {
    throw new HostError(
      'nothing-to-undo',
      'There is no patch of this draft that can be taken back.',
      'It has none, or it was changed by something else since.',
    );
  }
  const { id, text, base, revision, updatedAt } = patched.draft;
  if (spider !== null) publish('spiders', { project, spider, what: 'draft', version: null, by: window });
  const { valid, problems } = validateSpider(text);
  const draft = spider === null ? id : null;
  return { draft, text, base, revision, updatedAt, steps: patched.steps, valid, problems };
}
