import { decoded } from './body.ts';
import { brokenReply, type Circumstances, failureOf, plainRejection, verdictAsFailure } from './failure.ts';
import type { Reason } from './reasons.ts';
import type { Redactor } from './redact.ts';
import type { HttpRequest, TimedReply } from './request.ts';
import type { Failure, Result } from './result.ts';
import type { Sent } from './transport.ts';
import { problemOf } from './wrong-shape.ts';

/** What reading a reply needs beside its request. `circumstances.write` is by the request's effect. */
export type Reading = { leftAt: Date; circumstances: Circumstances; redact: Redactor; mostValues?: number | undefined };

type Readable<T> = Pick<HttpRequest<T>, 'method' | 'url' | 'operation' | 'effect' | 'reads' | 'as' | 'good' | 'judge' | 'rejection'>;

/**
 * The reply as the request wants it, or the typed failure that it is. Of what was sent a second time the first may have been done, even
 * where the second was turned away.
 */
export function readReply<T>(sent: Sent, request: Readable<T>, reading: Reading): Result<TimedReply<T>> {
  const result = readOne(sent, request, reading);
  if (result.ok || result.failure.kind !== 'retry' || !sent.isRepeat) return result;
  return failed({ ...result.failure, maybeDone: reading.circumstances.write });
}

function readOne<T>(sent: Sent, request: Readable<T>, { leftAt, circumstances, redact, mostValues }: Reading): Result<TimedReply<T>> {
  if (sent.kind === 'broken') return failed(brokenConnection(sent, circumstances));
  const { status, headers } = sent;
  const body = decoded(sent, request.as ?? 'json', mostValues);
  const value = body.ok ? body.value : sent.text;
  const verdict = request.judge?.({ status, headers, body: value }, { ...request, now: circumstances.now });
  if (verdict) {
    const failure = verdictAsFailure(verdict, circumstances);
    return failed({ ...failure, reason: redacted(failure.reason, redact) });
  }
  if ((status < 200 || status > 299) && !request.good?.includes(status)) {
    const reject = () => {
      const rejection = (request.rejection ?? plainRejection)(status, body.ok ? body.value : null);
      return { ...rejection, reason: redacted(rejection.reason, redact) };
    };
    return failed(failureOf(status, headers, reject, circumstances));
  }
  if (!body.ok) return failed(brokenReply(body.reason, circumstances));
  const parsed = request.reads.safeParse(body.value);
  if (parsed.success) return { ok: true, value: { status, headers, leftAt, body: parsed.data } };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  return failed(brokenReply({ code: 'unexpected_shape', field, problem: problemOf(issue) }, circumstances));
}

/** What the other side wrote may repeat what it was sent. */
const redacted = (reason: Reason, redact: Redactor): Reason =>
  Object.fromEntries(
    Object.entries(reason).map(([name, value]) => [name, typeof value === 'string' && name !== 'code' ? redact.text(value) : value]),
  ) as Reason;

const failed = (failure: Failure) => ({ ok: false, failure }) as const;

function brokenConnection({ reason, refused, reached }: Extract<Sent, { kind: 'broken' }>, circumstances: Circumstances): Failure {
  if (refused) return { kind: 'rejected', code: 'invalid', reason };
  return brokenReply(reason, { ...circumstances, write: circumstances.write && reached });
}
