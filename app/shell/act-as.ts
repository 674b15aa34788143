import { call } from '../../platform/call.ts';
import { actAsAccount, stopActingAsAccount } from '../accounts/contract.ts';

/** Lets a super admin work in an account, or with `null` in his own again. A full load afterwards: nothing of the other account stays. */
export async function actAs(accountId: number | null): Promise<void> {
  if (accountId === null) await call(stopActingAsAccount, {});
  else await call(actAsAccount, { body: { accountId } });
  window.location.assign('/');
}
