import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { listProviderLocationsCall } from '../../mappings/locations/contract.ts';
import type { RestRoute } from '../../order-flow/contract/orders.ts';
import type { Decided } from './remedies/of-order.ts';

type Option = { code: string; name: string };

/**
 * From where the rest of an order leaves, and how, where the warehouse that is connected now has not what the order has: it is not sent
 * before somebody chooses. Of an order of which nothing has left its check asks.
 */
export function useRestRoute(order: Decided): { route: RestRoute; fields: React.ReactNode } {
  const [route, setRoute] = useState<RestRoute>({});
  const isRest = order.units_shipped > 0;
  const { data: buildings } = useQuery({
    queryKey: ['buildings of the warehouse'],
    queryFn: ({ signal }) => call(listProviderLocationsCall, {}, signal),
    enabled: isRest && order.warehouse_code !== null,
  });
  const methods = Object.entries(order.shipMethods).flatMap(([carrier, all]) =>
    all.map(({ code, name }) => ({ code, name: `${carrier} ${name}` })),
  );
  const select = (field: keyof RestRoute, label: string, known: readonly Option[] | undefined) =>
    isRest &&
    isToChoose(field, order[field], known) && (
      <NativeSelect
        label={label}
        description={order[field] === null ? 'The order has none.' : `The warehouse that is connected now has no “${order[field]}”.`}
        data={[{ value: '', label: 'Choose one' }, ...(known ?? []).map(({ code, name }) => ({ value: code, label: name }))]}
        value={route[field] ?? ''}
        onChange={({ currentTarget: { value } }) => setRoute({ ...route, [field]: value || undefined })}
      />
    );
  const fields = (
    <>
      {select('warehouse_code', 'Building that the rest leaves from', buildings)}
      {select('shipping_code', 'Shipping method of the rest', methods)}
    </>
  );
  return { route, fields };
}

/** What a list that is known, and not empty, does not have. The warehouse chooses a building where an order has none, and no method. */
const isToChoose = (field: keyof RestRoute, code: string | null, known: readonly Option[] = []) =>
  known.length > 0 && (code === null ? field === 'shipping_code' : !known.some((option) => option.code === code));
