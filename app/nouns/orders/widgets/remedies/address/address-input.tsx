import { TextInput } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { type AddressField, addressLabels } from '../../../../../base/addresses/address.ts';
import { listCountries } from '../../../../../base/addresses/countries.ts';
import { SureSelect } from '../../../../../ui/form/choices/sure-select.tsx';
import type { AddressForm } from './use-address-form.ts';

type Props = { field: AddressField; form: AddressForm; autoFocus: boolean };

export function AddressInput({ field, form: { stored, errors, theirs, change }, autoFocus }: Props) {
  return <Input {...{ field, autoFocus, change }} stored={stored[field]} error={errors[field]} theirs={theirs[field]} />;
}

type InputProps = Pick<Props, 'field' | 'autoFocus'> &
  Pick<AddressForm, 'change'> & { stored: string; error: string | undefined; theirs: string | undefined };

/** Drawn anew where something of this field changes. */
const Input = memo(function Input({ field, stored, error, theirs, change, autoFocus }: InputProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    change(field, text);
  };
  const countries = useMemo(() => (field === 'country' ? listCountries() : []), [field]);
  const shared = {
    label: addressLabels[field],
    value: typed ?? stored,
    error,
    description: theirs === undefined ? undefined : `Now saved: ${theirs || 'nothing'}`,
    ...(wide.has(field) && { wrapperProps: { 'data-wide': true } }),
    ...(autoFocus && { 'data-autofocus': true }),
  };
  if (field === 'country')
    return (
      <SureSelect
        {...shared}
        data={countries}
        value={shared.value || null}
        onChange={(code) => type(code ?? '')}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
      />
    );
  return <TextInput {...shared} onChange={({ currentTarget }) => type(currentTarget.value)} autoComplete="off" spellCheck={false} />;
});

const wide = new Set<AddressField>(['customer_name', 'company_name', 'address', 'address_2']);
