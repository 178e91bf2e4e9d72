import type { RunSummary } from '../../../shared/contract/types.ts';
import { isUnderWay } from '../../../shared/contract/run-states.ts';
import { counted, dateTime } from '../../ui/format.ts';
import { PropertyList } from '../../ui/inspector-pane.tsx';
import { href } from '../../navigation/router.ts';
import { RunWorkers } from './run-workers.tsx';
import { typedValue } from '../../run-options/overrides.ts';

function kindOf({ source, kind, options }: RunSummary) {
  if (source === null)
    return kind === 'test' ? `Test run, at most ${counted(options.limit ?? 0, 'item')}` : 'Full run';
  return (
    <span key="source">
      Extracted again from <a href={href(['run', source])}>run {source}</a>
    </span>
  );
}

/** The options of the run, and the times of its changes of state. */
export function RunFacts({
  run,
  appVersion,
  exclusions,
}: {
  run: RunSummary;
  appVersion: string;
  exclusions: readonly string[];
}) {
  const overrides = Object.entries(run.options.overrides);
  const args = Object.entries(run.options.args);
  return (
    <section className="runs-card" aria-label="Start options">
      <div className="runs-card-head">
        <h3>Start options</h3>
      </div>
      <PropertyList
        entries={[
          [
            'Spider',
            <span key="spider">
              <a href={href(['spider', run.project, run.spider, 'author'])}>{run.spider}</a>, version{' '}
              {run.version}
            </span>,
          ],
          ['Kind', kindOf(run)],
          [
            'Settings',
            overrides.length === 0 ? (
              <span className="subtle" key="none">
                as in the spider
              </span>
            ) : (
              <ul key="some">
                {overrides.map(([name, value]) => (
                  <li key={name}>
                    <code>
                      {name}={typedValue(value)}
                    </code>
                  </li>
                ))}
              </ul>
            ),
          ],
          args.length > 0 && [
            'Arguments',
            <ul key="args">
              {args.map(([name, value]) => (
                <li key={name}>
                  <code>
                    {name}={value}
                  </code>
                </li>
              ))}
            </ul>,
          ],
          exclusions.length > 0 && [
            'Excluded URLs',
            <ul key="excluded">
              {exclusions.map((pattern) => (
                <li key={pattern}>
                  <code>{pattern}</code>
                </li>
              ))}
            </ul>,
          ],
          ['Private addresses', run.options.allowPrivate ? 'allowed' : 'not allowed'],
          run.options.workers !== undefined && ['Workers asked for', String(run.options.workers)],
          ['Created', dateTime(run.createdAt)],
          run.startedAt !== null && ['Started', dateTime(run.startedAt)],
          run.endedAt !== null && ['Ended', dateTime(run.endedAt)],
          isUnderWay(run) && [
            'Carried out by',
            <RunWorkers key="workers" run={run.id}>
              {run.here ? 'this application' : 'another program on this computer'}
            </RunWorkers>,
          ],
          ['Made by', `Spider Studio ${appVersion}`],
        ]}
      />
    </section>
  );
}
