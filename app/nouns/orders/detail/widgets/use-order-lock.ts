import { call } from '../../../../../platform/call.ts';
import { type Lock, useLock } from '../../../../ui/buttons/lock-toggle.tsx';
import { toggleLockCall } from '../../../order-flow/contract/orders.ts';
import type { Order } from './order.ts';

/** What a lock does, in the words of its page. */
export const lockMeans = 'it is not sent to the warehouse, changes at the channel wait, and nobody else can save it';

export const useOrderLock = ({ id, locked }: Order): Lock =>
  useLock(locked, (wanted) => call(toggleLockCall, { params: { id }, body: { locked: wanted } }));
