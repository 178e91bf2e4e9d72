import { useEffect, useState } from 'react';
import { Download, File, FileX } from 'lucide-react';
import { fileName, type FileValue, type OpenFile } from '../../../shared/file-value.ts';
import { Button } from '../button.tsx';
import { bytes } from '../format.ts';
import { Popover } from '../popover.tsx';
import { useUi, type StoredFilePlace } from '../ui-context.ts';
import { addressOf } from './address.ts';
import { WebLink } from './web-link.tsx';
import './value.css';

/** A downloaded file: a picture as a picture, and a button that saves it. Nothing but pictures is ever shown. */
export function StoredFile({ file }: { file: FileValue }) {
  const { storedFile, notify } = useUi();
  const name = fileName(file);
  const [place, setPlace] = useState<StoredFilePlace | null>(null);
  const { sha256, type } = file;
  useEffect(() => {
    let gone = false;
    const find = async () => {
      const found = type.startsWith('image/') ? await storedFile(sha256, name) : null;
      if (!gone) setPlace(found);
    };
    void find();
    return () => {
      gone = true;
    };
  }, [storedFile, sha256, name, type]);
  const save = async () => {
    const found = await storedFile(sha256, name);
    if (found === null) {
      const hint = 'Its run may have been deleted.';
      notify({ severity: 'error', title: `${name} is not stored any more.`, hint });
      return;
    }
    const link = document.createElement('a');
    link.href = found.download;
    link.download = name;
    link.click();
  };
  const picture = place?.picture ?? null;
  return (
    <span className="ui-file">
      {picture === null ? <File size={16} aria-hidden /> : <Thumbnail picture={picture} name={name} />}
      <span className="ui-file-facts">
        <span className="ui-file-name" title={file.url}>
          {name}
        </span>
        <span className="subtle small">
          {type}, {bytes(file.bytes)}
        </span>
      </span>
      <Button
        size="small"
        variant="quiet"
        icon={Download}
        aria-label={`Save ${name}`}
        onClick={() => void save()}
      >
        Save
      </Button>
    </span>
  );
}

/** A small picture that opens a large one. */
function Thumbnail({ picture, name }: { picture: string; name: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) return <File size={16} aria-hidden />;
  const button = (
    <button type="button" className="ui-file-thumbnail" aria-label={`Show ${name}`}>
      <img src={picture} alt={name} onError={() => setBroken(true)} />
    </button>
  );
  return (
    <Popover label={name} trigger={button}>
      <img className="ui-file-picture" src={picture} alt={name} />
    </Popover>
  );
}

/** A file that is not there: its address, and why. */
export function MissingFile({ file: { url, error } }: { file: OpenFile }) {
  const address = addressOf(url);
  return (
    <span className="ui-file">
      <FileX size={16} aria-hidden />
      <span className="ui-file-facts">
        {address === null ? <span className="ui-file-name">{url}</span> : <WebLink address={address} />}
        <span className={error === undefined ? 'subtle small' : 'ui-file-error small'}>
          {error ?? 'Not downloaded yet'}
        </span>
      </span>
    </span>
  );
}
