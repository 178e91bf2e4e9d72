import { useRef } from 'react';
import { PanelLeft, Route, WandSparkles, X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { Pane, SplitPanes } from '../../ui/split-panes.tsx';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { runCommand } from '../../commands/registry.ts';
import type { SpiderKey } from '../../spider-document/document.ts';
import { setJsonOpen } from '../../spider-document/json-open.ts';
import { BottomPanel } from './bottom-panel.tsx';
import { FormPane } from './form/form-pane.tsx';
import {
  setMode,
  setPanesShown,
  toggleExplain,
  useMode,
  usePanel,
  usePanesShown,
  useWiderThan,
} from './layout.ts';
import type { Mode } from './layout.ts';
import { ProblemCounter } from './problem-counter.tsx';
import { TextPane } from './text-pane.tsx';

const modes: readonly { mode: Mode; title: string; command: string }[] = [
  { mode: 'text', title: 'Text', command: 'author.show-text' },
  { mode: 'form', title: 'Form', command: 'author.show-form' },
  { mode: 'both', title: 'Both', command: 'author.show-both' },
];

/** The JSON of the spider as text, as a form, or both, and what is wrong with it. */
export function SpiderPane(key: SpiderKey) {
  const mode = useMode();
  const panel = usePanel();
  const panes = usePanesShown();
  return (
    <section className="author-spider" aria-label="Spider">
      <Toolbar label="Spider" className="author-bar">
        <div className="author-modes" role="group" aria-label="Show the spider as">
          {modes.map((each) => (
            <button
              key={each.mode}
              type="button"
              aria-pressed={each.mode === mode}
              className={classes('author-mode', each.mode === mode && 'author-mode-chosen')}
              onClick={() => setMode(each.mode)}
            >
              {each.title}
            </button>
          ))}
        </div>
        <ProblemCounter {...key} />
        <ToolbarSpace />
        <IconButton
          label="Explain a URL"
          icon={Route}
          size="small"
          command="author.explain"
          pressed={panel === 'explain'}
          onClick={() => toggleExplain(panel)}
        />
        <IconButton
          label="Format"
          icon={WandSparkles}
          size="small"
          command="author.format"
          onClick={() => runCommand('author.format')}
        />
        <IconButton
          label={panes ? 'Hide page and table' : 'Show page and table'}
          icon={PanelLeft}
          size="small"
          command="author.side-panes"
          pressed={panes}
          onClick={() => setPanesShown(!panes)}
        />
        <IconButton
          label="Close the JSON"
          icon={X}
          size="small"
          command="author.json"
          onClick={() => setJsonOpen(false)}
        />
      </Toolbar>
      <Body {...key} mode={mode} />
      {panel !== 'none' && <BottomPanel {...key} panel={panel} />}
    </section>
  );
}

function Body({ mode, ...key }: SpiderKey & { mode: Mode }) {
  const box = useRef<HTMLDivElement | null>(null);
  const wide = useWiderThan(box, 760);
  const text = (
    <div className="author-text" data-pane="spider-text">
      <ErrorBoundary name="The editor">
        <TextPane {...key} />
      </ErrorBoundary>
    </div>
  );
  const form = (
    <ErrorBoundary name="The form">
      <FormPane {...key} />
    </ErrorBoundary>
  );
  return (
    <div className="author-body" ref={box}>
      {mode === 'text' && text}
      {mode === 'form' && (
        <>
          {form}
          {/* The editor keeps the steps that can be undone, also for the form. */}
          <div hidden>{text}</div>
        </>
      )}
      {mode === 'both' && (
        <SplitPanes
          name={wide ? 'author-both' : 'author-both-narrow'}
          direction={wide ? 'horizontal' : 'vertical'}
          className={wide ? '' : 'author-stacked'}
        >
          <Pane id="form" label="Form" size={50} min={wide ? 160 : 214}>
            {form}
          </Pane>
          <Pane id="text" label="Text" size={50} min={wide ? 120 : 80}>
            {text}
          </Pane>
        </SplitPanes>
      )}
    </div>
  );
}
