import type { SavedSpider } from '../../../shared/contract/types.ts';
import type { NewVersion, SavedVersion, SaveResult } from '../../store/spiders/spider-queries.ts';
import type { DataContext } from './data-context.ts';
import { checkedSpider } from './checked-spider.ts';
import { HostError } from '../errors.ts';

/** A spider text, and how it is saved. */
export interface TextToSave extends Pick<
  NewVersion,
  'note' | 'origin' | 'discards' | 'revisesDraft' | 'needsProof'
> {
  project: string;
  /** The spider that receives the version; null: a new spider. */
  spider: string | null;
  text: string;
  base: number | null | 'any';
  nameChange: 'rename' | 'copy' | null;
  /** Names the text in errors. */
  what: string;
}

/**
 * Saves a text as a version of a spider, and publishes the change.
 * @throws HostError `invalid-spider`, `stale-version`, `name-changed`, `name-taken`, `not-proved`
 */
export async function saveText(
  { project, spider, text, base, nameChange, what, ...drafts }: TextToSave,
  { workspace, publish, window }: DataContext,
): Promise<SavedSpider> {
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
  const saved = await workspace.queries.spiders.save({
    project,
    spider: target,
    name,
    text,
    base: copies ? null : base,
    ...drafts,
  });
  const { version, created, unchanged, discarded } = requireSaved(saved, project, name);
  if (!unchanged) {
    const what = renames && !copies ? 'renamed' : 'saved';
    if (what === 'renamed' && spider !== null)
      publish('spiders', { project, spider, what: 'deleted', version: null, by: window });
    publish('spiders', { project, spider: name, what, version, by: window });
    if (created) publish('projects', { project });
  }
  for (const { spider: edited } of discarded) {
    if (edited === null) continue;
    const present = edited === target ? name : edited;
    publish('spiders', { project, spider: present, what: 'draft', version: null, by: window });
  }
  return { project, spider: name, version, created, unchanged, problems };
}

function requireSaved(saved: SaveResult, project: string, name: string): SavedVersion {
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
    case 'not-proved':
      throw new HostError(
        'not-proved',
        'There is no proof of exactly this text, so it was not saved.',
        'Prove the draft by its own pages until the verdict is "proved", and save it unchanged after that.',
      );
    default:
      return saved satisfies never;
  }
}
