import { FileUp, Play, Plus, Search } from 'lucide-react';
import { runCommand } from '../../commands/registry.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Button } from '../../ui/button.tsx';

/** What a window shows first. */
export function WelcomeScreen() {
  return (
    <EmptyState
      icon={Search}
      title="Describe a website once"
      actions={
        <>
          <Button variant="primary" icon={Play} onClick={() => runCommand('app.sample')}>
            Crawl the sample site
          </Button>
          <Button icon={Plus} onClick={() => runCommand('spider.new')}>
            New spider
          </Button>
          <Button icon={FileUp} onClick={() => runCommand('spider.import')}>
            Import
          </Button>
        </>
      }
      command="window.palette"
    >
      A spider says which links to follow and what to take from which pages. Spider Studio checks it, crawls
      with it, and hands you the rows.
    </EmptyState>
  );
}
