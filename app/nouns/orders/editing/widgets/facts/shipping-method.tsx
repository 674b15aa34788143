import { Button, NativeSelect, Text } from '@mantine/core';
import { call } from '../../../../../../platform/call.ts';
import type { MethodGroup } from '../../../../../base/shipping-methods/contract.ts';
import { useQuery } from '../../../../../ui/hooks/use-query.ts';
import { getOrderCall } from '../../../../order-flow/contract/detail.ts';
import type { Order } from '../../../detail/widgets/order.ts';
import { SourceMethod } from '../../../detail/widgets/shipping/shipping.tsx';
import { FieldFrame } from './field-frame.tsx';
import { type FieldProps, useField } from './use-field.ts';

/** The warehouse's methods by carrier, and the channel's method beside them. */
export function ShippingMethod(props: FieldProps) {
  const { order } = props;
  const field = useField(props, 'shipping_code');
  const { data, error, refetch } = useQuery({
    queryKey: ['shipping methods', order.id],
    queryFn: async ({ signal }) => groupsIn((await call(getOrderCall, { params: { id: order.id } }, signal)).shipMethods),
  });
  const groups = data ?? [];
  const nameOf = (code: string) => groups.flatMap(({ methods }) => methods).find((method) => method.code === code)?.name ?? code;
  return (
    <FieldFrame field={field} wide write={nameOf}>
      <NativeSelect
        label={field.label}
        description={<SourceMethod order={order} />}
        error={field.fault}
        value={field.text}
        onChange={({ currentTarget }) => field.type(currentTarget.value)}
        disabled={field.isBusy}
        data={[...unlisted(groups, order, field.text), ...groups.map(asGroup)]}
      />
      {error && (
        <Text size="xs" c="var(--blue)" mt={4} role="alert">
          The warehouse’s methods could not be loaded.{' '}
          <Button size="xs" variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </Text>
      )}
    </FieldFrame>
  );
}

const groupsIn = (byCarrier: Record<string, MethodGroup['methods']>): MethodGroup[] =>
  Object.entries(byCarrier).map(([carrier, methods]) => ({ carrier, methods }));

const asGroup = ({ carrier, methods }: MethodGroup) => ({
  group: carrier,
  items: methods.map(({ code, name }) => ({ value: code, label: name })),
});

/** Keeps the stored and the chosen code as choices, even if the warehouse does not list them. */
function unlisted(groups: MethodGroup[], order: Order, chosen: string) {
  const codes = new Set([chosen, order.shipping_code ?? '']);
  for (const { code } of groups.flatMap(({ methods }) => methods)) codes.delete(code);
  return [...codes].map((code) => ({
    value: code,
    label: code === '' ? 'Not mapped' : code === order.shipping_code ? (order.shipMethod ?? code) : code,
  }));
}
