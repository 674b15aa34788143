import { z } from 'zod';
import type { Result } from '../contract.ts';
import { tooMuch } from '../http/whole-list.ts';
import { because } from './reasons.ts';

/**
 * How pages that name the next one are followed, so that a circle of them is noticed, however long it is, with one page remembered:
 * that one is replaced after 1, 2, 4, 8 … pages (Brent's algorithm). `left`: how many pages until then, `span`: of how many.
 */
export const trailIn = z.object({ mark: z.string(), left: z.number().int(), span: z.number().int() });
export type Trail = z.infer<typeof trailIn>;

export const beginning: Trail = { mark: '', left: 1, span: 1 };

/** The trail with a page more; a failure where the page was named before, so that the list has no end. */
export function follow({ mark, left, span }: Trail, next: string, now: () => Date): Result<Trail> {
  if (next === mark) {
    const at = new Date(now().getTime() + pauseMs);
    return { ok: false, failure: { kind: 'retry', at, reason: because({ code: 'shipbob.circle' }), maybeDone: false } };
  }
  if (left > 1) return { ok: true, value: { mark, left: left - 1, span } };
  return { ok: true, value: { mark: next, left: 2 * span, span: 2 * span } };
}

const pauseMs = 5 * 60_000;
const mostPages = 50;

type Page<T> = { items: T[]; next?: string | null | undefined };

/** All of a list, by the pages that name one another. */
export async function everyPage<T>(read: (next: string | null) => Promise<Result<Page<T>>>, now: () => Date): Promise<Result<T[]>> {
  const all: T[] = [];
  let [next, trail]: [string | null, Trail] = [null, beginning];
  for (let page = 0; page < mostPages; page += 1) {
    const result = await read(next);
    if (!result.ok) return result;
    all.push(...result.value.items);
    next = result.value.next ?? null;
    if (next === null) return { ok: true, value: all };
    const onward = follow(trail, next, now);
    if (!onward.ok) return onward;
    trail = onward.value;
  }
  return tooMuch('ShipBob');
}
