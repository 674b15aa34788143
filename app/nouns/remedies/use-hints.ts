import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../platform/call.ts';
import type { Reply } from '../../../platform/endpoint.ts';
import type { Remedy } from '../../shared/issues/issue-type.ts';
import { receiptOfSubject } from '../../shared/issues/types/purchase-orders/unknown-receipt.ts';
import { showError } from '../../ui/alerts/alerts.ts';
import { getOrderCall } from '../order-flow/contract/detail.ts';
import { prepareFormerCall } from '../order-flow/contract/orders.ts';
import { type ComparedOrder, compareOrdersCall } from '../order-flow/shared-goods/contract.ts';
import { getUnknownReceiptCall, type UnknownReceipt } from '../purchase-flow/contract/unknown-receipts.ts';
import { type Address, readAddress } from './complete-address/address.ts';
import { issueRemedyCall } from './contract.ts';
import type { RemedyIssue } from './remedy.ts';

export type Hints = Reply<typeof issueRemedyCall>;
/** All orders that are decided about together, as a run that has not started. */
export type PreparedRun = Reply<typeof prepareFormerCall>;
type Offer = { hints?: Hints; order?: Address; orders?: ComparedOrder[]; receipt?: UnknownReceipt; prepared?: PreparedRun };

/** The data of a remedy's panel, loaded each time it opens: the likeliest choices, the current address, or the orders to compare. */
export function useHints(issue: RemedyIssue, remedy: Remedy, enabled: boolean, onFailed: () => void): Offer & { ready: boolean } {
  const { type, subject, connection_id, order_id, orders: waiting = 1 } = issue;
  const { data, error, isFetching } = useQuery<Offer>({
    queryKey: ['remedy', type, subject, connection_id, order_id],
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => {
      if (remedy === 'complete_address') return { order: readAddress(await call(getOrderCall, { params: { id: order_id ?? 0 } }, signal)) };
      if (remedy === 'compare_orders') return call(compareOrdersCall, { params: { id: order_id ?? 0 } }, signal);
      if (remedy === 'decide_former' && waiting > 1)
        return { prepared: await call(prepareFormerCall, { body: { connection_id: connection_id ?? 0 } }, signal) };
      if (remedy === 'decide_former' || remedy === 'decide_found') return {};
      if (remedy === 'place_receipt')
        return { receipt: await call(getUnknownReceiptCall, { params: { receiptId: receiptOfSubject(subject) } }, signal) };
      return { hints: await call(issueRemedyCall, { query: { type, subject, connection_id: connection_id ?? 0 } }, signal) };
    },
  });
  const fail = useEffectEvent((failure: Error) => {
    showError(failure);
    onFailed();
  });
  useEffect(() => {
    if (error && !isFetching) fail(error);
  }, [error, isFetching]);
  return { ...data, ready: data !== undefined };
}
