import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { type AddressField, addressLabels } from '../../../../../base/addresses/address.ts';
import { listCountries } from '../../../../../base/addresses/countries.ts';
import { SureSelect } from '../../../../../ui/form/choices/sure-select.tsx';
import type { AddressForm } from './use-address-form.ts';

type Props = { field: AddressField; form: AddressForm; autoFocus: boolean };

export function AddressInput({ field, form: { value, errors, theirs, change }, autoFocus }: Props) {
  const countries = useMemo(() => (field === 'country' ? listCountries() : []), [field]);
  const shared = {
    label: addressLabels[field],
    value: value(field),
    error: errors[field],
    description: theirs[field] === undefined ? undefined : `Now saved: ${theirs[field] || 'nothing'}`,
    ...(wide.has(field) && { wrapperProps: { 'data-wide': true } }),
    ...(autoFocus && { 'data-autofocus': true }),
  };
  if (field === 'country')
    return (
      <SureSelect
        {...shared}
        data={countries}
        value={shared.value || null}
        onChange={(code) => change(field, code ?? '')}
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
      />
    );
  return (
    <TextInput {...shared} onChange={({ currentTarget }) => change(field, currentTarget.value)} autoComplete="off" spellCheck={false} />
  );
}

const wide = new Set<AddressField>(['customer_name', 'company_name', 'address', 'address_2']);
