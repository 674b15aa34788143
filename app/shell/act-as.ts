import { CallError } from '../../platform/call.ts';

/** Turns a super admin into an account's person, or back with `null`. A full load afterwards: nothing of the other account stays. */
export async function actAs(accountId: number | null): Promise<void> {
  const response = await fetch('/api/accounts/act-as', {
    method: accountId === null ? 'DELETE' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accountId }),
  });
  if (!response.ok) throw new CallError(response.status, await response.json());
  window.location.assign('/');
}
