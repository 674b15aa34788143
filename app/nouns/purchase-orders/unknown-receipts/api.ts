import type { FastifyInstance } from 'fastify';
import { existing } from '../../../../platform/http/refusal.ts';
import { changeRoute, messageRoute, readRoute } from '../../../../platform/http/route.ts';
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
  readRoute(app, getUnknownReceiptCall, async (tenant, { params }) =>
    existing(await getUnknownReceipt(tenant, params.receiptId), 'This receipt does not wait for a purchase order.'),
  );
  changeRoute(app, assignReceiptCall, async (tenant, { params, body }) => ({
    message: `The receipt belongs to ${await assignReceipt(tenant, params.receiptId, body.purchaseOrderId)} now.`,
  }));
  messageRoute(app, setReceiptAsideCall, 'The receipt is set aside.', (tenant, { params, body }) =>
    setReceiptAside(tenant, params.receiptId, body.reason),
  );
  messageRoute(app, takeReceiptBackCall, 'The receipt waits for a decision again.', (tenant, { params }) =>
    takeReceiptBack(tenant, params.receiptId),
  );
}
