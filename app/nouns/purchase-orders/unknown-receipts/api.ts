import type { FastifyInstance } from 'fastify';
import { existing } from '../../../../platform/http/refusal.ts';
import { changeRoute, route } from '../../../../platform/http/route.ts';
import {
  assignReceiptCall,
  getUnknownReceiptCall,
  setReceiptAsideCall,
  takeReceiptBackCall,
} from '../../purchase-flow/contract/unknown-receipts.ts';
import { assignReceipt, setReceiptAside } from './commands.ts';
import { getUnknownReceipt } from './queries.ts';
import { takeReceiptBack } from './take-back.ts';

export function unknownReceiptsApi(app: FastifyInstance): void {
  route(app, getUnknownReceiptCall, async ({ reading, params }) => {
    return existing(
      await reading((tenant) => getUnknownReceipt(tenant, params.receiptId)),
      'This receipt does not wait for a purchase order.',
    );
  });
  changeRoute(app, assignReceiptCall, async (tenant, { params, body }) => {
    const number = await assignReceipt(tenant, params.receiptId, body.purchaseOrderId);
    return { message: `The receipt belongs to ${number} now.` };
  });
  changeRoute(app, setReceiptAsideCall, async (tenant, { params, body }) => {
    await setReceiptAside(tenant, params.receiptId, body.reason);
    return { message: 'The receipt is set aside.' };
  });
  changeRoute(app, takeReceiptBackCall, async (tenant, { params }) => {
    await takeReceiptBack(tenant, params.receiptId);
    return { message: 'The receipt waits for a decision again.' };
  });
}
