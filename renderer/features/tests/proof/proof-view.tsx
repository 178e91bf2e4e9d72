import { FileSearch, Info, Play, Plus, ShieldCheck, TriangleAlert } from 'lucide-react';
import type { CallError } from '../../../../shared/contract/errors.ts';
import { runCommand } from '../../../commands/registry.ts';
import { href, navigate } from '../../../navigation/router.ts';
import { useDocument, type SpiderKey } from '../../../spider-document/document.ts';
import { isDirty } from '../../../spider-document/document-status.ts';
import { useTopicState } from '../../../state/topics.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { ProgressBar } from '../../../ui/progress.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { CheckList } from './check-list.tsx';
import { ProofHead } from './proof-head.tsx';
import { cancelProof, prove, useProving } from './proof-store.ts';
import { usePresentProof, useWholeProof, type PresentProof } from './use-proof.ts';
import './proof.css';

/** The proof of a spider: the one that is being made, else the one that counts, else how to make one. */
export function ProofView(key: SpiderKey) {
  const { operation, error } = useProving(key);
  const present = usePresentProof(key);
  if (operation !== null) return <Going {...key} operation={operation} />;
  if (error !== null) return <Failure {...key} error={error} />;
  if (present === undefined) return null;
  return present === null ? <NoProof /> : <Present {...key} present={present} />;
}

function Going({ operation, ...key }: SpiderKey & { operation: string }) {
  const progress = useTopicState('progress', { operation });
  return (
    <div className="proof-going" role="status">
      <p>Judging the pages of this spider…</p>
      <ProgressBar label="Pages that are judged" value={progress?.percent ?? null} max={100} />
      <Button onClick={() => cancelProof(key)}>Cancel</Button>
    </div>
  );
}

function Failure({ error, project, spider }: SpiderKey & { error: CallError }) {
  if (error.code !== 'bad-pages') {
    return (
      <ErrorState
        error={error}
        title="The spider could not be proved."
        onRetry={() => void prove({ project, spider })}
      />
    );
  }
  return (
    <EmptyState
      icon={FileSearch}
      title="There are no pages to prove it by"
      actions={
        <>
          <Button variant="primary" icon={Play} onClick={() => runCommand('run.test')}>
            Start a test run
          </Button>
          <Button icon={Plus} onClick={() => navigate(href(['spider', project, spider, 'author']))}>
            Add pages by hand
          </Button>
        </>
      }
    >
      <p>
        A spider is judged by its saved pages and by those that its runs have stored. Run it once, then prove
        it.
      </p>
    </EmptyState>
  );
}

function NoProof() {
  return (
    <EmptyState
      icon={ShieldCheck}
      title="Not proved yet"
      actions={
        <Button variant="primary" icon={ShieldCheck} onClick={() => runCommand('tests.prove')}>
          Prove <KeyHint command="tests.prove" />
        </Button>
      }
    >
      <p>
        A proof judges the spider by eleven checks on the pages that are stored with it, offline, and on some
        pages that were held back. It says which values cannot be right, and where the spider would break.
      </p>
    </EmptyState>
  );
}

function Present({ present, ...key }: SpiderKey & { present: PresentProof }) {
  const { shown, error, again } = useWholeProof(key, present);
  if (shown === null) {
    return error === null ? null : (
      <ErrorState error={error} title="The proof could not be loaded." onRetry={again} />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
    <div className="proof" tabIndex={0} role="region" aria-label="Proof">
      <AgainStrip {...key} present={present} />
      <ProofHead {...key} shown={shown} isCurrent={present.isCurrent} />
      <CheckList {...key} checks={shown.checks} key={shown.provedAt} />
    </div>
  );
}

/** Asks for another proof where the shown one is of an earlier text, or was made before its text became a version. */
function AgainStrip({ present, ...key }: SpiderKey & { present: PresentProof }) {
  const dirty = useDocument(key, isDirty) === true;
  const isUnkept = present.from === 'window' && present.made.proof.kept === null;
  if (present.isCurrent && (dirty || !isUnkept)) return null;
  return (
    <Strip
      icon={present.isCurrent ? Info : TriangleAlert}
      tone={present.isCurrent ? 'info' : 'warning'}
      actions={
        <Button size="small" onClick={() => runCommand('tests.prove')}>
          Prove again <KeyHint command="tests.prove" />
        </Button>
      }
    >
      {present.isCurrent
        ? 'The text has been saved since. Prove it again to keep the proof with its version.'
        : 'The spider has changed since this proof.'}
    </Strip>
  );
}
