import { z } from 'zod';
import type { Cursor, Page } from '../../contract.ts';
import type { PageInfo, RawOrder } from '../wire.ts';

/**
 * Products cannot be listed by the time of their change, so a walk lists those that changed since the one before, by id. A list ends at
 * 25,000, so ids go on in its filter.
 */
export type ListWalk = { since: Date; latest: Date; after: string | null; beyond: string; read: number };

const overlapMs = 5 * 60_000;
const mostOfList = 20_000;

const moment = z.string().transform((text) => new Date(text));
const walkIn = z.object({
  ...{ since: moment, latest: moment, after: z.string().nullable(), beyond: z.string().regex(/^\d{1,20}$/), read: z.int().min(0) },
});

export const listAt = (cursor: Cursor | null, since: Date): ListWalk =>
  walkIn.safeParse(cursor).data ?? { since, latest: since, after: null, beyond: '0', read: 0 };

export const queryOf = ({ since, beyond }: ListWalk) =>
  `updated_at:>='${since.toISOString().slice(0, 19)}Z'${beyond === '0' ? '' : ` AND id:>=${beyond}`}`;

export function nextOf(walk: ListWalk, nodes: RawOrder[], { hasNextPage, endCursor }: PageInfo): Pick<Page<never>, 'next' | 'more'> {
  const times = nodes.flatMap(({ updatedAt }) => (typeof updatedAt === 'string' ? Date.parse(updatedAt) || [] : []));
  const latest = new Date(Math.max(walk.latest.getTime(), ...times));
  const read = walk.read + nodes.length;
  if (!hasNextPage || !endCursor) {
    const since = new Date(Math.max(walk.since.getTime(), latest.getTime() - overlapMs));
    return { next: cursorOf({ since, latest: since, after: null, beyond: '0', read: 0 }), more: false };
  }
  const last = String(nodes.at(-1)?.id).split('/').at(-1) ?? '';
  if (read >= mostOfList && /^\d{1,20}$/.test(last))
    return { next: cursorOf({ ...walk, latest, after: null, beyond: last, read: 0 }), more: true };
  return { next: cursorOf({ ...walk, latest, after: endCursor, read }), more: true };
}

/** What changed while all was read at once is read again. */
export const walkFrom = (began: Date): Cursor => {
  const since = new Date(began.getTime() - overlapMs);
  return cursorOf({ since, latest: since, after: null, beyond: '0', read: 0 });
};

const cursorOf = ({ since, latest, ...rest }: ListWalk): Cursor => ({ ...rest, since: since.toISOString(), latest: latest.toISOString() });
