import { data, type LoaderFunctionArgs } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { Columns } from '../ui/section.tsx';
import type { Route } from './+types/detail-page.ts';
import { getOrder } from './detail/queries.ts';
import { countryName } from './widgets/countries.ts';
import { OrderFacts } from './widgets/detail/facts.tsx';
import { OrderHeader } from './widgets/detail/header.tsx';
import { OrderHistory } from './widgets/detail/history.tsx';
import { OrderLines } from './widgets/detail/lines.tsx';
import { OrderNotices } from './widgets/detail/notices.tsx';
import { OrderPath } from './widgets/detail/path.tsx';
import { OrderShipments } from './widgets/detail/shipments.tsx';
import { useLiveOrder } from './widgets/detail/use-live-order.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { inTenant } = context.get(requestContext);
  const id = /^[1-9]\d{0,14}$/.test(params.id ?? '') ? Number(params.id) : undefined;
  const order = id && (await inTenant((tenant) => getOrder(tenant, id)));
  if (!order) throw data(null, { status: 404 });
  return { order, countryName: countryName(order.country) };
}

export default function OrderPage({ loaderData: { order, countryName } }: Route.ComponentProps) {
  useLiveOrder(order.id);
  return (
    <>
      <OrderHeader order={order} />
      <OrderNotices order={order} />
      <OrderPath order={order} />
      <Columns side={<OrderFacts order={order} countryName={countryName} />}>
        <OrderLines order={order} />
        <OrderShipments order={order} />
        <OrderHistory order={order} />
      </Columns>
    </>
  );
}
