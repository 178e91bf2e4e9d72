import { Copy } from 'lucide-react';
import { IconButton } from './button.tsx';
import { useUi } from './ui-context.ts';
import './command-line.css';

/** A command of the command line, to be read and copied. */
export function CommandLine({ line }: { line: string }) {
  const { copy, notify } = useUi();
  const copyLine = async () => {
    if (await copy(line)) notify({ severity: 'success', title: 'Command copied' });
  };
  return (
    <div className="ui-command-line">
      <code className="ellipsis" title={line}>
        {line}
      </code>
      <IconButton size="small" icon={Copy} label="Copy the command" onClick={() => void copyLine()} />
    </div>
  );
}
