import { useRef, useState } from 'react';
import { DatabaseZap, Lock, RefreshCw, ShieldCheck } from 'lucide-react';
import { runCommand, useCommands } from '../../commands/registry.ts';
import { FrameActions } from '../../contributions/frame-actions.tsx';
import type { SpiderKey } from '../../spider-document/document.ts';
import { useTopicState } from '../../state/topics.ts';
import { Button } from '../../ui/button.tsx';
import { FoldingRow, FoldingWord } from '../../ui/folding-row.tsx';
import { fetchPagesAgain } from './actions.ts';
import { useProving } from './proof/proof-store.ts';

/** See `TestsActions`. */
export interface TestsActionsProps extends SpiderKey {
  hasPages: boolean;
  /** Whether the pages have been tested, so that there are values to lock. */
  isTested: boolean;
}

/** What can be done with all tests of a spider and with its proof, in its header. */
export function TestsActions({ hasPages, isTested, ...key }: TestsActionsProps) {
  const { operation: proving } = useProving(key);
  const [operation, setOperation] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  const progress = useTopicState('progress', operation === null ? null : { operation });
  const fetchAll = async (): Promise<void> => {
    if (operation !== null) {
      abort.current?.abort();
      return;
    }
    const ending = new AbortController();
    const name = crypto.randomUUID();
    abort.current = ending;
    setOperation(name);
    await fetchPagesAgain(key, { operation: name }, ending.signal);
    setOperation(null);
  };
  useCommands([
    {
      id: 'tests.fetch-again',
      title: operation === null ? 'Fetch pages again' : 'Stop fetching pages',
      category: 'Tests',
      keywords: ['drift', 'refresh', 'newer'],
      run: () => fetchAll(),
    },
  ]);
  const done = progress?.percent ?? null;
  const fetchWords =
    operation === null ? 'Fetch pages again' : `Stop${done === null ? '' : ` (${Math.round(done)} %)`}`;
  const ofPages = [
    {
      id: 'sample',
      rank: 3,
      part: (
        <Button icon={DatabaseZap} onClick={() => runCommand('tests.sample')}>
          <FoldingWord>Add pages</FoldingWord>
        </Button>
      ),
      entry: { label: 'Add pages of the last run', icon: DatabaseZap, command: 'tests.sample' },
    },
    {
      id: 'fetch',
      rank: 2,
      part: (
        <Button icon={RefreshCw} onClick={() => runCommand('tests.fetch-again')}>
          <FoldingWord>{fetchWords}</FoldingWord>
        </Button>
      ),
      entry: { label: fetchWords, icon: RefreshCw, command: 'tests.fetch-again' },
    },
    {
      id: 'lock',
      rank: 1,
      part: (
        <Button icon={Lock} disabled={!isTested} onClick={() => runCommand('tests.lock-all')}>
          <FoldingWord>Lock everything</FoldingWord>
        </Button>
      ),
      entry: { label: 'Lock everything', icon: Lock, command: 'tests.lock-all', disabled: !isTested },
    },
  ];
  const prove = {
    id: 'prove',
    rank: 0,
    part: (
      <Button
        variant="primary"
        icon={ShieldCheck}
        busy={proving !== null}
        onClick={() => runCommand('tests.prove')}
      >
        Prove
      </Button>
    ),
  };
  return (
    <FrameActions>
      <FoldingRow parts={[...(hasPages ? ofPages : []), prove]} />
    </FrameActions>
  );
}
