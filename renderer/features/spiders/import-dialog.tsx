import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CircleAlert, CircleCheck, FileUp } from 'lucide-react';
import type { Result } from '../../../shared/contract/errors.ts';
import type { SavedSpider } from '../../../shared/contract/types.ts';
import { spiderLimits } from '../../../shared/spider/limits.ts';
import { getClient } from '../../state/client.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Spinner } from '../../ui/progress.tsx';
import { navigate } from '../../navigation/router.ts';
import { closeDialog, type SpiderFile } from './dialogs-store.ts';
import { importedWords } from './imported-words.ts';
import { problemsOf } from './problem-list.tsx';
import { ProjectSelect, useProject } from '../../run-options/project-select.tsx';
import { ConversionReport } from './conversion.tsx';
import { readDropped } from './dropped-files.ts';
import { joined, readFiles, spiderFileTypes } from './read-files.ts';
import { useConverted } from './use-converted.ts';

type Check = Result<SavedSpider> | null;

/** Imports spider files that are chosen, dropped or pasted. Each is checked first, and the dialog says what will happen to it. */
export function ImportDialog({
  project: wanted,
  files: given,
}: {
  project: string | null;
  files: readonly SpiderFile[];
}) {
  const standard = useProject(wanted);
  const [chosenProject, setProject] = useState<string | null>(null);
  const project = chosenProject ?? standard;
  const [chosen, setFiles] = useState(given);
  const [pasted, setPasted] = useState('');
  const [busy, setBusy] = useState(false);
  const files =
    pasted.trim() === '' ? chosen : [...chosen, { name: 'pasted text', text: pasted, problem: null }];
  const spiders = useConverted(files);
  const shown = spiders ?? files;
  const checks = useChecks(project, spiders ?? []);

  const add = async (reading: Promise<SpiderFile[]>) => {
    const read = await reading;
    setFiles((before) => joined(before, read));
  };
  const good = shown.filter((_, index) => checks[index]?.ok === true);
  const store = async () => {
    if (good.length === 0) return;
    setBusy(true);
    const stored = await storeFiles(project, good);
    setBusy(false);
    const [first] = stored;
    if (first === undefined) return;
    closeDialog();
    toast.success(importedWords(stored));
    if (stored.length === 1) navigate(['spider', first.project, first.spider, 'author']);
  };
  return (
    <Dialog
      open
      size="medium"
      title="Import spiders"
      onClose={closeDialog}
      onSubmit={() => void store()}
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={good.length === 0}>
            {good.length > 1 ? `Import ${good.length} spiders` : 'Import'}
          </Button>
        </>
      }
    >
      <ProjectSelect value={project} onChange={setProject} label="Into the project" />
      <DropArea
        onFiles={(list) => void add(readFiles([...(list ?? [])]))}
        onDropped={(transfer) => void add(readDropped(transfer))}
      />
      <TextArea
        mono
        rows={5}
        aria-label="Text of a spider"
        placeholder="… or paste the text of a spider, also of another tool"
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      {files.length > 0 && (
        <ul className="spiders-files" aria-label="Import preview">
          {shown.map((file, index) => (
            <li key={`${index}${file.name}`}>
              <FileOutcome file={file} check={checks[index] ?? null} />
              {file.conversion !== undefined && <ConversionReport {...file.conversion} />}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** The result of checking each file, by its index; checked one after the other. */
function useChecks(project: string, files: readonly SpiderFile[]): readonly Check[] {
  const [checks, setChecks] = useState<readonly Check[]>([]);
  const key = JSON.stringify([project, files.map((file) => file.text)]);
  useEffect(() => {
    const abort = new AbortController();
    setChecks([]);
    const check = async () => {
      for (const [index, file] of files.entries()) {
        if (file.problem !== null) continue;
        const answer = await getClient().call(
          'spiders.import',
          { project, text: file.text, file: file.name, dryRun: true },
          { signal: abort.signal },
        );
        if (abort.signal.aborted) return;
        setChecks((before) => Object.assign([...before], { [index]: answer }));
      }
    };
    void check();
    return () => abort.abort();
  }, [key]);
  return checks;
}

/** Stores files as spiders; reports those that fail. */
async function storeFiles(project: string, files: readonly SpiderFile[]): Promise<SavedSpider[]> {
  const stored: SavedSpider[] = [];
  for (const { name, text } of files) {
    const answer = await getClient().call('spiders.import', { project, text, file: name, dryRun: false });
    if (answer.ok) stored.push(answer.value);
    else toast.error(answer.error, `${name} was not imported`);
  }
  return stored;
}

/** Where files are dropped, with a button that chooses them. */
function DropArea({
  onFiles,
  onDropped,
}: {
  onFiles: (files: FileList | null) => void;
  onDropped: (transfer: DataTransfer) => void;
}) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement | null>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button inside does the same by keyboard
    <div
      className="spiders-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDropped(event.dataTransfer);
      }}
    >
      <FileUp size={18} aria-hidden />
      <span>
        Drop spider files or a folder here
        <span className="subtle small"> (each at most {spiderLimits})</span>, or
      </span>
      <Button size="small" autoFocus onClick={() => picker.current?.click()}>
        Choose files
      </Button>
      <input
        ref={picker}
        type="file"
        accept={spiderFileTypes}
        multiple
        hidden
        aria-label="Spider files"
        onChange={(event) => {
          onFiles(event.target.files);
          // Otherwise choosing the same file again fires no event.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function FileOutcome({ file, check }: { file: SpiderFile; check: Check }) {
  if (file.problem !== null) return <Refused file={file}>{file.problem}</Refused>;
  if (check === null) {
    return (
      <>
        <Spinner />
        <span className="ellipsis">{file.name}</span>
        <span className="subtle">being checked</span>
      </>
    );
  }
  if (check.ok) {
    const { spider, created, unchanged, version, problems } = check.value;
    const what = unchanged ? 'already exists, unchanged' : created ? 'is new' : `becomes version ${version}`;
    return (
      <>
        <CircleCheck size={15} aria-hidden className="spiders-good" />
        <span className="ellipsis">{file.name}</span>
        <span className="muted">
          “{spider}” {what}
          {problems.length > 0 && `, with ${counted(problems.length, 'warning')}`}
        </span>
      </>
    );
  }
  const problems = problemsOf(check.error);
  return (
    <Refused file={file}>
      {problems.length === 0 ? check.error.message : problems.slice(0, 3).join(' ')}
      {problems.length > 3 && ` … and ${counted(problems.length - 3, 'more problem')}`}
    </Refused>
  );
}

const Refused = ({ file, children }: { file: SpiderFile; children: ReactNode }) => (
  <>
    <CircleAlert size={15} aria-hidden className="spiders-bad" />
    <span className="ellipsis">{file.name}</span>
    <span className="spiders-why">{children}</span>
  </>
);
