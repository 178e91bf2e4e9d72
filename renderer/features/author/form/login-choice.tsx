import { href } from '../../../navigation/router.ts';
import { useCall } from '../../../state/query.ts';
import type { JsonPath } from '../../../../shared/spider/json-path.ts';
import { ChoiceInput } from './controls.tsx';
import { useValue } from './form-context.ts';

/** One of the logins of the workspace, by its name. A name that no login has is kept, and said to be unknown. */
export function LoginChoice({ path, label }: { path: JsonPath; label: string }) {
  const value = useValue(path);
  const logins = useCall('sessions.list', {}).value;
  const names = (logins ?? []).map(({ name }) => name);
  const isUnknown = logins !== null && typeof value === 'string' && !names.includes(value);
  return (
    <div className="author-login">
      <ChoiceInput
        small
        aria-label={label}
        path={path}
        choices={[[null, 'None'], ...names.map((name) => [name, name] as const)]}
      />
      {isUnknown && (
        <p className="author-login-unknown small" role="status">
          No login has this name.{' '}
          <a href={href(['settings'], { section: 'logins' })}>Make it in Settings → Logins</a>
        </p>
      )}
    </div>
  );
}
