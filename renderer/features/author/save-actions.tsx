import { History, Save } from 'lucide-react';
import { useCommands } from '../../commands/registry.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { timeOfDay } from '../../ui/format.ts';
import { FrameActions } from '../../workbench/frame-actions.tsx';
import { useState } from 'react';
import { useAuthor, type SpiderKey } from './author-state.ts';
import { isDirty } from './documents.ts';
import { exportText } from './export-text.ts';
import { saveAuthor, useSaving } from './saving.ts';
import { VersionsDialog } from './versions-dialog.tsx';

/** Saving and versions, in the header of the spider. */
export function SaveActions(key: SpiderKey) {
  const [versions, setVersions] = useState(false);
  const dirty = useAuthor(key, isDirty) === true;
  const draftAt = useAuthor(key, (document) => document.draftAt);
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
          {dirty ? (draftAt === null ? 'Not saved' : `Kept as a draft ${timeOfDay(draftAt)}`) : ''}
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
