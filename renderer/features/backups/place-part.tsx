import { useState } from 'react';
import { CircleCheck, CloudUpload, FlaskConical, ShieldCheck, Trash2 } from 'lucide-react';
import type { BackupPlan, Place, StoredBackup } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { useTopicState } from '../../state/topics.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { agoInWords, bytes, counted, dateTime } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { backUp, readBackupsAgain, useBackups, verify, type BackupWork } from './backups-store.ts';

/** A place: what it is, how its planned backups go, and the backups in it. @param plan null: none is made by the clock */
export function PlacePart({ place, plan }: { place: Place; plan: BackupPlan | null }) {
  const { name, bucket, prefix, endpoint } = place;
  const work = useBackups((state) => state.work);
  const [testing, setTesting] = useState(false);
  const test = async () => {
    setTesting(true);
    const tested = await act('places.test', { name }, { failure: `${name} does not work.` });
    setTesting(false);
    if (tested !== null)
      toast.success(`${name} works`, { message: 'An object was written, listed, read and deleted.' });
  };
  const remove = async () => {
    const agreed = await confirm({
      title: 'Forget the place?',
      message: `What is stored in ${name} stays there.`,
      confirm: 'Forget',
      danger: true,
    });
    if (!agreed) return;
    await act('places.remove', { name }, { failure: `${name} was not removed.` });
    readBackupsAgain();
  };
  return (
    <section className="settings-group" aria-label={`Place ${name}`}>
      <div className="backups-place-head">
        <div className="grow">
          <h3>{name}</h3>
          <p className="mono small">
            s3://{bucket}
            {prefix === '' ? '' : `/${prefix}`} · {endpoint ?? 'Amazon S3'}
          </p>
        </div>
        <div className="backups-actions">
          <Button
            size="small"
            variant="primary"
            icon={CloudUpload}
            disabled={work !== null}
            aria-label={`Back up now to ${name}`}
            onClick={() => void backUp(name)}
          >
            Back up now
          </Button>
          <Button
            size="small"
            icon={FlaskConical}
            busy={testing}
            aria-label={`Test ${name}`}
            onClick={() => void test()}
          >
            Test
          </Button>
          <IconButton label={`Forget ${name}`} icon={Trash2} size="small" onClick={() => void remove()} />
        </div>
      </div>
      {work?.place === name && <Work work={work} />}
      <PlanNote name={name} plan={plan} />
      <Stored name={name} busy={work !== null} />
    </section>
  );
}

function Work({ work: { operation, what, abort } }: { work: BackupWork }) {
  const progress = useTopicState('progress', { operation });
  return (
    <div className="backups-note" role="status">
      <div className="backups-head">
        <p className="small muted">
          {what === 'sending' ? 'Copying and sending…' : 'Reading and comparing…'}
        </p>
        <Button size="small" onClick={() => abort.abort()}>
          Cancel
        </Button>
      </div>
      <ProgressBar label="Progress of the backup" value={progress?.percent ?? null} max={100} />
    </div>
  );
}

function PlanNote({ name, plan }: { name: string; plan: BackupPlan | null }) {
  if (plan === null) {
    return (
      <p className="backups-note muted small">
        No backups by the clock.{' '}
        <code>spider-studio backup schedule {name} --cron &quot;30 2 * * *&quot;</code> adds them.
      </p>
    );
  }
  const { cron, zone, nextAt, last } = plan;
  return (
    <div className="backups-note small">
      <p className="muted">
        By the clock: <code>{cron}</code> ({zone}){nextAt === null ? '' : `, next ${dateTime(nextAt)}`}
      </p>
      {last !== null && (
        <p className={last.problem === null ? 'muted' : 'backups-problem'} title={dateTime(last.at)}>
          {last.problem === null ? `The last one was fine, ${agoInWords(last.at)}.` : last.problem}
        </p>
      )}
    </div>
  );
}

function Stored({ name, busy }: { name: string; busy: boolean }) {
  const { value, error, refresh } = useCall('backups.stored', { target: `place:${name}` });
  if (error !== null && value === null) {
    return (
      <div className="backups-row">
        <p className="backups-problem small grow" role="alert">
          {error.message} {error.hint}
        </p>
        <Button size="small" aria-label={`Read ${name} again`} onClick={refresh}>
          Again
        </Button>
      </div>
    );
  }
  if (value === null) return <p className="backups-note muted small">Reading the backups…</p>;
  if (value.backups.length === 0) return <p className="backups-note muted small">No backup yet.</p>;
  return (
    <ul aria-label={`Backups in ${name}`}>
      {value.backups.map((backup) => (
        <Row key={backup.id} name={name} backup={backup} busy={busy} />
      ))}
    </ul>
  );
}

function Row({ name, backup, busy }: { name: string; backup: StoredBackup; busy: boolean }) {
  const { id, createdAt, verifiedAt, spiders, runs, items } = backup;
  return (
    <li className="backups-row">
      <div className="grow">
        <p title={id}>{dateTime(createdAt)}</p>
        <p className="muted small">
          {bytes(backup.bytes)} · {counted(spiders, 'spider')}, {counted(runs, 'run')},{' '}
          {counted(items, 'item')}
        </p>
      </div>
      {verifiedAt === null ? (
        <Button
          size="small"
          icon={ShieldCheck}
          disabled={busy}
          aria-label={`Verify the backup of ${dateTime(createdAt)}`}
          onClick={() => void verify(name, id)}
        >
          Verify
        </Button>
      ) : (
        <p className="small row" title={dateTime(verifiedAt)}>
          <CircleCheck size={14} aria-hidden /> Verified
        </p>
      )}
    </li>
  );
}
