import { useEffect } from 'react';
import { getClient } from '../../state/client.ts';
import { useCall } from '../../state/query.ts';
import { toast } from '../../state/toasts.ts';
import { closeTab, tabKey } from '../../navigation/open-tabs.ts';
import { getLocation, navigate } from '../../navigation/router.ts';
import { openDialog, useSpiderDialog, type SpiderDialog } from './dialogs-store.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { freeName } from './names.ts';
import { NewSpiderDialog } from './new-dialog.tsx';
import { mayHoldSpiders, readDropped } from './dropped-files.ts';
import './spiders.css';

/** The dialogs about spiders and projects, and the files that are dropped onto the window. */
export function SpiderDialogs() {
  const dialog = useSpiderDialog((state) => state.dialog);
  useEffect(() => listenForFiles(window), []);
  return dialog === null ? null : <Shown dialog={dialog} />;
}

function Shown({ dialog }: { dialog: SpiderDialog }) {
  switch (dialog.kind) {
    case 'new':
      return <NewSpiderDialog project={dialog.project} template={dialog.template} />;
    case 'import':
      return <ImportDialog project={dialog.project} files={dialog.files} />;
    case 'rename':
    case 'duplicate':
      return <SpiderName {...dialog} />;
    case 'new-project':
      return <ProjectName project={null} />;
    case 'rename-project':
      return <ProjectName project={dialog.project} />;
    default:
      return dialog satisfies never;
  }
}

function SpiderName({
  kind,
  project,
  spider,
}: {
  kind: 'rename' | 'duplicate';
  project: string;
  spider: string;
}) {
  const { value } = useCall('spiders.list', {});
  const others = (value ?? []).filter((each) => each.project === project).map((each) => each.name);
  const renames = kind === 'rename';
  return (
    <NameDialog
      title={renames ? `Rename “${spider}”` : `Duplicate “${spider}”`}
      description={
        renames
          ? 'A version with the new name is added. Runs and items stay with it.'
          : 'A copy of the latest version under a new name, without runs and items.'
      }
      confirm={renames ? 'Rename' : 'Duplicate'}
      initial={renames ? spider : freeName(`${spider}-copy`, others)}
      taken={others.filter((name) => !renames || name !== spider)}
      onName={async (name) => {
        if (renames && name === spider) return null;
        const call = renames ? 'spiders.rename' : 'spiders.duplicate';
        const answer = await getClient().call(call, { project, spider, name });
        if (!answer.ok) return answer.error;
        const [, , shown, part] = getLocation().segments;
        if (renames) closeTab(tabKey({ segments: ['spider', project, spider] }));
        if (!renames || shown === spider) navigate(['spider', project, name, part ?? 'author']);
        return null;
      }}
    />
  );
}

function ProjectName({ project }: { project: string | null }) {
  const { value } = useCall('projects.list', {});
  const others = (value ?? []).map((each) => each.name).filter((name) => name !== project);
  return (
    <NameDialog
      title={project === null ? 'New project' : `Rename the project “${project}”`}
      description="A project holds the spiders, runs and proxies of one purpose."
      confirm={project === null ? 'Create' : 'Rename'}
      initial={project ?? freeName('project', others)}
      taken={others}
      onName={async (name) => {
        if (name === project) return null;
        const answer =
          project === null
            ? await getClient().call('projects.create', { name })
            : await getClient().call('projects.rename', { project, name });
        if (!answer.ok) return answer.error;
        toast.success(project === null ? `The project “${name}” was created` : 'The project was renamed');
        return null;
      }}
    />
  );
}

/** Imports spider files that are dropped where nothing else handles them. @returns ends that */
function listenForFiles(target: Window): () => void {
  const over = (event: globalThis.DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    // Otherwise the browser would open the file instead of the window.
    event.preventDefault();
  };
  const drop = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer === null) return;
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    if (!mayHoldSpiders(event.dataTransfer)) {
      toast.information(
        'Only spider files (.json), those of other tools (.py, .zip) and folders of them can be dropped here',
        {
          hint: 'Drop saved pages onto the page pane of a spider.',
        },
      );
      return;
    }
    void readDropped(event.dataTransfer).then((read) =>
      openDialog({ kind: 'import', project: null, files: read }),
    );
  };
  target.addEventListener('dragover', over);
  target.addEventListener('drop', drop);
  return () => {
    target.removeEventListener('dragover', over);
    target.removeEventListener('drop', drop);
  };
}
