import { useState } from 'react';
import { BellRing, Plus } from 'lucide-react';
import type { CallArgs } from '../../../shared/contract/index.ts';
import type { NoticeSettings } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Input, Suggestions, Switch } from '../../ui/field.tsx';
import { SettingGroup, SettingRow } from '../../ui/setting-row.tsx';
import { ChannelRow } from './channel-row.tsx';
import { conditions } from './notice-words.ts';
import { openChannel, readNoticesAgain } from './notices-store.ts';
import './notices.css';

/** Who is told of trouble, when, and of which. */
export function NoticesSection() {
  const { value, error, refresh } = useCall('notices.channels', {});
  if (error !== null && value === null) {
    return <ErrorState error={error} title="The notices could not be loaded." onRetry={refresh} />;
  }
  if (value === null) return null;
  const { channels, settings } = value;
  return (
    <>
      {channels.length === 0 ? (
        <EmptyState
          icon={BellRing}
          title="Nobody is told yet"
          actions={
            <Button variant="primary" icon={Plus} onClick={() => openChannel(null)}>
              Add a channel…
            </Button>
          }
        >
          A channel tells of trouble where you are: on this computer, by a program, or at an address. Usually
          as one digest a night, which names every spider with trouble once.
        </EmptyState>
      ) : (
        <section aria-label="Channels" className="stack">
          <div className="notices-head">
            <h2>Channels</h2>
            <Button icon={Plus} size="small" onClick={() => openChannel(null)}>
              Add a channel…
            </Button>
          </div>
          <ul className="settings-group">
            {channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
        </section>
      )}
      <DigestGroup settings={settings} />
      <SettingGroup label="What is told">
        {conditions.map(({ name, label, help }) => (
          <SettingRow label={label} help={help} key={name}>
            {(id) => (
              <Switch
                id={id}
                checked={settings.on[name]}
                onChange={(on) => void configure({ on: { [name]: on } })}
              />
            )}
          </SettingRow>
        ))}
      </SettingGroup>
    </>
  );
}

/** Changes settings of notices. @returns whether they were kept */
async function configure(next: CallArgs<'notices.configure'>): Promise<boolean> {
  const answer = await act('notices.configure', next, { failure: 'The notices were not changed.' });
  readNoticesAgain();
  return answer !== null;
}

function DigestGroup({ settings }: { settings: NoticeSettings }) {
  const { digestAt, zone, ownZone, quietNights } = settings;
  return (
    <SettingGroup label="The digest">
      <SettingRow label="Time" help="When it is made. On a computer that slept then, as soon as it wakes.">
        {(id) => (
          <Input
            id={id}
            type="time"
            key={digestAt}
            className="notices-time"
            defaultValue={digestAt}
            onBlur={({ target }) => {
              if (target.value !== '' && target.value !== digestAt)
                void configure({ digestAt: target.value });
            }}
          />
        )}
      </SettingRow>
      <SettingRow
        label="Time zone"
        help={ownZone ? 'That of this computer. Another one can be chosen.' : 'Empty: that of this computer.'}
      >
        {(id) => <ZoneInput id={id} zone={zone} own={ownZone} key={`${zone} ${ownZone}`} />}
      </SettingRow>
      <SettingRow label="Also after a quiet night" help="One line that says that nothing went wrong.">
        {(id) => (
          <Switch
            id={id}
            checked={quietNights}
            onChange={(quiet) => void configure({ quietNights: quiet })}
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}

const zones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** @param own whether the zone is that of this computer, whatever it is */
function ZoneInput({ id, zone, own }: { id: string; zone: string; own: boolean }) {
  const kept = own ? '' : zone;
  const [text, setText] = useState(kept);
  const keep = async () => {
    const next = text.trim();
    if (next === kept) return setText(kept);
    if (!(await configure({ zone: next === '' ? null : next }))) setText(kept);
    return undefined;
  };
  return (
    <>
      <Input
        id={id}
        className="notices-zone"
        list={`${id}-zones`}
        placeholder={zone}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void keep();
        }}
      />
      <Suggestions id={`${id}-zones`} names={zones} />
    </>
  );
}
