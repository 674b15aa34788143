import { NativeSelect, Text } from '@mantine/core';
import { call } from '../../../../../../platform/call.ts';
import { Facts } from '../../../../../ui/blocks/facts.tsx';
import { useQuery } from '../../../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../../../ui/words/error-message.ts';
import { listProviderLocationsCall } from '../../../../mappings/locations/contract.ts';
import { warehouseFact } from '../../../detail/widgets/shipping/shipping.tsx';
import { asMappedLabel } from '../../../widgets/building-select.tsx';
import classes from '../edit.module.css';
import { FieldFrame } from './field-frame.tsx';
import { type FieldProps, useField } from './use-field.ts';

/** The building that it leaves from: that which the mappings say, or another one. With one alone there is no choice. */
export function Warehouse(props: FieldProps) {
  const { order } = props;
  const field = useField(props, 'warehouse_code');
  const { data, error } = useQuery({
    queryKey: ['buildings of the warehouse'],
    queryFn: ({ signal }) => call(listProviderLocationsCall, {}, signal),
  });
  const buildings = data ?? [];
  if (buildings.length < 2 && field.text === '')
    return (
      <div className={classes.wide}>
        <Facts facts={[warehouseFact(order)]} />
        {error && (
          <Text size="xs" c="var(--blue)" role="alert">
            {errorMessage(error)}
          </Text>
        )}
      </div>
    );
  const nameOf = (code: string) => buildings.find((building) => building.code === code)?.name ?? code;
  const mapped = order.edited_fields.includes('warehouse_code') ? null : order.warehouse_code;
  const unlisted = buildings.some(({ code }) => code === field.text) || field.text === '' ? [] : [field.text];
  return (
    <FieldFrame field={field} wide write={nameOf}>
      <NativeSelect
        label={field.label}
        error={field.fault}
        value={field.text}
        onChange={({ currentTarget }) => field.type(currentTarget.value)}
        disabled={field.isBusy}
        data={[
          { value: '', label: mapped ? `${asMappedLabel}: ${nameOf(mapped)}` : asMappedLabel },
          ...unlisted.map((code) => ({ value: code, label: code })),
          ...buildings.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
    </FieldFrame>
  );
}
