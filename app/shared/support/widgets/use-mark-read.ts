import { useEffect } from 'react';
import { call } from '../../../../platform/call.ts';
import { readTicketCall, type Ticket } from '../contract.ts';

/** Notes that the person has seen the ticket as it is now, once its page is in view; nobody needs to hear when that fails. */
export function useMarkRead({ id, messages }: Pick<Ticket, 'id' | 'messages'>): void {
  const last = messages.at(-1)?.id ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is read anew.
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState === 'visible') call(readTicketCall, { params: { id } }).catch(() => undefined);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id, last]);
}
