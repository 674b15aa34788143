import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { Invalid, Refusal } from '../http/refusal.ts';

/** Does nothing, and costs next to nothing, unless export.ts has started in this process. */
const tracer = () => trace.getTracer('crossdock');

/** `parent`: the trace that it goes on with, as `traceNow` gave it; null begins one. Ids and kinds only: nothing of a person. */
export type SpanOptions = { parent: string | null; kind: keyof typeof SpanKind; startedAt?: Date; attributes: Attributes };

/** Runs a piece of work as a span. Of an error only its kind is kept: its message may name a person. */
export function inSpan<T>(name: string, { parent, kind, startedAt, attributes }: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
  const options = { kind: SpanKind[kind], attributes, ...(startedAt && { startTime: startedAt }) };
  return tracer().startActiveSpan(name, options, contextOf(parent), async (span) => {
    try {
      return await run(span);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** What has happened already, as a span of the current one. */
export function addSpan(name: string, from: Date, until: Date): void {
  if (traceNow() === undefined) return;
  tracer().startSpan(name, { startTime: from, kind: SpanKind.CLIENT }).end(until);
}

/**
 * The current trace, for what is queued now: a `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/), 55 characters.
 * Undefined where nothing is traced, or this was not chosen as a sample.
 */
export function traceNow(): string | undefined {
  const now = spanNow();
  return now && `00-${now.traceId}-${now.spanId}-01`;
}

/** Whether spans of this process are sent anywhere, though perhaps not this one. */
export const isTraced = (): boolean => trace.getActiveSpan() !== undefined;

/** The id by which a log line is found from its trace. */
export const traceIdNow = (): string | undefined => spanNow()?.traceId;

function spanNow() {
  const now = trace.getActiveSpan()?.spanContext();
  return now && (now.traceFlags & TraceFlags.SAMPLED) !== 0 ? now : undefined;
}

function contextOf(parent: string | null): Context {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent ?? '') ?? [];
  if (!traceId || !spanId) return trace.deleteSpan(context.active());
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function markFailed(span: Span, error: unknown): void {
  if (error instanceof Invalid) return void span.setAttribute('error.type', '422');
  if (error instanceof Refusal) span.setAttribute('error.type', String(error.status));
  else span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error);
  if (!(error instanceof Refusal) || error.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
