import type { RejectionCode } from '../contract.ts';
import { type Rejection, saidOrRefused } from '../http/failure.ts';
import { theirWords } from '../http/reasons.ts';
import type { Judge, Verdict } from '../http/request.ts';
import { because } from './reasons.ts';
import * as wire from './wire.ts';

/**
 * 403 is said of credentials that may not do something, and of what is too late to do: then it is an OperationException, and no fault of
 * the credentials (https://3w.extensiv.com/Rels/exceptions).
 */
export const judge: Judge = ({ status, body }, { operation }) => {
  if (operation.startsWith('list_') && operation !== 'list_packages' && (status === 404 || status === 410)) return noList(status);
  if (status !== 403) return undefined;
  const parsed = wire.exception.safeParse(body);
  if (!parsed.success || !/\bOperationException\b/.test(parsed.data.$type ?? '')) return undefined;
  return { kind: 'rejected', ...rejection(status, body) };
};

/** A list that is not there does not say what it holds: taken for an empty one, an order that is in it would be sent again. */
const noList = (status: number): Verdict => ({ kind: 'retry', reason: because({ code: 'extensiv.no_list', status }) });

export function rejection(status: number, body: unknown): Rejection {
  const { ErrorCode, Hint, Message, Properties } = wire.exception.safeParse(body).data ?? {};
  if (!ErrorCode) return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: saidOrRefused(Message, status) };
  const names = (Properties ?? []).flatMap(({ Name }) => Name ?? []);
  const words = [ErrorCode, ...names, Hint ?? Message].filter(Boolean).join(': ');
  return { code: codeOf(status, ErrorCode, names.join(' ')), reason: theirWords(words, status) };
}

/** Of a record that has gone on: confirmed, cancelled, or in work. */
const tooLate = new Set(['OrderConfirmed', 'AlreadyCompleted', 'OrderCanceled', 'InUse']);

function codeOf(status: number, errorCode: string, properties: string): RejectionCode {
  if (status === 403) return tooLate.has(errorCode) ? 'too_late' : 'other';
  if (errorCode === 'Duplicate' && /reference/i.test(properties)) return 'duplicate';
  if (/\bsku\b|itemidentifier/i.test(properties)) return 'unknown_sku';
  if (/routinginfo|carrier|\bmode\b/i.test(properties)) return 'unknown_method';
  if (/shipto|address|\bzip\b|country/i.test(properties)) return 'bad_address';
  return 'invalid';
}
