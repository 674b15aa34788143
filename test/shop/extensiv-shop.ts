import { extensiv } from '../../sandbox/extensiv/stand-in.ts';
import type { TestDatabase } from '../database.ts';
import { buildOtherShop } from './other-warehouse.ts';

/** A shop whose warehouse is a 3PL on Extensiv, with a thousand each of MUG and CUP there. Its people do only what a test says. */
export const buildExtensivShop = (own: TestDatabase) =>
  buildOtherShop(
    own,
    {
      ...{ connector: 'extensiv', methodCode: 'UPS/03', building: '2' },
      settings: (origin) => ({
        ...{ client_id: 'demo-extensiv-client', client_secret: 'demo-extensiv-secret', user_login: 'crossdock', customer_id: '143' },
        ...{ tpl_key: '01234567-89ab-cdef-0123-456789abcdef', facility_id: '', base_url: `${origin}/extensiv` },
      }),
    },
    ({ sandbox }) => {
      const { items, deliveries, pace } = sandbox.control.of(extensiv);
      pace.stepMs = null;
      for (const sku of ['MUG', 'CUP']) {
        items.add({ sku, name: `A ${sku.toLowerCase()}`, upc: null });
        deliveries.add({ sku, building: 2, place: 'A-01', lot: null, expires: null, onHand: 1000 });
      }
    },
  );
