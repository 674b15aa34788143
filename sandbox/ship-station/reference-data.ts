import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Store } from './account.ts';
import { plainAddress } from './order.ts';
import { formatPacific, pacificOf } from './pacific.ts';
import { invalid, type SellerOf } from './replies.ts';
import { carriers } from './services.ts';

export const tags = [
  { tagId: 610_001, name: 'Wholesale', color: '#2E7D32' },
  { tagId: 610_002, name: 'Call before delivery', color: '#B71C1C' },
] as const;

const opened = Date.UTC(2010, 10, 1, 9);

export function referenceData(app: FastifyInstance, sellerOf: SellerOf, clock: Clock) {
  app.get<{ Querystring: { showInactive?: string } }>('/stores', { config: { operation: 'list_stores' } }, (request) =>
    sellerOf(request)
      .stores.filter(({ active = true }) => active || request.query.showInactive === 'true')
      .map((store) => renderStore(store, clock)),
  );

  app.get('/accounts/listtags', { config: { operation: 'list_tags' } }, () => tags);

  app.get('/warehouses', { config: { operation: 'list_warehouses' } }, () => [warehouse]);
  carrierRoutes(app, sellerOf);
}

const warehouse = {
  warehouseId: 410_001,
  warehouseName: 'Amware',
  originAddress: { ...plainAddress, name: 'Amware', street3: null, residential: false, addressVerified: null },
  returnAddress: null,
  createDate: formatPacific(opened),
  isDefault: true,
  sellerIntegrationId: null,
  extInventoryIdentity: null,
  registerFedexMeter: null,
};

function carrierRoutes(app: FastifyInstance, sellerOf: SellerOf) {
  app.get('/carriers', { config: { operation: 'list_carriers' } }, (request) =>
    carriers.map(({ code, name }, index) => ({
      name,
      code,
      accountNumber: `${sellerOf(request).key}-${index + 1}`,
      requiresFundedAccount: false,
      balance: 0,
      nickname: name,
      shippingProviderId: 510_001 + index,
      primary: index === 0,
    })),
  );

  app.get<{ Querystring: { carrierCode?: string } }>(
    '/carriers/listservices',
    { config: { operation: 'list_services' } },
    (request, reply) => {
      const carrier = carriers.find(({ code }) => code === request.query.carrierCode);
      if (!carrier) return reply.code(400).send(invalid('carrierCode', 'The carrier is not known.'));
      return carrier.services.map((service) => ({ carrierCode: carrier.code, ...service, international: !service.domestic }));
    },
  );
}

function renderStore({ active = true, ...store }: Store, clock: Clock) {
  const now = formatPacific(pacificOf(clock.now()));
  return {
    ...store,
    marketplaceId: 0,
    accountName: null,
    email: null,
    integrationUrl: null,
    active,
    companyName: store.storeName,
    phone: '',
    publicEmail: '',
    website: '',
    refreshDate: now,
    lastRefreshAttempt: now,
    createDate: formatPacific(opened),
    modifyDate: formatPacific(opened),
    autoRefresh: true,
    statusMappings: null,
  };
}
