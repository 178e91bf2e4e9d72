import { counted } from '../../../../shared/counted.ts';
import { troubleWords } from '../../../../shared/trouble-kinds.ts';
import type { Digest } from '../../../../shared/contract/types.ts';
import type { Notice } from '../../../notices/notice.ts';
import type { ToldTrouble } from '../../data/digest/trouble-of-change.ts';

/** The notice of a digest. */
export function digestNotice(digest: Digest): Notice {
  const { troubles, counts, markdown } = digest;
  const title =
    troubles.length === 0
      ? `All ${counted(counts.spiders, 'spider')} of the night are well`
      : counted(counts.withTrouble, 'spider needs a look', 'spiders need a look');
  return { kind: 'digest', title, text: markdown, trouble: null, digest };
}

/** The notice of one trouble. */
export function troubleNotice({ position: _position, ...trouble }: ToldTrouble): Notice {
  const { project, spider, what, message, others } = trouble;
  const title = `${project}/${spider} ${troubleWords[what]}`;
  const text = [message, ...others.map((other) => `Also ${troubleWords[other.what]}: ${other.message}`)].join(
    ' ',
  );
  return { kind: 'trouble', title, text, trouble, digest: null };
}

/** The notice of a backup by the clock that failed. @param problem in a sentence or two */
export function backupNotice(place: string, problem: string): Notice {
  return {
    kind: 'trouble',
    title: `The backup to ${place} failed`,
    text: problem,
    trouble: { what: 'backup', place, message: problem },
    digest: null,
  };
}

/** The notice of a saved export that was given up. @param problem in a sentence or two */
export function exportNotice(
  of: { project: string; spider: string },
  recipe: string,
  problem: string,
): Notice {
  const { project, spider } = of;
  return {
    kind: 'trouble',
    title: `The export "${recipe}" of ${project}/${spider} failed`,
    text: problem,
    trouble: { what: 'export', project, spider, recipe, message: problem },
    digest: null,
  };
}

/** What tells somebody that a channel works. */
export const testNotice: Notice = {
  kind: 'test',
  title: 'Spider Studio: a test',
  text: 'This channel works.',
  trouble: null,
  digest: null,
};
