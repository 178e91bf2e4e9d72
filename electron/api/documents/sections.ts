/** A part of the document: what its operations have in common. */
export interface Section {
  name: string;
  description: string;
  /** The parts of names before the dot that belong to it. */
  groups: readonly string[];
}

/** The sections of the document, in the order in which people need them. */
export const sections: readonly Section[] = [
  {
    name: 'Crawls',
    description: 'Take one page, start a crawl, and follow it.',
    groups: ['crawls', 'scrape'],
  },
  {
    name: 'Results',
    description: 'Read the items of a spider, and export them.',
    groups: ['results', 'exports'],
  },
  {
    name: 'Spiders',
    description: 'Write, check, compare and change spiders.',
    groups: ['spiders', 'history'],
  },
  {
    name: 'Runs',
    description: 'What crawls did; pause, resume and end them.',
    groups: ['runs'],
  },
  {
    name: 'Queue and schedules',
    description: 'Crawls that wait for their turn, and crawls by the clock.',
    groups: ['queue', 'schedules'],
  },
  {
    name: 'Events and webhooks',
    description: 'Learn what changes without asking again and again.',
    groups: ['events', 'changes', 'webhooks', 'notices'],
  },
  {
    name: 'Health and repair',
    description: 'Find out whether spiders still take what they should, and mend those that do not.',
    groups: ['health', 'tests', 'repair', 'proofs'],
  },
  {
    name: 'Pages and selectors',
    description: 'Saved pages, and what selectors take from them.',
    groups: ['pages', 'uploads', 'tester', 'documents'],
  },
  {
    name: 'Projects',
    description: 'What spiders are kept in.',
    groups: ['projects'],
  },
  {
    name: 'Library and packs',
    description: 'Share spiders with others.',
    groups: ['library', 'packs'],
  },
  {
    name: 'Keys and members',
    description: 'Who may call, and what was done.',
    groups: ['keys', 'members', 'audit'],
  },
  {
    name: 'Proxies, secrets and logins',
    description: 'What crawls need to reach a site.',
    groups: ['proxies', 'secrets', 'sessions'],
  },
  {
    name: 'Storage and backups',
    description: 'The disk, what is kept how long, the trash, and backups.',
    groups: ['storage', 'retention', 'trash', 'backups', 'places'],
  },
  {
    name: 'Application',
    description:
      'Versions, the state of the application and its workers, its defaults; several calls by one request.',
    groups: ['calls', 'metrics', 'fleet', 'app'],
  },
];

/** The section of an operation by its name. Throws where no section has its group. */
export function sectionOf(name: string): Section {
  const group = name.slice(0, name.indexOf('.'));
  const found = sections.find(({ groups }) => groups.includes(group));
  if (found === undefined) throw new Error(`No section of the API's document has "${group}".`);
  return found;
}
