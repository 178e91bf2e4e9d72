import '../styles/tokens.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { applyRemembered } from '../state/appearance.ts';
import { setClient } from '../state/client.ts';
import { followHost } from '../state/follow.ts';
import { App } from '../workbench/app.tsx';
import { createSampleClient } from './sample-client.ts';
import { Gallery } from './gallery.tsx';

applyRemembered();
const parts = new URLSearchParams(window.location.search);
setClient(createSampleClient(parts.has('empty'), Number(parts.get('spiders') ?? 12)));
followHost();

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(parts.has('window') ? <App /> : <Gallery />);
