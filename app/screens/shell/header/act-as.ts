import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { actAsAccount, stopActingAsAccount } from '../../../people/accounts/contract.ts';
import { changeSession } from '../../../ui/live/freshness.ts';

/** Lets a super admin act as an account, or with `null` stop acting. */
export const actAs = (accountId: number | null): Promise<void> =>
  changeSession(() => (accountId === null ? call(stopActingAsAccount, {}) : call(actAsAccount, { body: { accountId } })), href('/'));
