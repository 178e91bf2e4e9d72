import { createRoot } from 'react-dom/client';
import { connect, desktopBridge } from './client/connect.ts';
import { runFromMenu } from './commands/shortcuts.ts';
import { applyRemembered } from './state/appearance.ts';
import { setClient } from './state/client.ts';
import { followFaults } from './state/faults.ts';
import { followHost } from './state/follow.ts';
import { App } from './workbench/app.tsx';

applyRemembered();
setClient(connect());
followFaults();
followHost();
desktopBridge()?.onCommand(runFromMenu);

const root = document.querySelector('#root');
if (root !== null) createRoot(root, { onCaughtError: (error) => reportError(error) }).render(<App />);
