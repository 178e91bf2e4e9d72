import { useMemo, useRef, useState } from 'react';
import { CircleAlert, CircleCheck, FileUp } from 'lucide-react';
import {
  maxFileEntries,
  readQueueFile,
  type FileEntry,
  type FileProblem,
} from '../../../shared/queue-file.ts';
import type { CallError } from '../../../shared/contract/errors.ts';
import { navigate } from '../../navigation/router.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { counted } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { checkedProblems, entryArgs, entryProblems, wordsOf } from './file-entries.ts';
import { queueChanged, showAddFile } from './queue-store.ts';

/** The largest file that is read, in bytes: far more than the most crawls of a file need. */
const maxBytes = 20_000_000;
/** Rows of the preview, and problems that are listed. */
const shownRows = 8;

const example = `spider,priority,limit,arg.term
shop,10,,shoes
news,,100,`;

/** The dialog that queues the crawls of a CSV or JSON file: chosen, dropped or pasted. Nothing is queued before all of it is right. */
export function FileDialog() {
  const projects = useCall('projects.list', {}).value ?? [];
  const [chosen, setProject] = useState<string | null>(null);
  const project =
    chosen ?? projects.find(({ name }) => name === 'default')?.name ?? projects[0]?.name ?? 'default';
  const [text, setText] = useState('');
  const [unread, setUnread] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ error: CallError; problems: FileProblem[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const file = useMemo(() => (text.trim() === '' ? null : readQueueFile(text)), [text]);
  const entries = file?.entries ?? [];
  const asked = entries.slice(0, maxFileEntries).map((entry) => entryArgs(entry, project));
  const check = useCall('queue.check', asked.length === 0 ? null : { entries: asked });
  const problems = [
    ...(file?.problems ?? []),
    ...checkedProblems(check.value?.problems ?? [], entries),
    ...(refused?.problems ?? []),
  ].toSorted((a, b) => a.line - b.line);
  const ready = entries.length > 0 && problems.length === 0 && !check.loading;
  const change = (next: string) => {
    setText(next);
    setRefused(null);
    setUnread(null);
  };
  const open = async (list: FileList | null) => {
    const [first] = list ?? [];
    if (first === undefined) return;
    if (first.size > maxBytes) return setUnread(`${first.name} is too large: a file has at most 20 MB.`);
    try {
      change(await first.text());
    } catch {
      setUnread(`${first.name} could not be read: it may be a folder, or have been moved.`);
    }
  };
  const submit = async () => {
    if (!ready || busy) return;
    setBusy(true);
    const answer = await act(
      'queue.addMany',
      { entries: asked },
      {
        handle(error) {
          setRefused({ error, problems: entryProblems(error, entries) });
          return true;
        },
      },
    );
    setBusy(false);
    if (answer === null) return;
    queueChanged();
    showAddFile(false);
    toast.success(`${counted(answer.entries.length, 'crawl')} queued`);
    navigate(['queue']);
  };
  return (
    <Dialog
      open
      size="medium"
      title="Queue crawls from a file"
      description={
        <>
          CSV whose first line names the columns, or a JSON array of objects: <code>spider</code>, and where
          wanted <code>project</code>, <code>priority</code>, <code>limit</code>, <code>arg.NAME</code>,{' '}
          <code>set.KEY</code>.
        </>
      }
      onClose={() => showAddFile(false)}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => showAddFile(false)}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy} disabled={!ready}>
            {ready ? `Queue ${counted(entries.length, 'crawl')}` : 'Queue'}
          </Button>
        </>
      }
    >
      {projects.length > 1 && (
        <Field label="Project" help="For lines that name none.">
          {(ids) => (
            <Select
              {...ids}
              value={project}
              options={projects.map(({ name }) => ({ value: name, label: name }))}
              onChange={setProject}
            />
          )}
        </Field>
      )}
      <FileDrop onFiles={(list) => void open(list)} />
      <TextArea
        mono
        rows={6}
        aria-label="Text of the file"
        placeholder={`… or paste its text, for example\n\n${example}`}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {unread !== null && (
        <Notice tone="danger" icon={CircleAlert} alert>
          {unread}
        </Notice>
      )}
      {refused !== null && refused.problems.length === 0 && (
        <Notice tone="danger" icon={CircleAlert} alert>
          {[refused.error.message, refused.error.hint].filter((part) => part !== null).join(' ')}
        </Notice>
      )}
      <Problems problems={problems} />
      {ready && <Preview entries={entries} project={project} />}
    </Dialog>
  );
}

/** Where a file is dropped, with a button that chooses one. */
function FileDrop({ onFiles }: { onFiles: (files: FileList | null) => void }) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement | null>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button inside does the same by keyboard
    <div
      className="queue-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles(event.dataTransfer.files);
      }}
    >
      <FileUp size={18} aria-hidden />
      <span>
        Drop a file here
        <span className="subtle small"> (at most {counted(maxFileEntries, 'crawl')})</span>, or
      </span>
      <Button size="small" autoFocus onClick={() => picker.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,.tsv,.txt,.json,text/csv,application/json"
        hidden
        aria-label="File of crawls"
        onChange={(event) => {
          onFiles(event.target.files);
          // Otherwise choosing the same file again fires no event.
          event.target.value = '';
        }}
      />
    </div>
  );
}

function Problems({ problems }: { problems: readonly FileProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div role="alert">
      <p className="queue-file-head" data-tone="danger">
        <CircleAlert size={15} aria-hidden />
        {counted(problems.length, 'problem')}: nothing is queued before all of the file is right
      </p>
      <ul className="queue-problems" aria-label="Problems of the file">
        {problems.slice(0, shownRows).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <span className="subtle numeric">Line {line}</span> <span>{message}</span>
          </li>
        ))}
        {problems.length > shownRows && (
          <li className="subtle">… and {counted(problems.length - shownRows, 'more problem')}</li>
        )}
      </ul>
    </div>
  );
}

function Preview({ entries, project }: { entries: readonly FileEntry[]; project: string }) {
  return (
    <div>
      <p className="queue-file-head" data-tone="success" role="status">
        <CircleCheck size={15} aria-hidden />
        {counted(entries.length, 'crawl')} will be queued
      </p>
      <table className="queue-preview" aria-label="Preview of the crawls">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Spider</th>
            <th scope="col">Priority</th>
            <th scope="col">Options</th>
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, shownRows).map((entry) => (
            <tr key={entry.line}>
              <td className="subtle numeric">{entry.line}</td>
              <td>
                {(entry.project ?? project) === 'default' ? '' : `${entry.project ?? project} / `}
                {entry.spider}
              </td>
              <td className="numeric">{entry.priority ?? 0}</td>
              <td className="muted">{wordsOf(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > shownRows && (
        <p className="subtle small">… and {counted(entries.length - shownRows, 'more')}</p>
      )}
    </div>
  );
}
