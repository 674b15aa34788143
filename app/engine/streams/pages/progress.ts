import { isDeepStrictEqual } from 'node:util';
import type { Cursor, Result } from '../../../../connectors/contract.ts';
import { because } from '../../../base/reasons.ts';
import { cursorJson, type PageRead } from './page.ts';

/**
 * A page that says that there is more, at the very place that it was read from, would be read for ever. A queue goes on by what is
 * acknowledged, and not by its cursor.
 */
export function orStuck(place: { cursor: Cursor | null }, result: Result<PageRead>, at: Date): Result<PageRead> {
  if (!result.ok || !result.value.more || result.value.acknowledges) return result;
  const next = result.value.next === null ? null : JSON.parse(cursorJson(result.value.next) ?? 'null');
  if (!isDeepStrictEqual(next, place.cursor)) return result;
  return { ok: false, failure: { kind: 'retry', at, reason: because({ code: 'reading.no_progress' }), maybeDone: false } };
}

/** More than any list has in a row that is read within the time of one job. */
const mostEmpty = 100;

/** Whether so many pages in a row brought nothing that a worker has better things to do. */
export function emptyInARow() {
  let empty = 0;
  return ({ count }: Pick<PageRead, 'count'>): boolean => {
    empty = count === 0 ? empty + 1 : 0;
    return empty >= mostEmpty;
  };
}
