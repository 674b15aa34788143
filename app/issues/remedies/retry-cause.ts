import { call } from '../../../platform/call.ts';
import { actOnOrderCall } from '../../orders/contract.ts';
import { countedWords } from '../../ui/counted-words.ts';
import { issueRemedyCall } from '../contract.ts';
import type { RemedyIssue } from './remedy.ts';

/** The most orders per click. */
const most = 300;

/** Retries every order that waits for this cause, oldest first, a few at a time. Returns the sentence for the person. */
export async function retryCause({ type, subject, connection_id }: RemedyIssue): Promise<string> {
  const tried = new Set<number>();
  while (connection_id !== null && tried.size < most) {
    const { order_ids } = await call(issueRemedyCall, { query: { type, subject, connection_id } });
    const next = order_ids.filter((id) => !tried.has(id));
    if (next.length === 0) break;
    await Promise.all(next.map((id) => call(actOnOrderCall, { params: { id, action: 'retry' } })));
    for (const id of next) tried.add(id);
  }
  return `Trying ${countedWords(tried.size, 'order')} again.`;
}
