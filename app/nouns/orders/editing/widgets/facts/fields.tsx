import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { listCountries } from '../../../../../base/addresses/countries.ts';
import { countryName } from '../../../../../base/addresses/country-name.ts';
import type { EditableColumn } from '../../../../order-flow/values/fields.ts';
import { FieldFrame } from './field-frame.tsx';
import { type Field, type FieldProps, useField } from './use-field.ts';

type TextProps = FieldProps & { column: EditableColumn; type?: 'text' | 'tel' | 'email'; wide?: boolean };

export function TextField({ column, type = 'text', wide = false, ...props }: TextProps) {
  const field = useField(props, column);
  return (
    <FieldFrame field={field} wide={wide}>
      <TextInput {...shared(field)} type={type} maxLength={500} spellCheck={false} />
    </FieldFrame>
  );
}

export function NoteField(props: FieldProps) {
  const field = useField(props, 'note');
  return (
    <FieldFrame field={field} wide>
      <Textarea {...shared(field)} rows={3} maxLength={5_000} resize="vertical" />
    </FieldFrame>
  );
}

/** Keeps an unknown country from the channel as a choice. */
export function CountryField(props: FieldProps) {
  const field = useField(props, 'country');
  const countries = useMemo(listCountries, []);
  const others = [field.text, props.order.country].filter(
    (code, place, all) => !countries.some(({ value }) => value === code) && all.indexOf(code) === place,
  );
  const { readOnly, ...select } = shared(field);
  return (
    <FieldFrame field={field} write={countryName}>
      <NativeSelect
        {...select}
        disabled={readOnly}
        data={[...others.map((code) => ({ value: code, label: code || 'Not given' })), ...countries]}
      />
    </FieldFrame>
  );
}

const shared = ({ label, text, fault, isBusy, type }: Field) => ({
  label,
  value: text,
  error: fault,
  readOnly: isBusy,
  autoComplete: 'off',
  onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => type(currentTarget.value),
});
