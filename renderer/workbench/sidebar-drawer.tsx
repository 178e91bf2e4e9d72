import { Dialog } from 'radix-ui';
import { closeDrawer, useFrame } from './frame-state.ts';
import { Sidebar } from './sidebar.tsx';
import './sidebar.css';

/** The sidebar over the screen of a narrow window. Going to a place, Escape and a click outside close it. */
export function SidebarDrawer() {
  const open = useFrame((state) => state.drawer && state.narrow);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDrawer()}>
      <Dialog.Portal>
        <Dialog.Overlay className="wb-drawer-scrim" />
        <Dialog.Content className="wb-drawer" aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">Spiders</Dialog.Title>
          <Sidebar />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
