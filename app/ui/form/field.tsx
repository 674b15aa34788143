import { NativeSelect, Switch, TextInput } from '@mantine/core';
import type { FormField } from './field-schema.ts';
import { PasswordField } from './password-field.tsx';

type Props = {
  field: FormField;
  /** A stored secret: empty means unchanged. */
  kept: boolean;
  /** Value, error and handlers from the form. */
  input: object;
  /** Where a dialog's focus goes first. */
  first?: boolean;
};

export function Field({ field, kept, input, first = false }: Props) {
  const { name, label, kind, help, placeholder, options = [], required, initial } = field;
  const focus = first && { 'data-autofocus': true };
  const shared = { name, label, description: help, withAsterisk: false, ...(placeholder && { placeholder }), ...focus, ...input };
  // A field with a value is not labelled as optional.
  const optional = required || initial !== '' ? shared : { ...shared, label: <Optional label={label} /> };
  switch (kind) {
    case 'secret':
      return (
        <PasswordField
          {...optional}
          {...secret}
          placeholder={kept ? 'Stored. Leave empty to keep it' : placeholder}
          label={kept ? label : optional.label}
        />
      );
    case 'choice':
      return <NativeSelect {...optional} data={required ? options : [none, ...options.filter((option) => option !== '')]} />;
    case 'switch':
      return <Switch {...shared} />;
    case 'number':
      return <TextInput {...optional} inputMode="decimal" autoComplete="off" />;
    default:
      return <TextInput {...optional} type={kind} autoComplete="off" spellCheck={false} />;
  }
}

const none = { value: '', label: 'None' };

/** Keeps the browser from filling in or offering to save a secret that is not its password. */
const secret = { autoComplete: 'new-password', spellCheck: false, shows: 'what is typed' };

function Optional({ label }: { label: string }) {
  return (
    <>
      {label} <span style={{ color: 'var(--text-faint)', fontWeight: 400 }}>optional</span>
    </>
  );
}
