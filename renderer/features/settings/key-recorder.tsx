import { useRef, useState } from 'react';
import { keysText, strokeOf } from '../../ui/keys.ts';
import { Button } from '../../ui/button.tsx';

interface KeyRecorderProps {
  label: string;
  onRecorded: (keys: string) => void;
  onCancel: () => void;
}

/**
 * Takes the next key press as a shortcut. A plain letter waits for a second one ("G R"), or for Enter to be taken alone;
 * Escape gives up.
 */
export function KeyRecorder({ label, onRecorded, onCancel }: KeyRecorderProps) {
  const [first, setFirst] = useState<string | null>(null);
  const field = useRef<HTMLInputElement | null>(null);
  return (
    <span className="row">
      <input
        ref={field}
        className="ui-input keyboard-recorder"
        aria-label={label}
        readOnly
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
        autoFocus
        data-records-keys
        placeholder="Press the keys"
        value={first === null ? '' : `${keysText(first)} …`}
        onBlur={(event) => {
          if (!(event.relatedTarget instanceof HTMLButtonElement)) onCancel();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') return;
          event.preventDefault();
          event.stopPropagation();
          const stroke = strokeOf(event.nativeEvent);
          if (stroke === null) return;
          if (stroke === 'Escape') onCancel();
          else if (first !== null) onRecorded(stroke === 'Enter' ? first : `${first} ${stroke}`);
          else if (/^.$/u.test(stroke)) setFirst(stroke);
          else onRecorded(stroke);
        }}
      />
      {first !== null && (
        <Button size="small" onClick={() => onRecorded(first)}>
          Take
        </Button>
      )}
    </span>
  );
}
