import { create } from 'zustand';

interface FrameState {
  palette: { open: boolean; search: string };
  shortcutSheet: boolean;
  /** The sidebar beside the screen, where there is room for it. */
  sidebar: boolean;
  /** The window has no room for the sidebar, which then opens over the screen. */
  narrow: boolean;
  /** The sidebar over the screen of a narrow window. */
  drawer: boolean;
}

/** Which parts of the frame are open in this window. */
export const useFrame = create<FrameState>(() => ({
  palette: { open: false, search: '' },
  shortcutSheet: false,
  sidebar: true,
  narrow: false,
  drawer: false,
}));

/** Opens the palette; ">" as `search` shows commands only. */
export const openPalette = (search = '') => useFrame.setState({ palette: { open: true, search } });

/** Closes the palette. */
export const closePalette = () => useFrame.setState({ palette: { open: false, search: '' } });

/** Opens or closes the sheet of shortcuts. */
export const showShortcuts = (open: boolean) => useFrame.setState({ shortcutSheet: open });

/** Says whether the window has room for the sidebar beside the screen. */
export const setNarrow = (narrow: boolean) => useFrame.setState({ narrow, drawer: false });

/** Closes the sidebar that is open over the screen. */
export const closeDrawer = () => useFrame.setState({ drawer: false });

/** Opens or closes the sidebar: beside the screen, or over it in a narrow window. */
export const toggleSidebar = () =>
  useFrame.setState(({ sidebar, narrow, drawer }) => (narrow ? { drawer: !drawer } : { sidebar: !sidebar }));
