import { CloudUpload } from 'lucide-react';
import type { Feature } from '../../contributions/feature.ts';
import { href, navigate } from '../../navigation/router.ts';
import { loadPart } from '../../state/load-part.ts';
import { PlaceDialogHost } from './place-dialog-host.tsx';

const BackupsSection = loadPart(async () => (await import('./backups-section.tsx')).BackupsSection);

const keywords = ['backup', 's3', 'cloud', 'restore', 'bucket', 'place', 'copy'];

/** Backups in S3-compatible services: a section of the settings. */
export const feature: Feature = {
  id: 'backups',
  settings: [
    { id: 'backups', title: 'Backups', icon: CloudUpload, order: 45, keywords, screen: BackupsSection },
  ],
  commands: [
    {
      id: 'backups.show',
      title: 'Show the backups',
      category: 'Backups',
      keywords,
      run: () => navigate(href(['settings'], { section: 'backups' })),
    },
  ],
  background: PlaceDialogHost,
};
