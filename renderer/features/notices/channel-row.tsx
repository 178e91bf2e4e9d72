import { useState } from 'react';
import { FlaskConical, Pencil, Trash2 } from 'lucide-react';
import type { NoticeChannel } from '../../../shared/contract/types.ts';
import { act } from '../../state/act.ts';
import { confirm } from '../../state/questions.ts';
import { toast } from '../../state/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/field.tsx';
import { agoInWords, dateTime } from '../../ui/format.ts';
import { kindWords, targetWords } from './notice-words.ts';
import { openChannel, readNoticesAgain } from './notices-store.ts';

/** A channel: where it leads, when it was used last and what went wrong, with its actions. */
export function ChannelRow({ channel }: { channel: NoticeChannel }) {
  const { id, kind, timing, enabled, lastSentAt, lastProblem } = channel;
  const [testing, setTesting] = useState(false);
  const target = targetWords(channel);
  const name = target === '' ? kindWords[kind] : `${kindWords[kind]} ${target}`;
  const test = async () => {
    setTesting(true);
    const answer = await act('notices.test', { channel: id }, { failure: `${name} was not tested.` });
    setTesting(false);
    readNoticesAgain();
    if (answer === null) return;
    if (answer.sent) toast.success('The test notice was sent', { message: name });
    else toast.warning('The test notice was not sent', { message: answer.problem });
  };
  const remove = async () => {
    const agreed = await confirm({
      title: 'Remove the channel?',
      message: `${name} gets no more notices.`,
      confirm: 'Remove',
      danger: true,
    });
    if (!agreed) return;
    await act('notices.removeChannel', { channel: id }, { failure: `${name} was not removed.` });
    readNoticesAgain();
  };
  const turn = async (on: boolean) => {
    await act('notices.updateChannel', { channel: id, enabled: on }, { failure: `${name} was not changed.` });
    readNoticesAgain();
  };
  return (
    <li className="notices-channel" data-off={!enabled || undefined}>
      <Switch
        label={<span className="visually-hidden">Use {name}</span>}
        checked={enabled}
        onChange={(on) => void turn(on)}
      />
      <div className="grow">
        <p>
          <span className="strong">{kindWords[kind]}</span>{' '}
          <span className="muted">{timing === 'digest' ? 'one digest a night' : 'each trouble at once'}</span>
        </p>
        {target !== '' && (
          <p className="mono small ellipsis" title={target}>
            {target}
          </p>
        )}
        {lastProblem === null ? (
          <p className="subtle small" title={lastSentAt === null ? undefined : dateTime(lastSentAt)}>
            {lastSentAt === null ? 'Nothing was sent yet' : `Sent ${agoInWords(lastSentAt)}`}
          </p>
        ) : (
          <p className="notices-problem small">{lastProblem}</p>
        )}
      </div>
      <Button
        size="small"
        icon={FlaskConical}
        busy={testing}
        aria-label={`Test ${name}`}
        onClick={() => void test()}
      >
        Test
      </Button>
      <IconButton label={`Change ${name}`} icon={Pencil} size="small" onClick={() => openChannel(channel)} />
      <IconButton label={`Remove ${name}`} icon={Trash2} size="small" onClick={() => void remove()} />
    </li>
  );
}
