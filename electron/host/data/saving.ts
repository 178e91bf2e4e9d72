import type { SavedSpider } from '../../../shared/contract/types.ts';
import { StoreError } from '../../store/errors.ts';
import type { Saved } from '../../store/spiders/spider-changes.ts';
import type { DataContext } from './data-context.ts';
import { checkedSpider } from './checked-spider.ts';
import { HostError } from '../errors.ts';

/** A name that somebody has already is told as that. */
export function savingProblems<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'conflict' || !/already/.test(error.message))
      throw error;
    throw new HostError('name-taken', error.message, error);
  }
}

export interface TextToSave {
  project: string;
  /** The spider that gets the version; null: a new one. */
  spider: string | null;
  text: string;
  base: number | null | 'any';
  nameChange: 'rename' | 'copy' | null;
  /** What the text is called in errors. */
  what: string;
}

/**
 * Saves a text as a version of a spider, and tells all windows.
 * @throws HostError `invalid-spider`, `stale-version`, `name-changed`, `name-taken`
 */
export function saveText(
  { project, spider, text, base, nameChange, what }: TextToSave,
  { workspace, publish, window }: DataContext,
): SavedSpider {
  const { spider: document, problems } = checkedSpider(text, what);
  const { name } = document;
  const renames = spider !== null && spider !== name;
  if (renames && nameChange === null) {
    throw new HostError(
      'name-changed',
      `The name in the text is "${name}", and the spider is called "${spider}".`,
      'Rename the spider, or save the text as another spider.',
      { name },
    );
  }
  const copies = renames && nameChange === 'copy';
  const target = copies ? null : spider;
  const saved = workspace.store.spiderChanges.save({
    project,
    spider: target,
    name,
    text,
    base: copies ? null : base,
  });
  const { version, created, unchanged } = requireSaved(saved, project, name);
  if (!unchanged) {
    const what = renames && !copies ? 'renamed' : 'saved';
    if (what === 'renamed' && spider !== null)
      publish('spiders', { project, spider, what: 'deleted', version: null, by: window });
    publish('spiders', { project, spider: name, what, version, by: window });
    if (created) publish('projects', { project });
  }
  return { project, spider: name, version, created, unchanged, problems };
}

function requireSaved(saved: Saved, project: string, name: string): Extract<Saved, { kind: 'saved' }> {
  switch (saved.kind) {
    case 'saved':
      return saved;
    case 'stale':
      throw new HostError(
        'stale-version',
        `Version ${saved.newest} has been saved since these edits began.`,
        'Compare the two, then save again to add these edits as the newest version.',
        { newest: saved.newest },
      );
    case 'taken':
      throw new HostError(
        'name-taken',
        `The project "${project}" has a spider "${name}" already.`,
        'Choose another name.',
        { name },
      );
    default:
      return saved satisfies never;
  }
}
