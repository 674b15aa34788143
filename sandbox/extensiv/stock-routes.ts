import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kept } from '../kit/collection.ts';
import { listRoute } from '../kit/resource.ts';
import { type Delivery, facilities, type Item, relation } from './records.ts';
import { type Customer, type CustomerOf, hal, listOf, refusals } from './replies.ts';
import { condition } from './rql.ts';

const time = (at: number) => new Date(at).toISOString().slice(0, 23);
type ById = { Params: { id: string } };

const renderItem = (item: Kept<Item>, { customer, name }: Customer) => ({
  readOnly: { itemId: item.id, customerIdentifier: { name, id: customer }, lastModifiedDate: time(item.changedAt), deactivated: false },
  ...{ itemId: item.id, sku: item.sku, upc: item.upc, description: item.name, description2: null },
});

const renderDetail = (delivery: Kept<Delivery>, { free }: Customer) => ({
  ...{ receiveItemId: delivery.id, itemIdentifier: { sku: delivery.sku, id: delivery.itemId }, qualifier: '', received: delivery.onHand },
  ...{ onHand: delivery.onHand, available: free(delivery), isOnHold: false, quarantined: false, lotNumber: delivery.lot },
  ...{ expirationDate: delivery.expires, serialNumber: null },
  locationIdentifier: { nameKey: { facilityIdentifier: { id: delivery.facility }, name: delivery.place }, id: 1 },
});

/** Items, stock, and what the customer has there. */
export function stockRoutes(app: FastifyInstance, customerOf: CustomerOf) {
  const items = listOf<Kept<Item>>('customers/item', 100, renderItem, customerOf);
  listRoute(app, customerOf, refusals, {
    ...{ ...items, path: '/customers/:id/items', operation: 'list_items', render: renderItem },
    of: (customer, request) => (isHis(customer, request) ? items.chosen(customer.items.all(), request) : null),
  });
  const details = listOf<Kept<Delivery>>('item', 500, renderDetail, customerOf);
  listRoute(app, customerOf, refusals, {
    ...{
      ...details,
      path: '/inventory/stockdetails',
      operation: 'list_stock',
      render: renderDetail,
      also: ['sort', 'customerid', 'facilityid'],
    },
    of: ({ deliveries, customer }, request) => {
      const { customerid, facilityid } = request.query as Record<string, string>;
      const there = deliveries.all().filter(({ facility, onHand }) => String(facility) === facilityid && onHand > 0);
      return customerid === String(customer) ? details.chosen(there, request) : null;
    },
  });
  const buildings = listOf<(typeof facilities)[0]>('properties/facility', 1000, (facility) => facility, customerOf);
  listRoute(app, customerOf, refusals, {
    ...{ ...buildings, path: '/properties/facilities', operation: 'list_facilities', also: ['sort', 'customerId'] },
    ...{ of: (_customer, request) => buildings.chosen(facilities, request), render: (facility) => facility },
  });
  totals(app, customerOf);
  aboutCustomer(app, customerOf);
}

const isHis = ({ customer }: Customer, { params }: FastifyRequest) => (params as { id: string }).id === String(customer);

/** By item and facility; what is ordered and not allocated is counted where it is asked for. */
function totals(app: FastifyInstance, customerOf: CustomerOf) {
  app.get<{ Querystring: { rql?: string; orderednotallocated?: string } }>(
    '/inventory/stocksummaries',
    { config: { operation: 'list_stock_totals' } },
    (request, reply) => {
      const { items, orders } = customerOf(request);
      const fits = condition(request.query.rql ?? '');
      const waiting = (sku: string, facility: number) =>
        orders
          .all()
          .filter((order) => order.status === 0 && order.facility === facility)
          .flatMap(({ lines }) => lines.filter((line) => line.sku === sku))
          .reduce((sum, { quantity, allocations }) => sum + quantity - allocations.reduce((all, each) => all + each.quantity, 0), 0);
      const summaries = items.all().flatMap(({ id, sku }) =>
        facilities.map(({ facilityId }) => {
          const orderedNotAllocated = request.query.orderednotallocated === 'true' ? waiting(sku, facilityId) : null;
          return { itemIdentifier: { sku, id }, qualifier: '', facilityId, orderedNotAllocated };
        }),
      );
      const found = summaries.filter((each) => fits?.(each) ?? true);
      return hal(reply).send({ totalResults: found.length, summaries: found });
    },
  );
}

function aboutCustomer(app: FastifyInstance, customerOf: CustomerOf) {
  app.get<ById>('/customers/:id', { config: { operation: 'get_customer' } }, (request, reply) => {
    const customer = customerOf(request);
    if (!isHis(customer, request)) return refusals.missing(reply);
    return hal(reply).send({
      readOnly: { customerId: customer.customer, creationDate: '2020-01-01T00:00:00', deactivated: false },
      ...{ companyInfo: { companyName: customer.name }, primaryFacilityIdentifier: { name: 'Reno', id: 2 } },
    });
  });
  app.get('/properties/carriers', { config: { operation: 'list_carriers' } }, (_request, reply) =>
    hal(reply).send({ defaultBillingCodes: [], defaultShipmentServices: [], _embedded: { [relation('properties/carrier')]: carriers } }),
  );
}

const carriers = [
  { name: 'UPS', scacCode: 'UPSN', deactivated: false, shipmentServices: [{ code: '03', description: 'Ground', deactivated: false }] },
  { name: 'Own truck', scacCode: null, deactivated: false, shipmentServices: [] },
];
