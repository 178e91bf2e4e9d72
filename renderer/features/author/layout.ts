import { useLayoutEffect, useState, type RefObject } from 'react';
import { keyOf, type SpiderKey } from '../../spider-document/document.ts';
import { setJsonOpen, useJsonOpen } from '../../spider-document/json-open.ts';
import { setPreferences, usePreference } from '../../state/preferences.ts';
import { showAndFocus } from '../../ui/split-panes.tsx';

/** How a spider is shown. */
export type Mode = 'text' | 'form' | 'both';

/** The panel below a spider. */
export type Panel = 'problems' | 'explain' | 'none';

const modes: readonly Mode[] = ['text', 'form', 'both'];
const panels: readonly Panel[] = ['problems', 'explain', 'none'];

/** The spider whose editor gets the keyboard as soon as it is there: it comes some frames after the JSON was opened. */
let awaited: string | null = null;

/** Opens or closes the JSON. The keyboard goes into the text, and back to the page. */
export function openJson(key: SpiderKey, open: boolean): void {
  awaited = open ? keyOf(key) : null;
  setJsonOpen(open);
  if (!open) requestAnimationFrame(() => showAndFocus('[data-pane="page"] [data-pane-focus]'));
}

/** Whether the editor that shows a spider from now on gets the keyboard. It does once. */
export function takesFocus(key: SpiderKey): boolean {
  const takes = awaited === keyOf(key);
  awaited = null;
  return takes;
}

/** How the spider is shown: as text, as a form, or both. Remembered. */
export function useMode(): Mode {
  const chosen = usePreference((preferences) => preferences.choices['author.mode']);
  return modes.find((mode) => mode === chosen) ?? 'text';
}

/** Opens the JSON as text, as a form, or as both, and remembers the choice. */
export const setMode = (mode: Mode) =>
  void setPreferences({ choices: { 'author.mode': mode, 'author.json': true } });

/** What is open below the JSON; nothing is while that is closed. Remembered. */
export function usePanel(): Panel {
  const chosen = usePreference((preferences) => preferences.choices['author.panel']);
  const open = useJsonOpen();
  return panels.find((panel) => open && panel === chosen) ?? 'none';
}

/** Opens a panel below the JSON, with the JSON, or closes it, and remembers the choice. */
export const setPanel = (panel: Panel) =>
  void setPreferences({
    choices: { 'author.panel': panel, ...(panel === 'none' ? {} : { 'author.json': true }) },
  });

/** Opens or closes the panel that explains a URL. */
export function toggleExplain(panel: Panel): void {
  setPanel(panel === 'explain' ? 'none' : 'explain');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.author-explain input')?.focus());
}

/** Whether page and table are shown beside the JSON. Remembered. */
export const usePanesShown = () =>
  usePreference((preferences) => preferences.choices['author.side-panes'] !== false);

/** Shows or hides page and table beside the JSON, and remembers the choice. */
export const setPanesShown = (shown: boolean) =>
  void setPreferences({ choices: { 'author.side-panes': shown ? null : false } });

/** Whether an element is at least so wide, in pixels; followed while it is shown. */
export function useWiderThan(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setWide(box.clientWidth >= width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, width]);
  return wide;
}
