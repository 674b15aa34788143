import { reasonsOf } from '../http/reasons.ts';

export const ownShopReasons = {
  'own_shop.no_order': ({ id }: { id: string }) => `The shop has sent no order ${id}.`,
  'own_shop.erased': ({ id }: { id: string }) => `The buyer of order ${id} was erased, so it cannot be read again.`,
};

export const because = reasonsOf(ownShopReasons);
