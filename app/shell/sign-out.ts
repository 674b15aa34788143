import { CallError } from '../../platform/call.ts';
import { showError } from '../ui/alerts/alerts.ts';

/** Ends the session. A full page load afterwards leaves nothing of it in memory. */
export async function signOut(): Promise<void> {
  try {
    const response = await fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    if (!response.ok) throw new CallError(response.status, await response.json());
    window.location.assign('/sign-in');
  } catch (error) {
    showError(error);
  }
}
