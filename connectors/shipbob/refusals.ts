import type { Rejection } from '../http/failure.ts';
import { saidOrRefused } from '../http/failure.ts';
import type { Learned } from '../http/learned.ts';
import type { Judge, Reply } from '../http/request.ts';

/** A second order under a reference is refused in these words, with 422 (github.com/brianzinn/shipbob-node-sdk). */
const isDuplicate = (text: string) => /existing ReferenceId/i.test(text);

export function rejection(status: number, body: unknown): Rejection {
  const sentences = sentencesIn(body);
  const text = sentences.slice(0, mostSentences).join(' ');
  const code = sentences.some(isDuplicate) ? 'duplicate' : status === 400 || status === 422 ? 'invalid' : 'other';
  return { code, reason: saidOrRefused(text, status) };
}

const mostSentences = 5;

/**
 * What is wrong, in ShipBob's words: a message, the detail of a problem (RFC 7807), a sentence or a list of them, or lists by the field
 * that they are about.
 */
function sentencesIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { errors, message, detail, title } = body as Record<string, unknown>;
  const own = [detail ?? message ?? title].filter((text) => typeof text === 'string' && text !== '');
  const all = [...own, ...listedIn(body), ...listedIn(errors)];
  return [...new Set(all.filter((text) => typeof text === 'string'))];
}

function listedIn(lists: unknown): unknown[] {
  if (typeof lists === 'string') return [lists];
  if (typeof lists !== 'object' || lists === null) return [];
  return [...(Array.isArray(lists) ? lists : []), ...Object.values(lists).filter(Array.isArray).flat()];
}

const searches = new Set(['find_order', 'find_asn']);

/**
 * When there is room again says a header of its own. And only the words of a refusal tell that ShipBob has an order already: of
 * one that cannot be read nobody knows, so it is looked up.
 */
export const judge: Judge = ({ status, headers, body }, { now, operation }) => {
  // A list that is not there does not say that a record is not: made again on its word, an announcement would be a second one.
  if ((status === 404 || status === 410) && searches.has(operation))
    return { kind: 'retry', reason: { code: 'trouble', system: 'ShipBob', status } };
  if (operation === 'submit_order' && status === 422 && (typeof body !== 'object' || body === null))
    return { kind: 'retry', reason: { code: 'cut_off' } };
  const at = status === 429 ? roomAt(headers['x-retry-after'], now) : null;
  return at === null ? undefined : { kind: 'retry', at, limited: true, reason: { code: 'too_many_requests', system: 'ShipBob' } };
};

/** The window slides, so that nothing says when it ends: only what is left of it. */
export function learn({ headers }: Reply): Learned {
  const left = headers['x-remaining-calls'] ?? '';
  return /^\d{1,6}$/.test(left) ? { remaining: Number(left) } : {};
}

function roomAt(seconds: string | undefined, now: Date): Date | null {
  if (seconds === undefined || !/^\d{1,6}$/.test(seconds)) return null;
  return new Date(now.getTime() + Math.min(Number(seconds), 3600) * 1000);
}
