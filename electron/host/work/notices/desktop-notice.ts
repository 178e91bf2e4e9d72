import { counted } from '../../../../shared/counted.ts';
import type { Notice } from '../../../notices/notice.ts';

/** A notice as the system shows it. */
export interface DesktopNotice {
  title: string;
  /** A few lines of plain text. */
  text: string;
  /** The place of the window that it tells of, as the hash of its address; null: none in particular. */
  place: string | null;
}

/** The most spiders that a notice names: systems show three to five lines. */
const maxNamed = 3;

/** Returns how the system shows a notice, and where it leads. */
export function desktopNotice({ kind, title, text, trouble, digest }: Notice): DesktopNotice {
  switch (kind) {
    case 'trouble':
      return { title, text, place: placeOf(trouble ?? {}) };
    case 'digest': {
      const troubles = troublesOf(digest ?? {});
      const projects = new Set(troubles.map(({ project }) => project));
      const [project] = projects;
      return {
        title,
        text: digestText(troubles),
        place: project !== undefined && projects.size === 1 ? hashOf('project', project) : null,
      };
    }
    case 'test':
      return { title, text, place: '#/settings?section=notices' };
    default:
      return kind satisfies never;
  }
}

const hashOf = (...segments: string[]): string => `#/${segments.map(encodeURIComponent).join('/')}`;

/** What is read of a trouble, which travels as JSON. */
interface TroubleFields {
  run?: unknown;
  project?: unknown;
  spider?: unknown;
}

/** The run that shows a trouble, or else the runs of its spider. */
function placeOf({ run, project, spider }: TroubleFields): string | null {
  if (typeof run === 'string') return hashOf('run', run);
  if (typeof project !== 'string' || typeof spider !== 'string') return null;
  return hashOf('spider', project, spider, 'runs');
}

interface NamedTrouble {
  project: string;
  spider: string;
  message: string;
}

function troublesOf({ troubles }: { troubles?: unknown }): NamedTrouble[] {
  return Array.isArray(troubles) ? troubles.filter(isNamed) : [];
}

function isNamed(value: unknown): value is NamedTrouble {
  if (typeof value !== 'object' || value === null) return false;
  const { project, spider, message }: { project?: unknown; spider?: unknown; message?: unknown } = value;
  return typeof project === 'string' && typeof spider === 'string' && typeof message === 'string';
}

function digestText(troubles: readonly NamedTrouble[]): string {
  const lines = troubles.slice(0, maxNamed).map(({ spider, message }) => `${spider}: ${message}`);
  const more = troubles.length - lines.length;
  return [...lines, ...(more > 0 ? [`And ${counted(more, 'more spider')}.`] : [])].join('\n');
}
