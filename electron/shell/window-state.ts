import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { files } from '../system/files.ts';

/** A rectangle on the screen, in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a window was left. */
export interface WindowState {
  /** In the screen's own pixels; null: where the system puts it. */
  bounds: Area | null;
  maximized: boolean;
}

/** The smallest size of a window, in pixels. */
export const smallest = { width: 720, height: 480 };
const usual = { width: 1320, height: 860 };
const noState: WindowState = { bounds: null, maximized: false };
/** The distance of a further window from the previous one, in pixels. */
const step = 28;

/** Reads the state of the last window; a missing or damaged file is ignored. */
export function readWindowState(file: string): WindowState {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(value)) return noState;
    return {
      bounds: isArea(value['bounds']) ? value['bounds'] : null,
      maximized: value['maximized'] === true,
    };
  } catch {
    return noState;
  }
}

/** Stores the state for the next start. If that fails, the system places the next window. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
    files.replace(`${file}.new`, file);
  } catch {
    return;
  }
}

/**
 * The bounds of a new window: those of the last one, limited to the screens that are connected now.
 * @param displays the work areas of the screens, at least one
 * @param beside the bounds of an open window, from which the new one is offset
 */
export function placed(
  { bounds }: Pick<WindowState, 'bounds'>,
  displays: readonly Area[],
  beside: Area | null = null,
): Partial<Area> & { width: number; height: number } {
  const wanted = beside === null ? bounds : { ...beside, x: beside.x + step, y: beside.y + step };
  const display = wanted === null ? displays[0] : bestOf(wanted, displays);
  const room = display ?? { x: 0, y: 0, ...usual };
  const width = Math.min(Math.max((wanted ?? usual).width, smallest.width), room.width);
  const height = Math.min(Math.max((wanted ?? usual).height, smallest.height), room.height);
  if (wanted === null || overlap(wanted, room) === 0) return { width, height };
  const x = Math.min(Math.max(wanted.x, room.x), room.x + room.width - width);
  const y = Math.min(Math.max(wanted.y, room.y), room.y + room.height - height);
  return { x, y, width, height };
}

function bestOf(wanted: Area, displays: readonly Area[]): Area | undefined {
  return [...displays].sort((a, b) => overlap(wanted, b) - overlap(wanted, a))[0];
}

/** The area that two rectangles have in common, in square pixels. */
function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function isArea(value: unknown): value is Area {
  return isRecord(value) && ['x', 'y', 'width', 'height'].every((key) => Number.isSafeInteger(value[key]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
