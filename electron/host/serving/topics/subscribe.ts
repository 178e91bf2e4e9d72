import { isTopicName, type TopicName, type TopicParams } from '../../../../shared/contract/index.ts';
import { topics } from '../../../../shared/contract/topics.ts';
import { compiledOnce } from '../../../schemas/checker.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import { HostError } from '../../errors.ts';
import type { ApiServer } from '../../work/api-server/api-server.ts';
import type { Exports } from '../../work/export/exports.ts';
import type { LivePages } from '../../work/live/live-pages.ts';
import type { Subscribe } from '../session.ts';
import type { Hub } from './hub.ts';
import { followLog } from './log-tail.ts';
import type { ChangeFollower } from './change-follower.ts';

/** What subscriptions need of the host. */
export interface SubscribeServices {
  hub: Hub;
  follower: Pick<ChangeFollower, 'progressOf'>;
  database: Pick<DatabaseWorkers, 'call' | 'ask'>;
  exports: Pick<Exports, 'list'>;
  livePages: Pick<LivePages, 'find'>;
  apiServer: Pick<ApiServer, 'state'>;
}

type Send = (event: unknown) => void;

/** Creates the function that subscribes to topics: it checks parameters, sends the current state, then each event. */
export function createSubscribe({
  hub,
  follower: changes,
  database,
  exports,
  livePages,
  apiServer,
}: SubscribeServices): Subscribe {
  /** Sends the current state of a `state` topic. Errors are left to the calls that read the same. */
  async function sendCurrent(topic: TopicName, params: never, send: Send): Promise<void> {
    const nobody = { window: null };
    switch (topic) {
      case 'preferences':
        return send(await database.call('app.preferences', {}, nobody));
      case 'api':
        return send(apiServer.state());
      case 'runs': {
        const { project, spider }: TopicParams<'runs'> = params;
        for (const run of (await database.ask('quick', 'appStatus', null)).underway) {
          const fits = (project ?? run.project) === run.project && (spider ?? run.spider) === run.spider;
          if (fits) send({ kind: 'run', run });
        }
        return;
      }
      case 'run': {
        const { run }: TopicParams<'run'> = params;
        const known = changes.progressOf(run);
        return send(
          known ?? {
            run: await database.call('runs.get', { run }, nobody),
            pagesPerSecond: 0,
            itemsPerSecond: 0,
          },
        );
      }
      case 'items': {
        const { project, spider }: TopicParams<'items'> = params;
        const [newest] = (await database.call('runs.list', { project, spider, limit: 1 }, nobody)).runs;
        if (newest !== undefined) send({ project, spider, run: newest.id, items: newest.counters.items });
        return;
      }
      case 'exports':
        for (const state of exports.list().reverse()) send(state);
        return;
      case 'live': {
        const { live }: TopicParams<'live'> = params;
        const state = livePages.find(live);
        if (state !== null) send({ live, state });
        return;
      }
      case 'projects':
      case 'spiders':
      case 'health':
      case 'pages':
      case 'trash':
      case 'queue':
      case 'schedules':
      case 'log':
      case 'progress':
      case 'notices':
        return;
      default:
        return topic satisfies never;
    }
  }

  return (topic, params, follower) => {
    if (!isTopicName(topic))
      throw new HostError('unknown-call', `There is no topic "${topic.slice(0, 100)}".`);
    check(topic, params);
    if (topic === 'log') return followLog(database, params, follower);
    let ended = false;
    // Events during the read are sent after the current state.
    const early: unknown[] = [];
    let present = topics[topic].kind !== 'state';
    const end = hub.follow(topic, params, {
      event: (event) => {
        if (present) follower.event(event);
        else early.push(event);
      },
      missed: follower.missed,
    });
    const begin = (): void => {
      present = true;
      if (!ended) for (const event of early) follower.event(event);
    };
    if (!present) {
      const send: Send = (event) => {
        if (!ended) follower.event(event);
      };
      sendCurrent(topic, params, send).then(begin, begin);
    }
    return () => {
      ended = true;
      end();
    };
  };
}

/** For all hosts of the process. */
const compiled = compiledOnce({ strictTypes: false, ownProperties: true });

function check(topic: TopicName, params: unknown): asserts params is never {
  const validate = compiled(topics[topic].params);
  if (validate(params)) return;
  const [error] = validate.errors ?? [];
  const place = `${error?.instancePath ?? ''} ${error?.message ?? 'they do not fit'}`.trim();
  throw new HostError('bad-arguments', `The parameters of the topic ${topic} do not fit: ${place}.`);
}
