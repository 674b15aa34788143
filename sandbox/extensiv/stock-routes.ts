import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kept } from '../kit/collection.ts';
import type { Query } from '../kit/paging.ts';
import { type Shelf, sumOf, unitsOf } from '../kit/shelves.ts';
import { carriers, facilities, relation } from './records.ts';
import { type Customer, type CustomerOf, hal, refusals, rqlList } from './replies.ts';
import { condition } from './rql.ts';
import { renderDelivery, renderItem } from './wire.ts';

/** Items, stock, and what the customer has there. */
export function stockRoutes(app: FastifyInstance, customerOf: CustomerOf) {
  rqlList(app, customerOf, {
    ...{ path: '/customers/:id/items', operation: 'list_items', name: 'customers/item', most: 100, render: renderItem },
    of: (customer, request) => (isHis(customer, request) ? customer.items.all() : null),
  });
  rqlList<Kept<Shelf>>(app, customerOf, {
    ...{ path: '/inventory/stockdetails', operation: 'list_stock', name: 'item', most: 500, render: renderDelivery },
    also: ['customerid', 'facilityid'],
    of({ deliveries, customer }, { query }) {
      const { customerid, facilityid } = query as Query;
      const there = deliveries.all().filter(({ building, onHand }) => String(building) === facilityid && onHand > 0);
      return customerid === String(customer) ? there : null;
    },
  });
  rqlList(app, customerOf, {
    ...{ path: '/properties/facilities', operation: 'list_facilities', name: 'properties/facility', most: 1000, also: ['customerId'] },
    ...{ of: () => facilities, render: (facility) => facility },
  });
  totals(app, customerOf);
  aboutCustomer(app, customerOf);
}

const isHis = ({ customer }: Customer, { params }: FastifyRequest) => (params as { id: string }).id === String(customer);

type Totals = { Querystring: { rql?: string; orderednotallocated?: string } };

/** By item and facility: what orders have, and where it is asked for what they wait for. */
function totals(app: FastifyInstance, customerOf: CustomerOf) {
  app.get<Totals>('/inventory/stocksummaries', { config: { operation: 'list_stock_totals' } }, (request, reply) => {
    const { items, orders } = customerOf(request);
    const fits = condition(request.query.rql ?? '');
    const open = orders.all().flatMap(({ status, facility, lines }) => (status === 0 ? lines.map((line) => ({ ...line, facility })) : []));
    const summaries = items.all().flatMap(({ id, sku }) =>
      facilities.map(({ facilityId }) => {
        const lines = open.filter((line) => line.sku === sku && line.facility === facilityId);
        const allocated = sumOf(lines, ({ allocations }) => unitsOf(allocations));
        const orderedNotAllocated = request.query.orderednotallocated === 'true' ? unitsOf(lines) - allocated : null;
        return { itemIdentifier: { sku, id }, qualifier: '', facilityId, allocated, orderedNotAllocated };
      }),
    );
    const found = summaries.filter((each) => fits?.(each) ?? true);
    return hal(reply).send({ totalResults: found.length, summaries: found });
  });
}

function aboutCustomer(app: FastifyInstance, customerOf: CustomerOf) {
  app.get('/customers/:id', { config: { operation: 'get_customer' } }, (request, reply) => {
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
