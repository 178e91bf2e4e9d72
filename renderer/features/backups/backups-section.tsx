import { CloudUpload, Plus } from 'lucide-react';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { showAdding } from './backups-store.ts';
import { PlacePart } from './place-part.tsx';
import './backups.css';

/** Places in S3-compatible services, and the backups in them. */
export function BackupsSection() {
  const { value, error, refresh } = useCall('places.list', {});
  const plans = useCall('backups.plans', {}).value ?? [];
  if (error !== null && value === null)
    return <ErrorState error={error} title="The places could not be loaded." onRetry={refresh} />;
  if (value === null) return null;
  if (value.length === 0) {
    return (
      <EmptyState
        icon={CloudUpload}
        title="No place for backups yet"
        actions={
          <Button variant="primary" icon={Plus} onClick={() => showAdding(true)}>
            Add a place…
          </Button>
        }
      >
        Backups go to a bucket of an S3-compatible service: Amazon S3, MinIO, Ceph, Backblaze B2 and others. A
        backup has the whole workspace, and can be made while crawls run.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="backups-head">
        <h2>Places</h2>
        <Button icon={Plus} size="small" onClick={() => showAdding(true)}>
          Add a place…
        </Button>
      </div>
      {value.map((place) => (
        <PlacePart
          key={place.name}
          place={place}
          plan={plans.find((plan) => plan.place === place.name) ?? null}
        />
      ))}
      <p className="muted small">
        A backup is restored while Spider Studio is closed, by the command{' '}
        <code>spider-studio restore place:NAME --force</code>. It is checked before anything changes, and the
        present workspace is kept in a folder beside the new one.
      </p>
    </>
  );
}
