import { useCall } from '../../state/query.ts';
import { Field, Input } from '../../ui/field.tsx';

interface NameFieldProps {
  value: string;
  onChange: (name: string) => void;
  autoFocus?: boolean;
}

/** The name of a login to be made; says where it replaces one. */
export function NameField({ value, onChange, autoFocus = false }: NameFieldProps) {
  const logins = useCall('sessions.list', {}).value ?? [];
  const replaces = logins.some(({ name }) => name === value.trim());
  return (
    <Field
      label="Name"
      help={
        replaces
          ? `Replaces the login ${value.trim()}.`
          : 'What spiders call it in SESSION: letters, digits, “_”, “.” and “-”.'
      }
    >
      {(ids) => (
        <Input
          {...ids}
          autoFocus={autoFocus}
          mono
          placeholder="shop"
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
