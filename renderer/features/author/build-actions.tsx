import { Braces, FlaskConical, History, Play, Save } from 'lucide-react';
import { runCommand, useCommands } from '../../commands/registry.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import {
  getDocument,
  useDocument,
  type SpiderDocument,
  type SpiderKey,
} from '../../spider-document/document.ts';
import { isDirty, isUnkept } from '../../spider-document/document-status.ts';
import { useJsonOpen } from '../../spider-document/json-open.ts';
import { saveDocument, useSaving } from '../../spider-document/saving.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FoldingRow, FoldingWord } from '../../ui/folding-row.tsx';
import { timeOfDay } from '../../ui/format.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ProblemCounter } from './problem-counter.tsx';

/** What a spider is built with, in its header: its JSON, trying, running and saving it. What has no room is in a menu. */
export function BuildActions(key: SpiderKey) {
  const json = useJsonOpen();
  const wrong = useDocument(key, ({ problems }) => problems.length > 0) === true;
  const kept = useDocument(key, keptWords) ?? '';
  const busy = useSaving((state) => state.busy !== null);
  useCommands([
    {
      id: 'author.run',
      title: 'Run the spider',
      category: 'Author',
      keywords: ['crawl', 'start', 'full'],
      keys: ['Mod+Enter'],
      run: async () => {
        if (await saved(key)) runCommand('run.full');
      },
    },
  ]);
  const words = <span className="subtle small">{kept}</span>;
  const versions = { label: 'Versions', icon: History, command: 'author.versions' };
  const parts = [
    kept !== '' && { id: 'kept', rank: 5, part: words },
    wrong && !json && { id: 'problems', rank: 0, part: <ProblemCounter {...key} /> },
    {
      id: 'json',
      rank: 3,
      part: (
        <Tooltip text={json ? 'Close the JSON' : 'Open the JSON'} command="author.json">
          <Button icon={Braces} aria-pressed={json} onClick={() => runCommand('author.json')}>
            <FoldingWord>JSON</FoldingWord> <KeyHint command="author.json" />
          </Button>
        </Tooltip>
      ),
      entry: { label: 'JSON', command: 'author.json', checked: json },
    },
    {
      id: 'versions',
      rank: 4,
      part: <IconButton {...versions} onClick={() => runCommand('author.versions')} />,
      entry: versions,
    },
    {
      id: 'save',
      rank: 1,
      part: (
        <Tooltip text="Save as a new version" command="author.save">
          <Button icon={Save} busy={busy} onClick={() => void saveDocument(key)}>
            <FoldingWord>Save</FoldingWord>
          </Button>
        </Tooltip>
      ),
      entry: { label: 'Save', icon: Save, command: 'author.save', disabled: busy },
    },
    {
      id: 'try',
      rank: 2,
      part: (
        <Tooltip text="Take a few rows from the site" command="author.try">
          <Button icon={FlaskConical} onClick={() => runCommand('author.try')}>
            <FoldingWord>Try</FoldingWord> <KeyHint command="author.try" />
          </Button>
        </Tooltip>
      ),
      entry: { label: 'Try', icon: FlaskConical, command: 'author.try' },
    },
    {
      id: 'run',
      rank: 0,
      part: (
        <Button icon={Play} variant="primary" onClick={() => runCommand('author.run')}>
          Run
        </Button>
      ),
    },
  ];
  return (
    <FrameActions>
      <span className="author-saved visually-hidden" role="status">
        {kept}
      </span>
      <FoldingRow parts={parts.filter((part) => part !== false)} />
    </FrameActions>
  );
}

/** Where the edits are stored, in a few words; empty if there are none. */
function keptWords(document: SpiderDocument): string {
  const { draft, keptHere } = document;
  if (!isDirty(document)) return '';
  if (isUnkept(document) && keptHere !== null) return `Kept in this browser ${timeOfDay(keptHere)}`;
  return draft === null ? 'Not saved' : `Kept as a draft ${timeOfDay(draft.updatedAt)}`;
}

/** Saves what is not saved yet, because a run is one of a version. @returns whether the newest version has the text */
async function saved(key: SpiderKey): Promise<boolean> {
  const document = getDocument(key);
  return document !== null && (!isDirty(document) || saveDocument(key));
}
