import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { Counters, RunDetails, RunSummary } from '../../../shared/contract/types.ts';
import { useCall } from '../../state/query.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { count, counted, shortCount } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { requestStates, type RequestState } from './progress.ts';
import {
  everything,
  isEverything,
  statusFromText,
  statusText,
  type RequestFilter,
} from './request-filter.ts';
import { answersOf, statusWords, type AnswerStatus } from './http-words.ts';
import { RequestStateDot } from './request-columns.tsx';

interface RequestFiltersProps {
  run: RunSummary;
  details: RunDetails | null;
  filter: RequestFilter;
  /** How many fit; null: not known yet. */
  total: number | null;
  onChange: (filter: RequestFilter) => void;
  urlField: RefObject<HTMLInputElement | null>;
}

/** Filters the table by state, status, host, callback, and text in the URL or the reason. */
export function RequestFilters({ run, details, filter, total, onChange, urlField }: RequestFiltersProps) {
  return (
    <div className="runs-filters">
      <Toolbar label="States">
        <StateFilter
          counters={run.counters}
          chosen={filter.states}
          onChange={(states) => onChange({ ...filter, states })}
        />
        <span className="grow" />
        <span className="small muted numeric" role="status">
          {total === null ? '' : counted(total, 'request')}
        </span>
        {!isEverything(filter) && (
          <Button size="small" variant="quiet" onClick={() => onChange(everything)}>
            Clear the filter
          </Button>
        )}
      </Toolbar>
      <Toolbar label="Filter">
        <TextFilter
          label="Filter by URL"
          command="run.find-request"
          value={filter.url}
          onChange={(url) => onChange({ ...filter, url })}
          fieldRef={urlField}
        />
        <TextFilter
          label="Filter by reason"
          value={filter.reason}
          onChange={(reason) => onChange({ ...filter, reason })}
        />
        <Choices run={run} details={details} filter={filter} onChange={onChange} />
      </Toolbar>
    </div>
  );
}

interface StateFilterProps {
  counters: Counters;
  chosen: readonly RequestState[];
  onChange: (states: readonly RequestState[]) => void;
}

/** One of the states or all; with Control, several. */
function StateFilter({ counters, chosen, onChange }: StateFilterProps) {
  return (
    <>
      <button
        type="button"
        className="runs-state"
        aria-pressed={chosen.length === 0}
        onClick={() => onChange([])}
      >
        All <span className="numeric">{shortCount(counters.seen)}</span>
      </button>
      {requestStates.map(({ state, title, means }) => {
        const pressed = chosen.includes(state);
        return (
          <button
            key={state}
            type="button"
            className="runs-state"
            aria-pressed={pressed}
            title={`${means} Ctrl+click selects several.`}
            onClick={(event) => {
              const others = chosen.filter((each) => each !== state);
              if (event.ctrlKey || event.metaKey) onChange(pressed ? others : [...chosen, state]);
              else onChange(pressed && others.length === 0 ? [] : [state]);
            }}
          >
            <RequestStateDot state={state} />
            {title} <span className="numeric">{shortCount(counters[state])}</span>
          </button>
        );
      })}
    </>
  );
}

/** The pause in typing before the host is asked, in milliseconds. */
const restMs = 180;

interface TextFilterProps {
  label: string;
  command?: string;
  value: string;
  onChange: (value: string) => void;
  fieldRef?: RefObject<HTMLInputElement | null>;
}

function TextFilter({ label, command, value, onChange, fieldRef }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from elsewhere: by a link, or cleared.
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  const tell = useEffectEvent(() => {
    if (text !== value) onChange(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      className="runs-filter-text"
      label={label}
      value={text}
      onChange={setText}
      {...(command === undefined ? {} : { command })}
      {...(fieldRef === undefined ? {} : { ref: fieldRef })}
      onSubmit={() => {
        if (text !== value) onChange(text);
      }}
    />
  );
}

function Choices({ run, details, filter, onChange }: Omit<RequestFiltersProps, 'total' | 'urlField'>) {
  const [status] = filter.statuses;
  const chosenStatus = status === undefined ? 'all' : statusText(status);
  const statuses = details === null ? [] : answersOf(details);
  const known = statuses.some((each) => statusText(each.status) === chosenStatus);
  return (
    <>
      <Select
        small
        aria-label="Status"
        value={chosenStatus}
        options={[
          { value: 'all', label: 'Any status' },
          ...statuses.map((each) => ({
            value: statusText(each.status),
            label: `${answerWords(each.status)} (${count(each.count)})`,
          })),
          ...(known || status === undefined ? [] : [{ value: chosenStatus, label: answerWords(status) }]),
        ]}
        onChange={(value) =>
          onChange({ ...filter, statuses: value === 'all' ? [] : [statusFromText(value)] })
        }
      />
      <Select
        small
        className="runs-filter-host"
        aria-label="Host"
        value={filter.origin ?? ''}
        options={[
          { value: '', label: 'Any host' },
          ...originsWith(details, filter.origin).map((origin) => ({
            value: origin,
            label: origin.replace(/^https?:\/\//u, ''),
          })),
        ]}
        onChange={(value) => onChange({ ...filter, origin: value === '' ? null : value })}
      />
      <CallbackChoice run={run} filter={filter} onChange={onChange} />
    </>
  );
}

const answerWords = (status: AnswerStatus) =>
  typeof status === 'number' ? `${status} ${statusWords(status)}` : statusWords(status);

function originsWith(details: RunDetails | null, chosen: string | null): string[] {
  const origins = (details?.hosts ?? []).map(({ origin }) => origin);
  return chosen === null || origins.includes(chosen) ? origins : [chosen, ...origins];
}

function CallbackChoice({ run, filter, onChange }: Pick<RequestFiltersProps, 'run' | 'filter' | 'onChange'>) {
  const { value } = useCall('spiders.get', { project: run.project, spider: run.spider });
  const names = callbacksOf(value?.text ?? null);
  if (typeof filter.callback === 'string' && !names.includes(filter.callback)) names.unshift(filter.callback);
  return (
    <Select
      small
      aria-label="Callback"
      value={
        filter.files
          ? 'files'
          : filter.callback === undefined
            ? 'all'
            : filter.callback === null
              ? 'none'
              : `=${filter.callback}`
      }
      options={[
        { value: 'all', label: 'Any callback' },
        ...names.map((name) => ({ value: `=${name}`, label: name })),
        { value: 'none', label: 'Links only' },
        { value: 'files', label: 'Files' },
      ]}
      onChange={(value) =>
        onChange({
          ...filter,
          callback: value === 'none' ? null : value.startsWith('=') ? value.slice(1) : undefined,
          files: value === 'files',
        })
      }
    />
  );
}

/** The callbacks that the rules of a spider name; of one without rules, all that it has. */
export function callbacksOf(text: string | null): string[] {
  try {
    const spider: unknown = JSON.parse(text ?? '{}');
    const rules: unknown = Reflect.get(Object(spider), 'rules');
    const own = Object.keys(Object(Reflect.get(Object(spider), 'callbacks')));
    const named = (Array.isArray(rules) ? rules : []).map((rule): unknown =>
      Reflect.get(Object(rule), 'callback'),
    );
    return [...new Set([...named.filter((name): name is string => typeof name === 'string'), ...own])];
  } catch {
    return [];
  }
}
