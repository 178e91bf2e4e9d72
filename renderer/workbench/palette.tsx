import { useState } from 'react';
import { Command as Cmdk } from 'cmdk';
import { Dialog } from 'radix-ui';
import { features } from './features.ts';
import { canRun, useRegistry, type Command } from '../commands/registry.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { KeyHint, Keycaps } from '../ui/key-hint.tsx';
import type { PaletteSource } from '../contributions/feature.ts';
import { closePalette, openPalette, useFrame } from './frame-state.ts';
import './palette.css';

const sources = features
  .flatMap((feature) => feature.palette ?? [])
  .sort((a, b) => (a.order ?? 50) - (b.order ?? 50));
/** The most results of a source. */
const shownPerSource = 50;

/** Everything by its name: spiders and runs to go to, commands to run. ">" first shows commands only. */
export function Palette() {
  const open = useFrame((state) => state.palette.open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? openPalette() : closePalette())}>
      {open && <PaletteWindow />}
    </Dialog.Root>
  );
}

function PaletteWindow() {
  const search = useFrame((state) => state.palette.search);
  const giveBack = useFocusBack();
  // The previously focused element: commands run as if called from there.
  const [origin] = useState(() => document.activeElement);
  return (
    <Dialog.Portal>
      <Dialog.Overlay className="ui-scrim" />
      <Dialog.Content className="wb-palette" aria-describedby={undefined} onCloseAutoFocus={giveBack}>
        <Dialog.Title className="visually-hidden">Go to anything</Dialog.Title>
        <PaletteContent initial={search} origin={origin} key={search} />
      </Dialog.Content>
    </Dialog.Portal>
  );
}

function PaletteContent({ initial, origin }: { initial: string; origin: Element | null }) {
  const [search, setSearch] = useState(initial);
  const commandsOnly = search.startsWith('>');
  const term = commandsOnly ? search.slice(1).trimStart() : search;
  return (
    <Cmdk label="Go to anything" loop shouldFilter filter={score}>
      <Cmdk.Input
        value={search}
        onValueChange={setSearch}
        placeholder="Go to a spider or run, or type > for commands"
        autoFocus
      />
      <Cmdk.List label="Results">
        <Cmdk.Empty>No results for “{term}”.</Cmdk.Empty>
        {!commandsOnly &&
          sources.map((source) => <SourceGroup source={source} search={term} key={source.heading} />)}
        <CommandGroups origin={origin} all={commandsOnly || term !== ''} />
      </Cmdk.List>
      <div className="wb-palette-foot" aria-hidden>
        <span>
          <Keycaps keys="Up" />
          <Keycaps keys="Down" /> move
        </span>
        <span>
          <Keycaps keys="Enter" /> open
        </span>
        <span>
          <Keycaps keys="Escape" /> close
        </span>
      </div>
    </Cmdk>
  );
}

/**
 * How well an entry fits: every word that was typed has to be in its title or keywords; beginnings of words count more
 * than middles, titles more than keywords. 0: not at all.
 */
export function score(value: string, search: string, keywords: string[] = []): number {
  const words = search.replace(/^>/u, '').toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return 1;
  const [title = value] = keywords;
  const inTitle = title.toLowerCase();
  const inAll = keywords.join(' ').toLowerCase();
  let total = 0;
  for (const word of words) {
    if (inTitle.startsWith(word)) total += 1;
    else if (startsWord(inTitle, word)) total += 0.85;
    else if (inTitle.includes(word)) total += 0.6;
    else if (startsWord(inAll, word)) total += 0.4;
    else if (inAll.includes(word)) total += 0.2;
    else return 0;
  }
  return total / words.length;
}

function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[\s\-_./:]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

function SourceGroup({ source, search }: { source: PaletteSource; search: string }) {
  // Sources are a fixed list, made when the features were loaded: this is the same hook in every render.
  // oxlint-disable-next-line react/rules-of-hooks, react/static-components -- see above
  const entries = source.useEntries(search);
  if (entries.length === 0) return null;
  return (
    <Cmdk.Group heading={source.heading}>
      {entries.slice(0, search === '' ? 8 : shownPerSource).map((entry) => (
        <Cmdk.Item
          key={entry.id}
          value={`${source.heading}:${entry.id}`}
          keywords={[entry.title, entry.detail ?? '', ...(entry.keywords ?? [])]}
          onSelect={() => {
            closePalette();
            entry.run();
          }}
        >
          {entry.icon}
          <span className="ellipsis">{entry.title}</span>
          {entry.detail !== undefined && <span className="wb-palette-detail ellipsis">{entry.detail}</span>}
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  );
}

function CommandGroups({ origin, all }: { origin: Element | null; all: boolean }) {
  const commands = useRegistry((state) => state.commands);
  const context = { target: origin };
  const shown = new Map<string, Command>();
  for (const command of commands) shown.set(command.id, command);
  const usable = [...shown.values()].filter(
    (command) =>
      command.hidden !== true && !command.id.startsWith('window.palette') && canRun(command, context),
  );
  // Commands of the screen come before those of the window.
  const groups = Map.groupBy(usable.toReversed(), (command) => command.category);
  return [...groups].map(([category, list]) => (
    <Cmdk.Group heading={category} key={category}>
      {(all ? list.toReversed() : list.toReversed().slice(0, 4)).map((command) => (
        <Cmdk.Item
          key={command.id}
          value={`command:${command.id}`}
          keywords={[command.title, category, ...(command.keywords ?? [])]}
          onSelect={() => {
            closePalette();
            // The command runs once the palette is closed and the focus is back.
            requestAnimationFrame(() => void command.run(context));
          }}
        >
          <span className="grow ellipsis">{command.title}</span>
          <KeyHint command={command.id} />
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  ));
}
