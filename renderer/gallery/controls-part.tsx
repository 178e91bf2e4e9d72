import { useState } from 'react';
import { Bug, Copy, Inbox, Pause, Play, Plus, Settings, Trash2 } from 'lucide-react';
import { toast } from '../state/toasts.ts';
import { Badge, StateBadge, StateDot, type ShownState } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { confirm } from '../state/questions.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { Checkbox, Field, Input, Select, Switch, TextArea } from '../ui/field.tsx';
import { Keycaps } from '../ui/key-hint.tsx';
import { ContextMenu, Menu, type MenuEntries } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { ProgressBar, Skeleton, Spinner } from '../ui/progress.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Toolbar, ToolbarSeparator, ToolbarSpace } from '../ui/toolbar.tsx';
import { Section } from './section.tsx';

const states: readonly ShownState[] = [
  'queued',
  'running',
  'waiting',
  'pausing',
  'paused',
  'interrupted',
  'completed',
  'stopped',
  'failed',
];

const menu: MenuEntries = [
  { label: 'Copy', icon: Copy, run: () => toast.success('Copied') },
  { label: 'Compact rows', checked: true, run: () => {} },
  {
    kind: 'submenu',
    label: 'More',
    entries: [{ label: 'Settings', icon: Settings, run: () => {} }],
  },
  { kind: 'separator' },
  { label: 'Delete', icon: Trash2, danger: true, run: () => {} },
  { label: 'Not now', disabled: true },
];

const failure = {
  code: 'disk-full',
  message: 'The disk is full: the page could not be stored.',
  hint: 'Free some space, then resume the run.',
} as const;

/** Everything that is pressed, filled in or read at a glance. */
export const ControlsPart = () => (
  <div className="gallery-sections">
    <Buttons />
    <Fields />
    <States />
    <Openers />
    <TabsAndToolbars />
    <Nothing />
  </div>
);

function Buttons() {
  return (
    <Section title="Buttons">
      <div className="gallery-wrap">
        <Button variant="primary" icon={Play}>
          Start
        </Button>
        <Button icon={Plus}>Add</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger" icon={Trash2}>
          Delete
        </Button>
        <Button busy>Saving</Button>
        <Button disabled>Disabled</Button>
        <Button size="small">Small</Button>
        <IconButton label="Pause" icon={Pause} />
        <IconButton label="Wrap lines" icon={Copy} pressed />
      </div>
    </Section>
  );
}

function Fields() {
  const [text, setText] = useState('');
  const [on, setOn] = useState(true);
  const [kind, setKind] = useState<'test' | 'full'>('test');
  return (
    <Section title="Fields">
      <Field label="Name" help="Letters, digits, - and _." error={text === 'a b' ? 'No blanks.' : null}>
        {(ids) => <Input {...ids} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      <Field label="Start URLs" aside="one a line">
        {(ids) => <TextArea {...ids} mono defaultValue="https://example.org/" />}
      </Field>
      <div className="gallery-wrap">
        <Select
          aria-label="Kind of run"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'test', label: 'Test run' },
            { value: 'full', label: 'Full run' },
          ]}
        />
        <Input aria-label="Disabled" disabled defaultValue="disabled" style={{ width: 120 }} />
        <Input aria-label="Wrong" aria-invalid defaultValue="wrong" style={{ width: 120 }} />
      </div>
      <SearchField label="Search" value={text} onChange={setText} count="12 of 340" />
      <Checkbox label="Obey robots.txt" help="What most sites expect." checked={on} onChange={setOn} />
      <Checkbox label="Some of them" checked="mixed" onChange={setOn} />
      <Switch label="Word wrap" checked={on} onChange={setOn} />
    </Section>
  );
}

function States() {
  return (
    <Section title="States">
      <div className="gallery-wrap">
        {states.map((state) => (
          <StateBadge state={state} key={state} />
        ))}
        <StateDot state={null} />
      </div>
      <div className="gallery-wrap">
        <Badge>v3</Badge>
        <Badge tone="accent">new</Badge>
        <Badge tone="success">200</Badge>
        <Badge tone="warning">301</Badge>
        <Badge tone="danger">500</Badge>
        <Badge tone="info">cached</Badge>
        <Keycaps keys="Mod+Shift+P" />
        <Keycaps keys="G R" />
      </div>
      <ProgressBar label="Pages" value={62} max={100} second={8} />
      <ProgressBar label="Working" value={null} />
      <ProgressBar label="Done" value={1} tone="success" />
      <div className="gallery-wrap">
        <Spinner /> <Skeleton width="180px" />
      </div>
    </Section>
  );
}

function Openers() {
  const [open, setOpen] = useState(false);
  return (
    <Section title="What opens">
      <div className="gallery-wrap">
        <Menu entries={menu}>
          <Button>Menu</Button>
        </Menu>
        <ContextMenu entries={menu}>
          <Button>Right button</Button>
        </ContextMenu>
        <Popover label="Overrides" trigger={<Button>Popover</Button>}>
          <Field label="Limit">{(ids) => <Input {...ids} type="number" defaultValue={20} />}</Field>
        </Popover>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Button
          onClick={() =>
            void confirm({
              title: 'Delete the run?',
              message: 'Its 1,284 items go with it. This cannot be undone.',
              confirm: 'Delete',
              danger: true,
              remember: 'gallery',
            })
          }
        >
          Confirm
        </Button>
        <Button onClick={() => toast.error(failure, 'The run was paused')}>Error</Button>
        <Button onClick={() => toast.success('The spider was saved', { message: 'Version 4' })}>
          Success
        </Button>
      </div>
      <Dialog
        open={open}
        title="New project"
        description="Spiders, runs and proxies of one purpose."
        onClose={() => setOpen(false)}
        onSubmit={() => setOpen(false)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" type="submit">
              Create
            </Button>
          </>
        }
      >
        <Field label="Name">{(ids) => <Input {...ids} defaultValue="research" />}</Field>
      </Dialog>
    </Section>
  );
}

function TabsAndToolbars() {
  const [tab, setTab] = useState('one');
  return (
    <Section title="Tabs and toolbars">
      <div className="gallery-box">
        <Tabs
          label="Inspector"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'one', title: 'Response' },
            { id: 'two', title: 'Links', badge: <Badge>41</Badge> },
            { id: 'three', title: 'Items', disabled: true },
          ]}
          aside={<IconButton label="Copy" icon={Copy} size="small" />}
        >
          <Toolbar label="Tools">
            <Button variant="quiet" size="small" icon={Play}>
              Run
            </Button>
            <ToolbarSeparator />
            <IconButton label="Pause" icon={Pause} size="small" />
            <ToolbarSpace />
            <Badge>{tab}</Badge>
          </Toolbar>
        </Tabs>
      </div>
    </Section>
  );
}

function Nothing() {
  return (
    <Section title="Where nothing is">
      <div className="gallery-box">
        <EmptyState
          icon={Inbox}
          title="No items yet"
          actions={<Button variant="primary">Start a test run</Button>}
        >
          Items appear here while a run finds them.
        </EmptyState>
      </div>
      <div className="gallery-box">
        <ErrorState error={failure} title="The items could not be read" onRetry={() => {}} />
      </div>
      <div className="gallery-box">
        <EmptyState icon={Bug} title="A fault" tone="danger">
          The rest goes on.
        </EmptyState>
      </div>
    </Section>
  );
}
