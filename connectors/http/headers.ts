import type { Learned } from './learned.ts';

export type Headers = Record<string, string>;

/** When the other side asks us to retry, or null when it does not say. `Retry-After` is seconds or an HTTP date (RFC 9110). */
export function retryAfter(headers: Headers, now: Date): Date | null {
  const value = headers['retry-after']?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return within(Number(value) * 1000, now);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : within(date - now.getTime(), now);
}

/** The `X-Rate-Limit-*` family. Mind the units: `-Reset` is seconds, `-Time-Reset-Ms` is milliseconds. */
export function learnedFrom(headers: Headers, now: Date): Learned {
  const seconds = wholeNumber(headers['x-rate-limit-reset']);
  // Whole seconds may be rounded down: a second more, or a whole window of requests comes too early.
  const resetsIn = wholeNumber(headers['x-rate-limit-time-reset-ms']) ?? (seconds === undefined ? undefined : (seconds + 1) * 1000);
  const limit = wholeNumber(headers['x-rate-limit-limit']);
  const remaining = wholeNumber(headers['x-rate-limit-remaining']);
  return {
    ...(limit ? { limit } : {}),
    ...(remaining === undefined ? {} : { remaining }),
    ...(resetsIn === undefined ? {} : { resetsAt: within(resetsIn, now) }),
  };
}

// An hour at most: a broken header must not stop a connection for good.
const within = (ms: number, now: Date) => new Date(now.getTime() + Math.min(Math.max(ms, 0), 3_600_000));

const wholeNumber = (text: string | undefined) => (text !== undefined && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined);

/** Makes a write count only while the record is as this reply had it (RFC 9110): otherwise 412, and the whole call is made again. */
export const ifUnchanged = ({ etag }: Headers): Headers => (etag ? { 'if-match': etag } : {});
