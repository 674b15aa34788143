import { call } from '../../../platform/call.ts';
import type { Reply } from '../../../platform/endpoint.ts';
import type { RemedyIssue } from '../../shared/issues/remedy/remedy.ts';
import { issueRemedyCall } from './contract.ts';

/** How many orders wait for the cause of an issue, and what most likely mends it. */
export type Hints = Reply<typeof issueRemedyCall>;

type Waiting = Pick<RemedyIssue, 'type' | 'subject' | 'connection_id' | 'order_id'>;
export const readHints = ({ type, subject, connection_id, order_id }: Waiting, signal?: AbortSignal): Promise<Hints> =>
  call(issueRemedyCall, { query: { type, subject, connection_id: connection_id ?? 0, order_id: order_id ?? undefined } }, signal);
