import '../styles/tokens.css';
import '../styles/base.css';
import { StrictMode, useEffect } from 'react';
import { registerCommands } from '../commands/registry.ts';
import { listenForShortcuts } from '../commands/shortcuts.ts';
import { LogIn } from '../contributions/log-in.ts';
import { RunRows } from '../contributions/run-rows.ts';
import { StartRequestAction } from '../contributions/start-request-action.ts';
import { VersionMark } from '../contributions/version-mark.ts';
import { SpiderPanes } from '../contributions/spider-panes.ts';
import { features, logIn, runRows, spiderPanes, startRequestAction, versionMark } from './features.ts';
import { useAppearance } from '../state/appearance.ts';
import { Questions } from './questions.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Toasts } from './toasts.tsx';
import { ConnectionLost } from './connection-lost.tsx';
import { Palette } from './palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { windowCommands } from './window-commands.ts';
import { UiProvider } from './ui-provider.tsx';
import { Workbench } from './workbench.tsx';

/** The whole window. A client was set before (`setClient`), and the host is being followed (`followHost`). */
export function App() {
  useAppearance();
  useEffect(() => {
    const ends = [
      listenForShortcuts(),
      registerCommands([...windowCommands, ...features.flatMap((feature) => feature.commands ?? [])]),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <StrictMode>
      <UiProvider>
        <ErrorBoundary name="The window">
          <SpiderPanes value={spiderPanes}>
            <RunRows value={runRows}>
              <VersionMark value={versionMark}>
                <LogIn value={logIn}>
                  <StartRequestAction value={startRequestAction}>
                    <Workbench />
                  </StartRequestAction>
                </LogIn>
              </VersionMark>
            </RunRows>
          </SpiderPanes>
          {features.map(
            ({ id, background: Background }) => Background !== undefined && <Background key={id} />,
          )}
          <Palette />
          <ShortcutSheet />
          <Questions />
          <ConnectionLost />
          <Toasts />
        </ErrorBoundary>
      </UiProvider>
    </StrictMode>
  );
}
