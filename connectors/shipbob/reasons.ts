import { reasonsOf } from '../http/reasons.ts';

type Order = { order: string };

export const shipBobReasons = {
  'shipbob.circle': () => 'The pages of ShipBob’s list name one another in a circle, so it has no end. It is read again later.',
  'shipbob.no_channel': ({ channel }: { channel: string }) =>
    `The token does not see channel ${channel} of ShipBob. Choose one that it sees.`,
  'shipbob.reads_only': ({ channel }: { channel: string }) =>
    `Channel ${channel} may not write orders. Choose the channel of the token itself.`,
  /** ShipBob would make a new method of it, and ship by its standard one. */
  'shipbob.no_method': ({ method }: { method: string }) => `ShipBob has no active shipping method “${method}”.`,
  /** Left out, ShipBob would choose one. */
  'shipbob.no_building': ({ building }: { building: string }) => `ShipBob has no building “${building}”: its buildings are numbers.`,
  /** ShipBob would make a new product of it, which is nowhere on the shelves. */
  'shipbob.no_sku': ({ skus }: { skus: string }) => `ShipBob has no product with the SKU ${skus}.`,
  'shipbob.bundle_sku': ({ skus }: { skus: string }) =>
    `${skus} is a bundle at ShipBob, whose parcels do not say how many of it are in them.`,
  'shipbob.bundle': ({ sku }: { sku: string }) => `The parcel holds parts of the bundle ${sku}, and does not say how many of it.`,
  'shipbob.no_contents': () => 'The parcel has left, and ShipBob does not say what is in it.',
  'shipbob.method_stays': (_: Order) =>
    'ShipBob does not change the shipping method of an order that it has. Cancel it there and send it again.',
  'shipbob.building_stays': (_: Order) => 'ShipBob does not move an order to another building. Cancel it there and send it again.',
  'shipbob.words_stay': (_: Order) =>
    'ShipBob does not change the note, the numbers or the fields of an order that it has. Cancel it there and send it again.',
  'shipbob.not_as_sent': (_: Order) => 'ShipBob took the change, and what it has of the order is still something else. Look at it there.',
  'shipbob.lines_stay': (_: Order) => 'ShipBob takes no further lines for an order that it has. Cancel it there and send it again.',
  'shipbob.split': (_: Order) => 'ShipBob has split the order into several parcels, which cannot be changed together.',
  'shipbob.worked_on': (_: Order) => 'ShipBob has begun to work on the order.',
  'shipbob.not_cancelled': (_: Order) => 'ShipBob did not cancel the order, and has not begun to work on it.',
  'shipbob.not_announced': ({ inventory }: { inventory: string }) =>
    `The receiving order does not say which SKU inventory ${inventory} is.`,
};

export const because = reasonsOf(shipBobReasons);
