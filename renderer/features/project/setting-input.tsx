import { Input, Select, TextArea } from '../../ui/field.tsx';
import { kindOf, presetOf, settingOf, unitOf } from './setting-text.ts';

interface SettingInputProps {
  name: string;
  /** As it is entered; '': not set. */
  text: string;
  onChange: (text: string) => void;
  /** Whether it may be left open, with the default of the application. */
  optional: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
}

/** The control for the value of a setting, with its unit. */
export function SettingInput({
  name,
  text,
  onChange,
  optional,
  invalid = false,
  describedBy,
}: SettingInputProps) {
  const kind = kindOf(name);
  const preset = presetOf(name);
  const shared = {
    'aria-label': name,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
  };
  if (kind === 'boolean' || kind === 'choice') {
    const values = kind === 'boolean' ? ['true', 'false'] : (settingOf(name)?.values ?? []);
    const words = (value: string) => (value === 'true' ? 'On' : value === 'false' ? 'Off' : value);
    const open = optional
      ? { value: '', label: preset === null ? 'Not set' : `Default: ${words(preset).toLowerCase()}` }
      : { value: '', label: 'Choose…' };
    const options = [open, ...values.map((value) => ({ value, label: words(value) }))];
    return <Select {...shared} small value={text} options={options} onChange={onChange} />;
  }
  const placeholder = optional ? (preset === null ? 'Not set' : preset) : '';
  if (kind === 'headers') {
    return (
      <TextArea
        {...shared}
        mono
        rows={Math.max(2, text.split('\n').length)}
        placeholder={placeholder === '' ? 'Accept-Language: en' : placeholder.replaceAll('; ', '\n')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const unit = unitOf(name);
  return (
    <span className="project-input">
      <Input
        {...shared}
        mono
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        placeholder={placeholder}
        className={kind === 'number' ? 'project-number' : 'project-text'}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit !== null && <span className="subtle small">{unit}</span>}
    </span>
  );
}
