import { useState } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Need } from '../../../shared/contract/types.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/format.ts';
import { href } from '../../navigation/router.ts';
import { answerNeed, needTarget, needWords } from './need-actions.ts';

interface AttentionProps {
  project: string;
  needs: readonly Need[];
  /** How many spiders the project has. */
  spiders: number;
}

/** What of a project needs a person, each with what there is to do about it. */
export const Attention = ({ project, needs, spiders }: AttentionProps) => (
  <section className="project-card" aria-label="Needs a person">
    <div className="project-card-head">
      <h2>Needs a person</h2>
      {needs.length > 0 && (
        <span className="subtle small">
          {counted(needs.length, 'spider')} of {spiders}
        </span>
      )}
    </div>
    {needs.length === 0 ? (
      <p className="project-well">
        <CircleCheck size={15} aria-hidden />
        Nothing needs you.
      </p>
    ) : (
      <ul className="project-attention">
        {needs.map((need) => (
          <NeedRow project={project} need={need} key={`${need.spider} ${need.run} ${need.entry}`} />
        ))}
      </ul>
    )}
  </section>
);

function NeedRow({ project, need }: { project: string; need: Need }) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await answerNeed(need);
    setBusy(false);
  };
  const { does, looks } = needWords(need);
  return (
    <li>
      <TriangleAlert size={13} aria-hidden />
      <p title={need.message}>
        <a href={href(['spider', project, need.spider])}>{need.spider}</a>{' '}
        <span className="muted">{need.message}</span>
      </p>
      <a
        className="ui-button ui-button-normal ui-button-small"
        href={needTarget(project, need)}
        aria-label={`${looks} of ${need.spider}`}
      >
        {looks}
      </a>
      {does !== null && (
        <Button size="small" busy={busy} aria-label={`${does} ${need.spider}`} onClick={() => void act()}>
          {does}
        </Button>
      )}
    </li>
  );
}
