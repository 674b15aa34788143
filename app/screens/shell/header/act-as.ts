import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { actAsAccount, stopActingAsAccount } from '../../../people/accounts/contract.ts';

/** Lets a super admin act as an account, or with `null` stop acting. Loads the page anew, so that nothing of the other account remains. */
export async function actAs(accountId: number | null): Promise<void> {
  if (accountId === null) await call(stopActingAsAccount, {});
  else await call(actAsAccount, { body: { accountId } });
  window.location.assign(href('/'));
}
