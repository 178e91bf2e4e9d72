import { ImportDialog } from './import-dialog.tsx';
import type { LibraryDialog } from './library-store.ts';
import { OpenPackDialog } from './open-pack-dialog.tsx';
import { PackDialog } from './pack-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { RegistriesDialog } from './registries-dialog.tsx';
import './library.css';

/** The dialog of the library that is open. */
export function LibraryDialogs({ dialog }: { dialog: LibraryDialog }) {
  switch (dialog.kind) {
    case 'file':
      return <OpenPackDialog key={dialog.file.name} file={dialog.file} />;
    case 'import':
      return <ImportDialog entry={dialog.entry} version={dialog.version} />;
    case 'publish':
      return <PublishDialog spider={dialog.spider} />;
    case 'pack':
      return <PackDialog spider={dialog.spider} />;
    case 'registries':
      return <RegistriesDialog />;
    default:
      return dialog satisfies never;
  }
}
