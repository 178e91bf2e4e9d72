import type { PackTest, Registry, UpdatePreview } from '../../../shared/contract/types.ts';
import type { Tone } from '../../ui/badge.tsx';
import { agoInWords, counted } from '../../ui/format.ts';

/** Whether a spider takes from its saved pages what it should, in a few words. */
export function testWords({ passed, locked, failed, problem }: PackTest): { tone: Tone; words: string } {
  if (problem !== null) return { tone: 'danger', words: 'Fixtures not run' };
  if (locked === 0) return { tone: 'neutral', words: 'No fixtures' };
  if (passed) return { tone: 'success', words: `${counted(locked, 'value')} as locked` };
  return { tone: 'danger', words: `${failed.length} of ${counted(locked, 'value')} differ` };
}

/** What an import would store, in one sentence. */
export function storesWords({
  spider,
  project,
  version,
  created,
  unchanged,
}: {
  spider: string;
  project: string;
  version: number;
  created: boolean;
  unchanged: boolean;
}): string {
  const where = project === 'default' ? '' : ` in ${project}`;
  if (unchanged) return `${spider}${where} is this document already.`;
  return created
    ? `${spider}${where} will be a new spider.`
    : `It becomes version ${version} of ${spider}${where}.`;
}

/** How fresh what is shown of a registry is. */
export const freshness = ({ kind, readAt }: Registry): string => {
  if (kind === 'shipped') return 'comes with Spider Studio';
  return readAt === null ? 'never read' : `read ${agoInWords(readAt)}`;
};

/** Who changed a place of a document since the import. */
export const whoChanged: Readonly<Record<UpdatePreview['changes'][number]['where'], string>> = {
  here: 'changed here',
  there: 'changed in the registry',
  both: 'changed in both',
};
