import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { signOut } from '../../../people/accounts/contract.ts';
import { showError } from '../../../ui/alerts/alerts.ts';

/** Ends the session, then loads the page anew, so that nothing of it stays in memory. */
export async function leave(): Promise<void> {
  try {
    await call(signOut, {});
    window.location.assign(href('/sign-in'));
  } catch (error) {
    showError(error);
  }
}
