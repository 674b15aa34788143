import { aboutPrime, primeWaits } from './amazon/reasons.ts';
import { aboutSentAndRefunded, sentAndRefunded } from './http/sent-and-refunded.ts';

/** The remedy is what its words lead to: a setting of the connection that has them go on, or that somebody cancels them here. */
type WaitingStatus = { about: string; remedy: 'see_connection' | 'cancel' };

/**
 * What to do about orders that wait by a status that a connector itself gave them: no other status of the channel would change that. Apart
 * from the reasons, because the browser has these.
 */
export const waitingStatuses: ReadonlyMap<string, WaitingStatus> = new Map<string, WaitingStatus>([
  [primeWaits, { about: aboutPrime, remedy: 'see_connection' }],
  [sentAndRefunded, { about: aboutSentAndRefunded, remedy: 'cancel' }],
]);
