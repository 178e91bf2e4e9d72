import { useRef, useState, type KeyboardEvent } from 'react';
import { getDocument, type SpiderKey } from '../../../spider-document/document.ts';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { renameField, whyNotNamed } from './write-field.ts';
import './hand.css';

/** The name of a field. It is changed by Enter or by leaving it, as one step; Escape leaves it as it was. */
export function NameInput({
  spiderKey: key,
  path,
  label,
  className = '',
  onDone,
}: {
  spiderKey: SpiderKey;
  path: JsonPath;
  label: string;
  className?: string;
  /** Called when the keyboard is done here. */
  onDone?: () => void;
}) {
  const name = String(path.at(-1) ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const against = typed === null ? null : whyNotNamed(getDocument(key)?.text ?? '', path, typed);
  const given = useRef(false);
  const finish = () => {
    if (typed !== null && against === null && !given.current) renameField(key, path, typed);
    given.current = false;
    setTyped(null);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || against !== null)) return;
    event.stopPropagation();
    given.current = event.key === 'Escape';
    finish();
    // Leaving the field now must not rename it once more.
    given.current = true;
    onDone?.();
    given.current = false;
  };
  return (
    <Tooltip text={against ?? 'Rename the field'}>
      <input
        className={`hand-name ${className}`}
        aria-label={label}
        aria-invalid={against !== null || undefined}
        size={Math.max(3, (typed ?? name).length)}
        spellCheck={false}
        autoComplete="off"
        value={typed ?? name}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={finish}
        onKeyDown={press}
      />
    </Tooltip>
  );
}
