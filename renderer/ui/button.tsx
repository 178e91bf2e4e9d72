import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { LucideIcon } from 'lucide-react';
import { useKeysOf } from './ui-context.ts';
import { ariaKeys } from './keys.ts';
import { classes } from './classes.ts';
import { Spinner } from './progress.tsx';
import { Tooltip } from './tooltip.tsx';
import './button.css';

/** See `Button`. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: the main action; `danger`: it deletes something. Default `normal`. */
  variant?: 'primary' | 'normal' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: LucideIcon;
  /** Shows that its action is running, and disables it. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with a text. */
export function Button({
  variant = 'normal',
  size = 'normal',
  icon: Icon,
  busy = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- it has one: button, unless told otherwise
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes(
        'ui-button',
        `ui-button-${variant}`,
        size === 'small' && 'ui-button-small',
        className,
      )}
    >
      {busy ? <Spinner /> : Icon !== undefined && <Icon size={size === 'small' ? 13 : 14} aria-hidden />}
      {children}
    </button>
  );
}

/** See `IconButton`. */
export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What it does; its name for screen readers, and the tooltip. */
  label: string;
  icon: LucideIcon;
  /** The command it stands for: its shortcut is in the tooltip. */
  command?: string;
  size?: 'normal' | 'small';
  /** For a button that is on or off. */
  pressed?: boolean;
  badge?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with an icon only; its label is the tooltip. */
export function IconButton({
  label,
  icon: Icon,
  command,
  size = 'normal',
  pressed,
  badge,
  className,
  ...rest
}: IconButtonProps) {
  const keys = useKeysOf(command);
  return (
    <Tooltip text={label} command={command}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={keys === null ? undefined : ariaKeys(keys)}
        className={classes('ui-icon-button', size === 'small' && 'ui-icon-button-small', className)}
      >
        <Icon size={size === 'small' ? 14 : 16} aria-hidden />
        {badge}
      </button>
    </Tooltip>
  );
}
