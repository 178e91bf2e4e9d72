import { useRef } from 'react';
import { Dialog } from 'radix-ui';
import { closeDrawer, useFrame } from './frame-state.ts';
import { Sidebar } from './sidebar.tsx';
import './sidebar.css';

/** The sidebar over the screen of a narrow window. Going to a place, Escape and a click outside close it. */
export function SidebarDrawer() {
  const box = useRef<HTMLDivElement | null>(null);
  const open = useFrame((state) => state.drawer && state.narrow);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDrawer()}>
      <Dialog.Portal>
        <Dialog.Overlay className="wb-drawer-scrim" />
        <Dialog.Content
          ref={box}
          className="wb-drawer"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            box.current?.querySelector<HTMLElement>('[aria-current], input')?.focus();
          }}
        >
          <Dialog.Title className="visually-hidden">Spiders</Dialog.Title>
          <Sidebar />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
