import { History, Save } from 'lucide-react';
import { useCommands } from '../../commands/registry.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { timeOfDay } from '../../ui/format.ts';
import { FrameActions } from '../../workbench/frame-actions.tsx';
import { useState } from 'react';
import { useAuthor, type AuthorDocument, type SpiderKey } from './author-state.ts';
import { isDirty, isUnkept } from './documents.ts';
import { exportText } from './export-text.ts';
import { saveAuthor, useSaving } from './saving.ts';
import { VersionsDialog } from './versions-dialog.tsx';

/** Where the edits are kept, in a few words; nothing where there are none. */
function keptWords(document: AuthorDocument): string {
  const { draft, keptHere } = document;
  if (!isDirty(document)) return '';
  if (isUnkept(document) && keptHere !== null) return `Kept in this browser ${timeOfDay(keptHere)}`;
  return draft === null ? 'Not saved' : `Kept as a draft ${timeOfDay(draft.updatedAt)}`;
}

/** Saving and versions, in the header of the spider. */
export function SaveActions(key: SpiderKey) {
  const [versions, setVersions] = useState(false);
  const dirty = useAuthor(key, isDirty) === true;
  const kept = useAuthor(key, keptWords);
  const busy = useSaving((state) => state.busy !== null);
  useCommands([
    {
      id: 'author.save',
      title: 'Save the spider as a new version',
      category: 'Author',
      keywords: ['store', 'version'],
      keys: ['Mod+S'],
      run: () => void saveAuthor(key),
    },
    {
      id: 'author.versions',
      title: 'Show the versions of the spider',
      category: 'Author',
      keywords: ['history', 'diff', 'compare', 'restore'],
      keys: ['Alt+Shift+V'],
      run: () => setVersions(true),
    },
    {
      id: 'author.export',
      title: 'Download the text as it stands',
      category: 'Author',
      keywords: ['export', 'file', 'json'],
      run: () => exportText(key),
    },
  ]);
  return (
    <>
      <FrameActions>
        <span className="author-saved subtle small" role="status">
          {kept}
        </span>
        <IconButton
          label="Versions"
          icon={History}
          command="author.versions"
          onClick={() => setVersions(true)}
        />
        <Button
          icon={Save}
          variant={dirty ? 'primary' : 'normal'}
          busy={busy}
          onClick={() => void saveAuthor(key)}
        >
          Save
        </Button>
      </FrameActions>
      {versions && <VersionsDialog {...key} onClose={() => setVersions(false)} />}
    </>
  );
}
