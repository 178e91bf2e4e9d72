import { useState } from 'react';
import { useCommands } from '../../commands/registry.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { exportText } from '../../spider-document/export-text.ts';
import { saveDocument } from '../../spider-document/saving.ts';
import { VersionsDialog } from './versions-dialog.tsx';

/** The commands that save a spider and show its versions. */
export function SaveActions(key: SpiderKey) {
  const [versions, setVersions] = useState(false);
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
  return versions ? <VersionsDialog {...key} onClose={() => setVersions(false)} /> : null;
}
