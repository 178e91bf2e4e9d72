import { useEffect, useState } from 'react';
import { CircleCheck, CircleHelp, SearchX, Undo2 } from 'lucide-react';
import type { CallError } from '../../../shared/contract/errors.ts';
import type { RepairChoice, RepairedSelector, RunSummary } from '../../../shared/contract/types.ts';
import { proofWords } from '../../../shared/contract/repair-words.ts';
import { editBetween } from '../../../shared/spider/text-edits.ts';
import { withReplacements, type Replacement } from '../../../shared/spider/with-replacements.ts';
import { href } from '../../navigation/router.ts';
import { getDocument, replaceText, undo } from '../../spider-document/document.ts';
import { openDocument } from '../../spider-document/opening.ts';
import { saveDocument } from '../../spider-document/saving.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Switch } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { extractAgain } from './reextract-actions.ts';
import './repair-dialog.css';

interface RepairDialogProps {
  run: RunSummary;
  /** Id of the earlier run; null: pages of the run are compared with others of it. */
  against: string | null;
  onClose: () => void;
}

const idOf = ({ path }: RepairedSelector) => path.join('/');

/** Shows how selectors are found again on the pages of a run, and writes those that are chosen into the open spider. */
export function RepairDialog({ run, against, onClose }: RepairDialogProps) {
  const { project, spider } = run;
  const { text, failed } = useOpenedText(run);
  const { value, error } = useCall('repair.propose', text === null ? null : { run: run.id, against, text });
  const [used, setUsed] = useState<readonly string[]>([]);
  const broken = value?.selectors.filter(({ verdict }) => verdict !== 'fine') ?? [];
  const sure = broken.filter((each) => each.verdict === 'sure' && !used.includes(idOf(each)));
  const use = (chosen: readonly { selector: RepairedSelector; choice: RepairChoice }[]) => {
    const replacements = chosen.map(({ selector, choice }) => ({ path: selector.path, value: choice.value }));
    if (write(run, replacements)) setUsed([...used, ...chosen.map(({ selector }) => idOf(selector))]);
  };
  const useAll = () =>
    use(sure.flatMap((selector) => selector.choices.slice(0, 1).map((choice) => ({ selector, choice }))));
  const saveAndExtract = async () => {
    if (!(await saveDocument({ project, spider }))) return;
    onClose();
    await extractAgain(run);
  };
  const undoLast = () => {
    undo({ project, spider });
    setUsed([]);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={`Find again what ${spider} took`}
      description={
        against === null
          ? `What its selectors took on the good pages of run ${run.id} is looked for on those that fail.`
          : `What its selectors took in run ${against} is looked for on the stored pages of run ${run.id}.`
      }
      footer={
        <>
          <ByItself project={project} spider={spider} />
          <Button onClick={onClose}>Close</Button>
          {sure.length > 0 && (
            <Button variant={used.length > 0 ? 'normal' : 'primary'} onClick={useAll}>
              {sure.length === 1 ? 'Use the one that is sure' : `Use all ${sure.length} that are sure`}
            </Button>
          )}
        </>
      }
    >
      {failed !== null && <ErrorState error={failed} title="The spider could not be opened." />}
      {error !== null && <ErrorState error={error} title="The pages could not be compared." />}
      {value === null && error === null && failed === null && (
        <div role="status">
          <p>Comparing the stored pages…</p>
          <Skeleton width="60%" />
        </div>
      )}
      {used.length > 0 && (
        <Notice
          tone="success"
          icon={CircleCheck}
          title={`${counted(used.length, 'selector was', 'selectors were')} replaced in the draft of ${spider}`}
          actions={
            <>
              <Button size="small" icon={Undo2} onClick={undoLast}>
                Undo
              </Button>
              <Button size="small" onClick={() => void saveAndExtract()}>
                Save and extract run {run.id} again
              </Button>
              <a
                className="ui-button ui-button-normal ui-button-small"
                href={href(['spider', project, spider, 'author'])}
                onClick={onClose}
              >
                Open the spider
              </a>
            </>
          }
        >
          Once it is saved as a version, the items of run {run.id} can be made again from its stored pages.
          {run.state === 'paused' &&
            ` When it is resumed, run ${run.id} keeps version ${run.version}: extract it again once it has ended, and all of its items are made with the repair.`}
        </Notice>
      )}
      {value !== null && broken.length === 0 && <p>All selectors take what they took before.</p>}
      {value !== null && (
        <ul className="runs-repairs" aria-label="Selectors">
          {broken.map((selector) => (
            <li key={idOf(selector)}>
              <Selector
                selector={selector}
                isUsed={used.includes(idOf(selector))}
                onUse={(choice) => use([{ selector, choice }])}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Allows a spider to be repaired at the end of its runs. */
function ByItself({ project, spider }: { project: string; spider: string }) {
  const { value, refresh } = useCall('repair.mode', { project, spider });
  const change = async (byItself: boolean) => {
    await act('repair.setMode', { project, spider, byItself });
    refresh();
  };
  return (
    <div className="runs-repair-mode">
      <Switch
        label="Repair by itself after a run, when all is sure and proved"
        checked={value?.byItself ?? false}
        onChange={(next) => void change(next)}
      />
    </div>
  );
}

/** The text of a spider when the dialog was opened: later edits do not begin the comparison anew. */
function useOpenedText({ project, spider }: RunSummary): { text: string | null; failed: CallError | null } {
  const [opened, setOpened] = useState<{ text: string | null; failed: CallError | null }>({
    text: null,
    failed: null,
  });
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      const failed = await openDocument({ project, spider });
      if (!isGone) setOpened({ text: getDocument({ project, spider })?.text ?? null, failed });
    };
    void open();
    return () => {
      isGone = true;
    };
  }, [project, spider]);
  return opened;
}

/** Replaces values in the open spider as one step that can be undone. False: it is not open, or nothing changes. */
function write({ project, spider }: RunSummary, replacements: readonly Replacement[]): boolean {
  const key = { project, spider };
  const before = getDocument(key)?.text ?? null;
  if (before === null) return false;
  const after = withReplacements(before, replacements);
  if (after === before) return false;
  replaceText(key, [editBetween(before, after)], 'Repair a selector');
  return true;
}

const verdicts = {
  sure: { icon: CircleCheck, tone: 'success', word: 'sure' },
  unsure: { icon: CircleHelp, tone: 'warning', word: 'one of these may be right' },
  lost: { icon: SearchX, tone: 'danger', word: 'not found again' },
  fine: { icon: CircleCheck, tone: 'success', word: 'works' },
} as const;

interface SelectorProps {
  selector: RepairedSelector;
  isUsed: boolean;
  onUse: (choice: RepairChoice) => void;
}

function Selector({ selector, isUsed, onUse }: SelectorProps) {
  const { callback, name, verdict, choices, reason, present } = selector;
  const { tone, word } = verdicts[verdict];
  return (
    <section className="runs-repair" aria-label={callback === null ? name : `${callback}.${name}`}>
      <h3>
        <code>{name}</code> <span className="muted small">{callback}</span> <Badge tone={tone}>{word}</Badge>
      </h3>
      <p className="runs-repair-line" data-side="old">
        <code>{selector.selector}</code>
        <span className="muted small">{proofWords(present)}</span>
      </p>
      {reason !== null && <p className="small">{reason}</p>}
      {choices.map((choice) => (
        <Choice choice={choice} isUsed={isUsed} onUse={() => onUse(choice)} key={choice.selector} />
      ))}
    </section>
  );
}

/** Examples that are shown at first. */
const fewExamples = 3;

function Choice({ choice, isUsed, onUse }: { choice: RepairChoice; isUsed: boolean; onUse: () => void }) {
  const [all, setAll] = useState(false);
  const { selector, why, proof } = choice;
  const examples = all ? proof.examples : proof.examples.slice(0, fewExamples);
  return (
    <div className="runs-repair-choice">
      <div className="runs-repair-line" data-side="new">
        <code>{selector}</code>
        <span className="muted small">{why}</span>
        <Button size="small" disabled={isUsed} onClick={onUse}>
          Use it
        </Button>
      </div>
      <p className="small strong">{proofWords(proof)}</p>
      {examples.length > 0 && (
        <table className="runs-numbers" aria-label="Values before and after">
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col">Before</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ url, old, fresh }, at) => (
              <tr key={`${url} ${at}`} data-changed={old !== null && old !== fresh ? true : undefined}>
                <td className="ellipsis" title={url}>
                  {pathOf(url)}
                </td>
                <td className="ellipsis">{old ?? '–'}</td>
                <td className="ellipsis">{fresh ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {proof.examples.length > fewExamples && (
        <Button size="small" variant="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${proof.examples.length}`}
        </Button>
      )}
    </div>
  );
}

function pathOf(url: string): string {
  const read = URL.parse(url);
  return read === null ? url : `${read.pathname}${read.search}`;
}
