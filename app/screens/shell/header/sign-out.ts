import { href } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { signOut } from '../../../people/accounts/contract.ts';
import { showError } from '../../../ui/alerts/alerts.ts';
import { changeSession } from '../../../ui/live/freshness.ts';

/** Ends the session, and says so where that failed. */
export const leave = (): Promise<void> => changeSession(() => call(signOut, {}), href('/sign-in')).catch(showError);
