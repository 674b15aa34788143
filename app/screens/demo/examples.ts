import type { Examples } from '../../../platform/http/openapi/examples.ts';

/** What examples of the API's document say of the systems that the demo plays: nothing else in the product knows one. */
export const examples: Examples = {
  'POST /api/application-webhooks/:connector': { params: { connector: 'shopify' } },
  'POST /api/connectors/:name/products': { params: { name: 'channel_advisor' } },
  'POST /api/connectors/:name/products/upload': { params: { name: 'ship_station' }, file: 'sku,title\nMUG-BLUE,Blue mug\n' },
  'GET /api/connectors/:connector/warehouse-locations': { params: { connector: 'netsuite' } },
  'GET /api/connectors/:connector/remote-locations': { params: { connector: 'netsuite' } },
  'GET /api/connectors/:connector/remap-products-locations': { params: { connector: 'netsuite' } },
  'POST /api/connectors/:connector/remap-products-locations': { params: { connector: 'netsuite' } },
  'POST /api/connectors/:name/save-locations': {
    params: { name: 'netsuite' },
    body: { locations: [{ internal_id: '12', connector_location: 'Reno NV', amware_location: 'NV2' }] },
  },
  'DELETE /api/connectors/:connector/remote-locations/:id': { params: { connector: 'netsuite' } },
  'POST /settings/super/mappable-fields': { body: { connector_id: 'ship_station', name: 'giftMessage', description: 'Gift message' } },
  'GET /api/connectors/:name/stock-locations': { params: { name: 'channel_advisor' } },
  'PUT /api/connectors/:name/stock': {
    params: { name: 'channel_advisor' },
    body: { mode: 'rehearsal', location_id: '1', location_name: 'Amware', buffer: 2 },
  },
  'POST /api/connectors/:name/stock/push': { params: { name: 'channel_advisor' } },
  'POST /api/products/import': {
    fields: { mappingColumn: 'seller-sku', connector: 'ship_station' },
    file: 'seller-sku,item-name,quantity\nMUG-BLUE,Blue mug,4\n',
  },
  'POST /api/connectors': {
    body: {
      connector: 'woocommerce',
      name: 'Web shop',
      settings: { address: 'https://shop.example.com', consumer_key: 'ck_…', consumer_secret: 'cs_…' },
    },
  },
  'PUT /api/connectors/:name': {
    params: { name: 'amware' },
    body: { settings: { base_url: 'https://amware.example.com', api_key: '…', webhook_secret: '…' } },
  },
  'POST /api/connector-choices': {
    body: {
      ...{ connector: 'netsuite', choices: 'subsidiaries', connection: 'netsuite' },
      settings: {
        ...{ netsuite_account: '1042', client_id: '…', certificate_id: '…' },
        api_address: 'https://1042.suitetalk.api.netsuite.com',
      },
    },
  },
  'GET /api/connectors/:connector/subsidiaries': { params: { connector: 'netsuite' }, reply: [{ id: '1', name: 'Northwind Gifts UK' }] },
  'GET /api/connectors/:connector/subsidiary/:id/accounts': {
    params: { connector: 'netsuite', id: '1' },
    reply: [{ id: '1042', name: 'Stock on hand' }],
  },
  'POST /api/connectors/:connector/subsidiaries': { params: { connector: 'netsuite' }, body: { subsidiary: '1', account: '1042' } },
  'POST /api/connector-consents': {
    body: { connector: 'csv_drop', name: 'Supplier', settings: { address: 'https://files.example.com/orders' } },
  },
  'POST /api/connector-consents/:connector': { params: { connector: 'csv_drop' } },
};
