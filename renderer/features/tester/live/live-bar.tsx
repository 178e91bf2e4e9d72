import { useState, type Ref } from 'react';
import { ArrowLeft, ArrowRight, ListTree, RotateCw, Save, X } from 'lucide-react';
import type { LiveState } from '../../../../shared/contract/types.ts';
import { act } from '../../../state/act.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Input, Select } from '../../../ui/field.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { pageWidths, type PageWidth } from './page-width.ts';

const widthNames: Readonly<Record<PageWidth, string>> = {
  fit: 'Fits the pane',
  desktop: 'Desktop, 1280',
  phone: 'Phone, 390',
};

/** An address as it was typed, with a scheme. */
const withScheme = (typed: string): string => {
  const text = typed.trim();
  return /^[a-z][a-z\d+.-]*:/iu.test(text) ? text : `https://${text}`;
};

/** The bar above a live page: its history, its address, and what is kept of it. */
export function LiveBar({
  live,
  state,
  url,
  address,
  width,
  listOpen,
  saving,
  onWidth,
  onList,
  onSave,
  onClose,
}: {
  /** null: it is not there yet. */
  live: string | null;
  state: LiveState | null;
  /** Where it begins. */
  url: string;
  address: Ref<HTMLInputElement>;
  width: PageWidth;
  listOpen: boolean;
  saving: boolean;
  onWidth: (width: PageWidth) => void;
  onList: () => void;
  onSave: () => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isUsable = live !== null && state?.phase !== 'ended';
  const step = (to: 'back' | 'forward' | 'reload' | 'stop') => {
    if (live !== null)
      void act('live.navigate', { live, step: to }, { failure: 'The page does not answer.' });
  };
  const go = () => {
    if (live === null || typed === null) return;
    void act('live.navigate', { live, url: withScheme(typed) }, { failure: 'The page was not opened.' });
    setTyped(null);
  };
  const loads = state?.phase === 'loading';
  const count = state?.actions.length ?? 0;
  return (
    <Toolbar label="Live page" className="live-bar">
      <IconButton
        label="Back"
        icon={ArrowLeft}
        size="small"
        disabled={!isUsable || state?.canGoBack !== true}
        onClick={() => step('back')}
      />
      <IconButton
        label="Forward"
        icon={ArrowRight}
        size="small"
        disabled={!isUsable || state?.canGoForward !== true}
        onClick={() => step('forward')}
      />
      <IconButton
        label={loads ? 'Stop loading' : 'Load again'}
        icon={loads ? X : RotateCw}
        size="small"
        disabled={!isUsable}
        onClick={() => step(loads ? 'stop' : 'reload')}
      />
      <form
        className="live-address"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <Input
          ref={address}
          aria-label="Address of the live page"
          mono
          inputMode="url"
          disabled={!isUsable}
          value={typed ?? (state?.url === '' ? url : (state?.url ?? url))}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
        />
      </form>
      <Select
        small
        className="live-width"
        aria-label="Width of the page"
        value={width}
        options={pageWidths.map((value) => ({ value, label: widthNames[value] }))}
        onChange={onWidth}
      />
      <Button size="small" icon={Save} busy={saving} disabled={!isUsable} onClick={onSave}>
        <span className="live-word">Save this page</span>
      </Button>
      <Button size="small" icon={ListTree} aria-pressed={listOpen} disabled={!isUsable} onClick={onList}>
        <span className="live-word">Done</span> {count > 0 && <span className="numeric">{count}</span>}
      </Button>
      <IconButton label="Close the live page" icon={X} size="small" command="page.live" onClick={onClose} />
    </Toolbar>
  );
}
