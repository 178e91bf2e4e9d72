import { useKeysOf } from './ui-context.ts';
import { keycaps, keysText } from './keys.ts';
import { classes } from './classes.ts';

/** A shortcut as keycaps. */
export function Keycaps({ keys, className }: { keys: string; className?: string }) {
  return (
    <span className={classes('ui-keys', className)}>
      <span className="visually-hidden">{keysText(keys)}</span>
      {keycaps(keys).map((caps, stroke) => (
        <span className="ui-keys-stroke" aria-hidden key={`${stroke}${caps.join('')}`}>
          {caps.map((cap) => (
            <kbd className="ui-keycap" key={cap}>
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

/** The shortcut that a command has now; nothing where it has none. */
export function KeyHint({ command, className }: { command: string; className?: string }) {
  const keys = useKeysOf(command);
  return keys === null ? null : <Keycaps keys={keys} {...(className === undefined ? {} : { className })} />;
}
