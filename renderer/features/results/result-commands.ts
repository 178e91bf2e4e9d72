import { useCommands, type Command } from '../../commands/registry.ts';
import { navigate } from '../../navigation/router.ts';
import {
  copyItem,
  openPageOfItem,
  showFieldOfItem,
  showProvenance,
  showRequestOfItem,
} from './item-links.ts';
import { problemColumnName } from './columns.tsx';

interface ResultCommands {
  /** The item in the inspector, and the active column. */
  inspected: string | null;
  cell: string | null;
  /** Some items are hidden by conditions or the search. */
  narrowed: boolean;
  search: () => void;
  filter: () => void;
  filterText: () => void;
  copyCommand: () => void;
  clear: () => void;
  chooseColumns: () => void;
  toggleFields: () => void;
  refresh: () => void;
  exportView: () => void;
  savedExports: () => void;
}

/** The commands of the results screen. */
export function useResultCommands(actions: ResultCommands): void {
  useCommands([...commandsOfView(actions), ...commandsOfItem(actions)]);
}

const category = 'Results';

const commandsOfView = (actions: ResultCommands): Command[] => [
  {
    id: 'results.search',
    title: 'Search the items',
    category,
    keys: ['Mod+F', '/'],
    run: actions.search,
  },
  {
    id: 'results.filter',
    title: 'Add a condition',
    category,
    keywords: ['filter'],
    keys: ['F'],
    run: actions.filter,
  },
  {
    id: 'results.filter-text',
    title: 'Write the conditions as text',
    category,
    keywords: ['filter', 'where', 'query', 'expression'],
    keys: ['Shift+W'],
    run: actions.filterText,
  },
  {
    id: 'results.copy-command',
    title: 'Copy the view as an export command',
    category,
    keywords: ['command line', 'terminal', 'shell', 'where'],
    keys: ['Shift+Y'],
    run: actions.copyCommand,
  },
  {
    id: 'results.clear',
    title: 'Show all items',
    category,
    keywords: ['clear', 'filter', 'search'],
    keys: ['Shift+F'],
    when: () => actions.narrowed,
    run: actions.clear,
  },
  {
    id: 'results.columns',
    title: 'Choose the columns',
    category,
    keys: ['C'],
    run: actions.chooseColumns,
  },
  {
    id: 'results.fields',
    title: 'Show or hide the fields',
    category,
    keywords: ['fill rate', 'distribution', 'values', 'statistics'],
    keys: ['I'],
    run: actions.toggleFields,
  },
  {
    id: 'results.export',
    title: 'Export the items',
    category,
    keywords: ['csv', 'json', 'download', 'save'],
    keys: ['Mod+Shift+E'],
    run: actions.exportView,
  },
  {
    id: 'results.saved-exports',
    title: 'Show the saved exports',
    category,
    keywords: ['recipe', 's3', 'bucket', 'database', 'postgres', 'after every run'],
    keys: ['Shift+E'],
    run: actions.savedExports,
  },
  {
    id: 'results.refresh',
    title: 'Show the newest items',
    category,
    keys: ['Mod+Alt+R'],
    run: actions.refresh,
  },
];

function commandsOfItem({ inspected, cell }: ResultCommands): Command[] {
  const ofItem = {
    category,
    when: () => inspected !== null,
  };
  const withItem = (run: (item: string) => void) => () => {
    if (inspected !== null) run(inspected);
  };
  return [
    {
      ...ofItem,
      id: 'results.copy-item',
      title: 'Copy the item as JSON',
      keys: ['Y'],
      run: withItem((item) => void copyItem(item)),
    },
    {
      ...ofItem,
      id: 'results.open-item',
      title: 'Open the item',
      run: withItem((item) => navigate(['item', item])),
    },
    {
      ...ofItem,
      id: 'results.open-page',
      title: 'Open the page of the item',
      keywords: ['tester', 'stored'],
      keys: ['O'],
      run: withItem((item) => void openPageOfItem(item)),
    },
    {
      ...ofItem,
      id: 'results.show-request',
      title: 'Show the request of the item',
      keys: ['Shift+O'],
      run: withItem((item) => void showRequestOfItem(item)),
    },
    {
      category,
      id: 'results.provenance',
      title: 'Show where the value comes from',
      keywords: ['origin', 'provenance', 'evidence', 'proof', 'page', 'selector'],
      keys: ['W'],
      when: () => inspected !== null && cell !== null && cell !== problemColumnName,
      run: withItem((item) => cell !== null && showProvenance(item, cell)),
    },
    {
      category,
      id: 'results.show-field',
      title: 'Show the field in the spider',
      keywords: ['selector'],
      when: () => inspected !== null && cell !== null,
      run: withItem((item) => void (cell !== null && showFieldOfItem(item, cell))),
    },
  ];
}
