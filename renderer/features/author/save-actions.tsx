import { History, Save } from 'lucide-react';
import { useCommands } from '../../commands/registry.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { timeOfDay } from '../../ui/format.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { useState } from 'react';
import { useDocument, type SpiderDocument, type SpiderKey } from '../../spider-document/document.ts';
import { isDirty, isUnkept } from '../../spider-document/document-status.ts';
import { exportText } from '../../spider-document/export-text.ts';
import { saveDocument, useSaving } from '../../spider-document/saving.ts';
import { VersionsDialog } from './versions-dialog.tsx';

/** Where the edits are stored, in a few words; empty if there are none. */
function keptWords(document: SpiderDocument): string {
  const { draft, keptHere } = document;
  if (!isDirty(document)) return '';
  if (isUnkept(document) && keptHere !== null) return `Kept in this browser ${timeOfDay(keptHere)}`;
  return draft === null ? 'Not saved' : `Kept as a draft ${timeOfDay(draft.updatedAt)}`;
}

/** Saving and versions, in the header of the spider. */
export function SaveActions(key: SpiderKey) {
  const [versions, setVersions] = useState(false);
  const dirty = useDocument(key, isDirty) === true;
  const kept = useDocument(key, keptWords);
  const busy = useSaving((state) => state.busy !== null);
  useCommands([
    {
      id: 'author.save',
      title: 'Save the spider as a new version',
      category: 'Author',
      keywords: ['store', 'version'],
      keys: ['Mod+S'],
      run: () => void saveDocument(key),
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
          onClick={() => void saveDocument(key)}
        >
          Save
        </Button>
      </FrameActions>
      {versions && <VersionsDialog {...key} onClose={() => setVersions(false)} />}
    </>
  );
}
