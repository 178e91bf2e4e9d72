import { Braces, FlaskConical, Play } from 'lucide-react';
import { runCommand, useCommands } from '../../commands/registry.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import { useDocument, type SpiderKey } from '../../spider-document/document.ts';
import { isDirty } from '../../spider-document/document-status.ts';
import { getDocument } from '../../spider-document/document.ts';
import { useJsonOpen } from '../../spider-document/json-open.ts';
import { saveDocument } from '../../spider-document/saving.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ProblemCounter } from './problem-counter.tsx';

/** What a spider is built for, in its header: its JSON, trying it, and running it. */
export function BuildActions(key: SpiderKey) {
  const json = useJsonOpen();
  const wrong = useDocument(key, ({ problems }) => problems.length > 0) === true;
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
  return (
    <FrameActions>
      {wrong && !json && <ProblemCounter {...key} />}
      <Button icon={Braces} aria-pressed={json} onClick={() => runCommand('author.json')}>
        <span className="author-action-word">JSON</span> <KeyHint command="author.json" />
      </Button>
      <Button icon={FlaskConical} onClick={() => runCommand('author.try')}>
        Try <KeyHint command="author.try" />
      </Button>
      <Button icon={Play} variant="primary" onClick={() => runCommand('author.run')}>
        Run
      </Button>
    </FrameActions>
  );
}

/** Saves what is not saved yet, because a run is one of a version. @returns whether the newest version has the text */
async function saved(key: SpiderKey): Promise<boolean> {
  const document = getDocument(key);
  return document !== null && (!isDirty(document) || saveDocument(key));
}
