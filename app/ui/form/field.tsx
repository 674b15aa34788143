import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { lazily } from '../lazily.tsx';
import type { ListChoices } from './choices/use-choices.ts';
import type { FormField } from './field-schema.ts';
import classes from './form.module.css';
import { ListedField } from './listed-field.tsx';
import { MaskField } from './mask-field.tsx';
import { PasswordField } from './password-field.tsx';

const ManyField = lazily(() => import('./many-field.tsx'));

type Props = {
  field: FormField;
  /** A stored secret: empty means unchanged. */
  kept: boolean;
  /** Value, error and handlers from the form. */
  input: { onChange?: (value: unknown) => void; defaultValue?: string };
  /** Where a dialog's focus goes first. */
  first?: boolean;
  /** Fetches what it can be chosen from. */
  list?: ListChoices;
};

export function Field({ field, kept, input, first = false, list }: Props) {
  const { name, label, kind, help, placeholder, thirds, options = [] } = field;
  const focus = first && { 'data-autofocus': true };
  const width = thirds && { className: thirds === 1 ? classes.third : classes.twoThirds };
  const shared = { name, label, description: help, withAsterisk: false, ...(placeholder && { placeholder }), ...focus, ...width, ...input };
  const optional = field.optional ? { ...shared, label: <Optional label={label} /> } : shared;
  const named = options.filter((option) => option !== '');
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
      return <NativeSelect {...optional} data={field.optional ? [none, ...named] : named} />;
    case 'listed':
      return <ListedField {...optional} initial={input.defaultValue ?? ''} onPick={(value) => input.onChange?.(value)} list={list} />;
    case 'many':
      return <ManyField {...optional} initial={input.defaultValue ?? ''} onPick={(value) => input.onChange?.(value)} list={list} />;
    case 'switch':
      return <Switch {...shared} />;
    case 'lines':
      return <Textarea {...optional} rows={field.lines ?? 3} />;
    case 'mask':
      return <MaskField {...optional} mask={field.mask ?? ''} onChange={input.onChange} />;
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
