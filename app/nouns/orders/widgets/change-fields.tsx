import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { listCountries } from '../../../base/addresses/countries.ts';
import { MethodSelect } from '../../../base/shipping-methods/method-select.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import type { BulkTarget, FieldsProps } from '../../../ui/list/declaration.ts';
import type { ChangedTogether } from '../../order-flow/contract/bulk-action.ts';
import { previewChangeCall } from '../../order-flow/contract/orders.ts';
import { fieldLabels } from '../../order-flow/values/fields.ts';
import { BuildingSelect } from './building-select.tsx';
import { ChangePreview } from './change-preview.tsx';

/** How long after the last key it is said what a change would do, in ms. */
const previewAfter = 300;

/** What of the selected orders is to be otherwise, each of it only where something is chosen, and what that would do. */
export default function ChangeFields({ onChange, target }: FieldsProps) {
  const [entered, setEntered] = useState<{ [Each in ChangedTogether]?: string }>({});
  const countries = useMemo(listCountries, []);
  const [set] = useDebouncedValue(entered, previewAfter);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['change of orders', target, set],
    staleTime: 0,
    placeholderData: keepPreviousData,
    // With what it is of: until the next one is there, the one before is shown with its own values.
    queryFn: async ({ signal }) => ({ set, ...(await call(previewChangeCall, { body: { ...selectionOf(target), set } }, signal)) }),
  });
  const isShown = data !== undefined && !isPlaceholderData && !error && set === entered;
  const reportShown = useEffectEvent((isReady: boolean) => onChange(entered, isReady));
  useEffect(() => reportShown(isShown), [isShown]);
  const enter = (field: ChangedTogether, text: string) => {
    const isChosen = ([name, value]: string[]) => value !== '' && (value?.trim() !== '' || name === 'warehouse_code');
    const next = Object.fromEntries(Object.entries({ ...entered, [field]: text }).filter(isChosen));
    setEntered(next);
    // Nothing is confirmed before it is shown what it would do.
    onChange(next, false);
  };
  const chosen = (field: ChangedTogether) => ({ label: fieldLabels[field], value: entered[field] ?? '' });
  return (
    <Stack gap="sm" mt="md">
      <MethodSelect {...chosen('shipping_code')} groups={data?.methods ?? []} onChange={(code) => enter('shipping_code', code)} />
      <BuildingSelect
        {...chosen('warehouse_code')}
        buildings={data?.buildings ?? []}
        isChosen={data?.buildingChosen ?? false}
        onChange={(code) => enter('warehouse_code', code)}
      />
      <NativeSelect
        {...chosen('country')}
        onChange={({ currentTarget }) => enter('country', currentTarget.value)}
        data={[{ value: '', label: 'As it is' }, ...countries]}
      />
      <TextInput
        {...chosen('state')}
        placeholder="As it is"
        maxLength={500}
        autoComplete="off"
        onChange={({ currentTarget }) => enter('state', currentTarget.value)}
      />
      <Textarea
        {...chosen('note')}
        placeholder="As it is"
        maxLength={5_000}
        autosize
        minRows={1}
        maxRows={4}
        onChange={({ currentTarget }) => enter('note', currentTarget.value)}
      />
      <ChangePreview preview={Object.keys(entered).length > 0 ? data : undefined} selected={countOf(target)} error={error} />
    </Stack>
  );
}

const selectionOf = (target: BulkTarget) => ('ids' in target ? { ordersIds: target.ids.map(Number) } : { runId: target.runId });
const countOf = (target: BulkTarget) => ('ids' in target ? target.ids.length : target.total);
