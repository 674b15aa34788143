import type { FastifyInstance } from 'fastify';
import { createPageSpoiler } from '../front-door.ts';
import { fulfillmentType, orderItemType, orderType } from './entities.ts';
import { Misunderstood } from './odata/misunderstood.ts';
import { pageOf, render } from './odata/page.ts';
import { parseQuery } from './odata/query.ts';
import type { AdvisorOrder } from './order.ts';
import { type AccountOf, addressOf, notFound, queryOf } from './replies.ts';
import { shipRoute } from './ship-route.ts';

type ById = { Params: { id: string } };

export function orderRoutes(app: FastifyInstance, accountOf: AccountOf) {
  const spoil = createPageSpoiler<object>();

  app.get('/Orders', { config: { operation: 'list_orders', lists: true } }, (request) => {
    const options = queryOf(request);
    const query = parseQuery(options, orderType, ['exported']);
    const rows = flagged(accountOf(request).orders.rows.values(), options.exported);
    const page = pageOf(rows, orderType, query, addressOf(request));
    return { '@odata.context': '$metadata#Orders', ...page, value: spoil(request, page.value).map(mangled(accountOf(request).orders.get)) };
  });

  // The flag of acknowledgement is ignored here.
  app.get<ById>('/Orders/~:id', { config: { operation: 'get_order' } }, (request, reply) => {
    const { get } = accountOf(request).orders;
    const order = get(Number(request.params.id));
    if (!order) return notFound(reply);
    return mangled(get)(render(order, orderType, parseQuery(queryOf(request), orderType)));
  });

  for (const [name, type] of Object.entries({ Items: orderItemType, Fulfillments: fulfillmentType } as const))
    app.get<ById>(`/Orders/~:id/${name}`, { config: { operation: `list_order_${name.toLowerCase()}`, lists: true } }, (request, reply) => {
      const order = accountOf(request).orders.get(Number(request.params.id));
      if (!order) return notFound(reply);
      return pageOf(order[name as 'Items'], type, parseQuery(queryOf(request), type), addressOf(request));
    });

  exportRoutes(app, accountOf);
  shipRoute(app, accountOf);
}

function exportRoutes(app: FastifyInstance, accountOf: AccountOf) {
  for (const [method, exported] of [
    ['POST', true],
    ['DELETE', false],
  ] as const)
    app.route<ById>({
      ...{ method, url: '/Orders/~:id/Export', config: { operation: exported ? 'export_order' : 'unexport_order' } },
      handler: (request, reply) => {
        const { orders } = accountOf(request);
        const order = orders.get(Number(request.params.id));
        if (!order) return notFound(reply);
        orders.setExported(order, exported);
        return reply.code(204).send();
      },
    });
}

function* flagged(orders: Iterable<AdvisorOrder>, wanted: string | undefined): Iterable<AdvisorOrder> {
  if (wanted !== undefined && wanted !== 'true' && wanted !== 'false') throw new Misunderstood(`'${wanted}' is neither true nor false.`);
  for (const order of orders) if (wanted === undefined || order.exported === (wanted === 'true')) yield order;
}

/** An order that was entered as broken has a time that is none, as no documentation shows it. */
const mangled = (get: (id: number) => AdvisorOrder | undefined) => (record: object) =>
  get((record as AdvisorOrder).ID)?.broken ? { ...record, CreatedDateUtc: 'yesterday' } : record;
