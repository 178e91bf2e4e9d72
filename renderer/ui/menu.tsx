import { useRef, type ReactElement, type ReactNode } from 'react';
import { ContextMenu as RadixContext, DropdownMenu as Radix } from 'radix-ui';
import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import { Keycaps } from './key-hint.tsx';
import { useKeysOf, useUi } from './ui-context.ts';
import './menu.css';

/** Something to choose. */
export interface MenuItem {
  readonly kind?: 'item';
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The command it stands for: its shortcut is shown; without `run`, the command is run. */
  readonly command?: string;
  readonly run?: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For a choice among entries, or something that is on or off. */
  readonly checked?: boolean;
  /** Stays open after it was chosen, for example in a list of columns. */
  readonly keepOpen?: boolean;
  /** It takes the keyboard elsewhere, so the menu does not give it back. */
  readonly focuses?: boolean;
}

/** An entry of a menu. */
export type MenuEntry =
  | MenuItem
  | { readonly kind: 'separator' }
  | { readonly kind: 'heading'; readonly label: string }
  | {
      readonly kind: 'submenu';
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly entries: MenuEntries;
    };

/** The entries of a menu; what is false, null or undefined is left out. */
export type MenuEntries = readonly (MenuEntry | false | null | undefined)[];

/** See `Menu`. */
export interface MenuProps {
  entries: MenuEntries;
  /** The button that opens it. */
  children: ReactElement;
  align?: 'start' | 'center' | 'end';
  onOpenChange?: (open: boolean) => void;
}

/** A menu below a button. */
export function Menu({ entries, children, align = 'start', onOpenChange }: MenuProps) {
  return (
    <Radix.Root modal={false} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="ui-menu" align={align} sideOffset={4} collisionPadding={8} loop>
          <Entries entries={entries} parts={Radix} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** See `ContextMenu`. */
export interface ContextMenuProps {
  entries: MenuEntries;
  /** What is right-clicked, or has the focus when the menu key or Shift+F10 is pressed. */
  children: ReactElement;
}

/** A menu for a right click, the menu key and Shift+F10. */
export function ContextMenu({ entries, children }: ContextMenuProps) {
  const keepsFocus = useRef(false);
  return (
    <RadixContext.Root modal={false}>
      <RadixContext.Trigger asChild>{children}</RadixContext.Trigger>
      <RadixContext.Portal>
        <RadixContext.Content
          className="ui-menu"
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => {
            if (keepsFocus.current) event.preventDefault();
            keepsFocus.current = false;
          }}
        >
          <Entries
            entries={entries}
            parts={RadixContext}
            onChoose={({ focuses = false }) => {
              keepsFocus.current = focuses;
            }}
          />
        </RadixContext.Content>
      </RadixContext.Portal>
    </RadixContext.Root>
  );
}

/** See `PlacedMenu`. */
export interface PlacedMenuProps {
  label: string;
  entries: MenuEntries;
  /** Where it opens, in pixels from the upper left corner of the window. */
  at: { readonly left: number; readonly top: number };
  /** It was left, with or without a choice. What has the focus then is up to the caller. */
  onClose: () => void;
}

/** An open menu at a place of the window, for what no element of this document stands for. */
export const PlacedMenu = ({ label, entries, at, onClose }: PlacedMenuProps) => (
  <Radix.Root open onOpenChange={(open) => !open && onClose()}>
    <Radix.Trigger asChild>
      <span className="ui-menu-place" style={at} tabIndex={-1} aria-hidden />
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        className="ui-menu"
        aria-labelledby={undefined}
        aria-label={label}
        align="start"
        collisionPadding={8}
        loop
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <Entries entries={entries} parts={Radix} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

/** What both kinds of menu are made of. */
type Parts = Pick<
  typeof Radix,
  | 'Item'
  | 'CheckboxItem'
  | 'ItemIndicator'
  | 'Separator'
  | 'Label'
  | 'Sub'
  | 'SubTrigger'
  | 'SubContent'
  | 'Portal'
>;

interface EntriesProps {
  entries: MenuEntries;
  parts: Parts;
  /** Called before an entry is run. */
  onChoose?: (entry: MenuItem) => void;
}

function Entries({ entries, ...rest }: EntriesProps): ReactNode {
  const { parts } = rest;
  const shown = entries.filter((entry) => entry !== false && entry !== null && entry !== undefined);
  return shown.map((entry, index) => {
    if (entry.kind === 'separator')
      return <parts.Separator className="ui-menu-separator" key={`-${index}`} />;
    if (entry.kind === 'heading') {
      return (
        <parts.Label className="ui-menu-heading" key={entry.label}>
          {entry.label}
        </parts.Label>
      );
    }
    if (entry.kind === 'submenu') {
      return (
        <parts.Sub key={entry.label}>
          <parts.SubTrigger className="ui-menu-item">
            <span className="ui-menu-icon">
              {entry.icon !== undefined && <entry.icon size={14} aria-hidden />}
            </span>
            <span className="grow">{entry.label}</span>
            <ChevronRight size={13} aria-hidden />
          </parts.SubTrigger>
          <parts.Portal>
            <parts.SubContent className="ui-menu" sideOffset={2} collisionPadding={8} loop>
              <Entries {...rest} entries={entry.entries} />
            </parts.SubContent>
          </parts.Portal>
        </parts.Sub>
      );
    }
    return <Item {...rest} entry={entry} key={`${entry.command ?? ''}${entry.label}`} />;
  });
}

function Item({ entry, parts, onChoose }: Omit<EntriesProps, 'entries'> & { entry: MenuItem }) {
  const { commands } = useUi();
  const keys = useKeysOf(entry.command);
  const choose = (event: Event) => {
    onChoose?.(entry);
    if (entry.keepOpen === true) event.preventDefault();
    if (entry.run !== undefined) entry.run();
    else if (entry.command !== undefined) commands.run(entry.command);
  };
  const content = (
    <>
      <span className="grow">{entry.label}</span>
      {keys !== null && <Keycaps keys={keys} />}
    </>
  );
  if (entry.checked !== undefined) {
    return (
      <parts.CheckboxItem
        className="ui-menu-item"
        checked={entry.checked}
        disabled={entry.disabled === true}
        onSelect={choose}
      >
        <span className="ui-menu-icon">
          <parts.ItemIndicator>
            <Check size={14} aria-hidden />
          </parts.ItemIndicator>
        </span>
        {content}
      </parts.CheckboxItem>
    );
  }
  return (
    <parts.Item
      className="ui-menu-item"
      data-danger={entry.danger === true || undefined}
      disabled={entry.disabled === true}
      onSelect={choose}
    >
      <span className="ui-menu-icon">{entry.icon !== undefined && <entry.icon size={14} aria-hidden />}</span>
      {content}
    </parts.Item>
  );
}
