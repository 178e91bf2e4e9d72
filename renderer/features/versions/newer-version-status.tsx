import { ArrowUpCircle } from 'lucide-react';
import { putAwayVersion, putAwayVersionName } from '../../../shared/contract/version-choices.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import './versions.css';

/** The notice of a newer version in the status bar, until it is dismissed; nothing if there is none. */
export function NewerVersionStatus() {
  const { value } = useCall('app.newerVersion', {});
  const putAway = usePreference((preferences) => putAwayVersion(preferences.choices));
  const newer = value?.newer ?? null;
  if (newer === null || newer.version === putAway) return null;
  const { version, url, notes } = newer;
  return (
    <Popover
      label={`Version ${version}`}
      side="top"
      align="end"
      trigger={
        <button type="button" className="wb-status-item">
          <ArrowUpCircle size={13} aria-hidden />
          Version {version} is there
        </button>
      }
    >
      <div className="versions-newer">
        <p>Spider Studio {version} can be downloaded. Nothing is installed automatically.</p>
        {notes !== null && <p className="muted">{notes}</p>}
        <div className="row">
          <a className="grow" href={url} target="_blank" rel="noreferrer">
            Open its page
          </a>
          <Button
            size="small"
            onClick={() => void setPreferences({ choices: { [putAwayVersionName]: version } })}
          >
            Do not show it again
          </Button>
        </div>
      </div>
    </Popover>
  );
}
