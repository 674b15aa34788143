import { shipBob } from '../../sandbox/shipbob/stand-in.ts';
import type { TestDatabase } from '../database.ts';
import { buildOtherShop, type OtherShop } from './other-warehouse.ts';

/** A shop whose warehouse is ShipBob, with a thousand each of MUG and CUP there. */
export const buildShipBobShop = (own: TestDatabase) =>
  buildOtherShop(
    own,
    {
      ...{ connector: 'shipbob', methodCode: 'Standard', building: '10' },
      settings: (origin) => ({ token: 'demo-shipbob-token', api_origin: `${origin}/shipbob`, channel_id: '100102' }),
    },
    ({ sandbox }) => {
      const { add } = sandbox.control.of(shipBob);
      for (const sku of ['MUG', 'CUP']) add({ sku, name: `A ${sku.toLowerCase()}`, lots: [{ lot: null, units: 1000 }] });
    },
  );
export const merchant = ({ sandbox }: OtherShop) => sandbox.control.of(shipBob);
/** For a buyer of its own: orders of one go together. */
export const orderOf = (orderNumber: string) => ({ orderNumber, shipTo: { name: `Buyer ${orderNumber}` } as never });
/** What the channel was told of each order. */
export const marks = ({ sandbox }: OtherShop) =>
  new Map(
    sandbox.control
      .state()
      .shipStation[0]?.orders.map(({ orderNumber, marks, trackingNumbers }) => [orderNumber, { marks, trackingNumbers }]),
  );
