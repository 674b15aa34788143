import { postToPublic } from '../../../../connectors/http/public-post.ts';
import type { Reason } from '../../../../connectors/http/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { bodyOf, messageId } from '../events/body.ts';
import { secretsOf } from '../subscriptions/secrets.ts';
import { headersOf } from './headers.ts';
import { deadAfter, type Outcome, outcomeOf } from './outcome.ts';
import type { Due, Round } from './round.ts';
import type { Slots } from './slots.ts';

/** A call, and what it means for its delivery. */
export type Try = Outcome & {
  delivery: number;
  /** Since when it was due. */
  due: string;
  at: Date;
  url: string;
  tookMs: number;
  status: number | null;
  reason: Reason | null;
  reply: string;
};

const timeoutMs = 15_000;
const keptBytes = 1_024;
/** No call of a round begins so long after it was taken: another worker could take the subscription before the round is stored. */
const beginWithinMs = 10_000;
/** Calls to one subscription at once. */
const atOnce = 8;

/**
 * Sends what is due. Events of one record go one after the other, whatever became of the first; those of different ones side by side. Once
 * the receiver is taken for dead, or this process stops, no further call begins. What was not sent stays due.
 */
export async function sendRound(
  engine: Engine,
  slots: Slots,
  accountId: number,
  { receiver, due, takenAt }: Round,
  stop?: AbortSignal,
): Promise<Try[]> {
  const { host } = new URL(receiver.url);
  const secrets = secretsOf(engine.seal, accountId, receiver);
  const queues = byRecord(due);
  const tries: Try[] = [];
  let failures = receiver.failures;
  let over = false;
  const isOver = () => over || stop?.aborted || performance.now() - takenAt >= beginWithinMs;
  const mayGoOn = () => !isOver() && (failures < deadAfter || tries.length === 0);
  const work = async () => {
    for (let queue = queues.shift(); queue; queue = queues.shift())
      for (const event of queue) {
        const leave = await slots.take(accountId, host);
        try {
          if (!mayGoOn()) return;
          const done = await callOnce(engine, accountId, receiver.url, secrets, event);
          if (done === null) return;
          tries.push(done);
          failures = done.state === 'delivered' ? 0 : failures + 1;
          over ||= done.gone || done.restUntil !== null;
        } finally {
          leave();
        }
      }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, queues.length) }, work));
  return tries;
}

function byRecord(due: readonly Due[]): Due[][] {
  const nounOf = ({ type }: Due) => type.slice(0, type.indexOf('.'));
  return [...Map.groupBy(due, (event) => `${nounOf(event)}:${event.record_id}`).values()];
}

/** Null where it was not tried because of us: it stays due. */
async function callOnce(
  { sandboxOrigin, now }: Engine,
  accountId: number,
  url: string,
  secrets: string[],
  event: Due,
): Promise<Try | null> {
  const at = now();
  const body = bodyOf(accountId, event);
  const headers = headersOf(messageId(accountId, event.sequence), body, secrets, at);
  const began = performance.now();
  const reply = await postToPublic(url, { headers, body }, { sandboxOrigin, namedBy: String(accountId), timeoutMs, cutBytes: keptBytes });
  if ('wrong' in reply && reply.untried) return null;
  const call = { delivery: event.delivery, due: event.due, at, url, tookMs: Math.round(performance.now() - began) };
  if ('wrong' in reply) return { ...call, ...outcomeOf(null, event.attempts, now()), status: null, reason: reply.wrong, reply: '' };
  return { ...call, ...outcomeOf(reply, event.attempts, now()), status: reply.status, reason: null, reply: reply.text };
}
