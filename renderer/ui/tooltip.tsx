import type { ReactElement } from 'react';
import { Tooltip as Radix } from 'radix-ui';
import { useKeysOf } from './ui-context.ts';
import { Keycaps } from './key-hint.tsx';
import './tooltip.css';

/** See `Tooltip`. */
export interface TooltipProps {
  text: string;
  /** The id of a command: its shortcut is shown beside the text. */
  command?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can be pointed at and focused. */
  children: ReactElement;
}

/** A text that appears when its child is pointed at or focused. */
export function Tooltip({ text, command, side = 'bottom', children }: TooltipProps) {
  const keys = useKeysOf(command);
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="ui-tooltip" side={side} sideOffset={5} collisionPadding={8}>
          {text}
          {keys !== null && <Keycaps keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps the application. Tooltips appear after a delay, or at once if another one was just shown. */
export const TooltipProvider = ({ children }: { children: ReactElement }) => (
  <Radix.Provider delayDuration={450} skipDelayDuration={250}>
    {children}
  </Radix.Provider>
);
