import { z } from 'zod';
import { endpoint, text } from '../../../platform/endpoint.ts';
import type { Permission } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Status } from '../../ui/status/statuses.ts';
import type { RemedyIssue } from '../issues/remedy/remedy.ts';

/** A record that a search finds. */
export type Hit = { id: number };

/** How the search of the header shows what it finds of a noun, a line each in `entities/hits.ts`. Browser-safe. */
export type Hits<Row extends Hit = Hit> = {
  /** Who may find its records. */
  may: Permission;
  /** What a search returns of a record. */
  hit: z.ZodType<Row>;
  /** How our own numbers begin, by which a record is gone to before anything is found: `SO`. */
  prefix?: string;
  /** So many are offered while somebody types. */
  offered: number;
  /** Which of many are shown. */
  best: 'newest' | 'first';
  /** How a record reads among what is offered. */
  line(hit: Row): HitLine;
  /** The table of the results page; its first column with `card: 'title'` names the record. */
  columns: readonly HitColumn<Row>[];
  /** A search of this noun alone, which the specification names. */
  call?: SearchCall<z.ZodType<Row>>;
};

/** `SO-7 W-1 Ada Byron`, and what stands at its end. A record is meant by one of its numbers in full. */
export type HitLine = { number: string; source?: string; name: string; status?: HitStatus; at?: Date | string; note?: string };
type HitStatus = { status: Status; label?: string };

export type HitColumn<Row extends Hit = Hit> = {
  key: string;
  title: string;
  width?: number;
  align?: 'right';
  hideBelow?: 'md' | 'lg';
  card?: 'title' | 'badge' | 'text' | 'figure' | 'meta';
  value(hit: Row): HitValue;
};

/** What a cell of the results page shows; null where there is nothing. */
export type HitValue =
  | string
  | null
  | { number: string; source?: string }
  | HitStatus
  | { at: Date | string }
  | { due: Date | string }
  | { picture: string | null; name: string }
  | { count: number; unit: string };

/** How a noun's records are found. */
export type SearchNoun<Row extends Hit = Hit> = {
  /** The best records for words, at most `most`, archived ones too. `words` are never empty. */
  find(tenant: Tenant, words: string, most: number): Promise<Found<Row>>;
  /** What those of these records that wait for a person wait for, as the noun's list shows it. */
  waiting?(tenant: Tenant, ids: number[]): Promise<Waiting[]>;
};

/** The first issue of a record, the first of the others, and how many others there are. */
export type Waiting = {
  id: number;
  issue: RemedyIssue;
  others: number;
  also?: readonly Pick<RemedyIssue, 'type' | 'subject'>[];
};

/** `more`: there are others, or may be. `meant`: the one that the words can only mean. */
export type Found<Row extends Hit = Hit> = { hits: Row[]; more: boolean; meant?: number | undefined };

/** What was found, of rows of which one more than `most` was read. A number in full means its record, also where other numbers begin so. */
export function foundAmong<Row extends Hit & { is_equal: boolean }>(rows: readonly Row[], most: number): Found<Omit<Row, 'is_equal'>> {
  const equal = rows.filter(({ is_equal }) => is_equal);
  const [only, ...others] = equal.length > 0 ? equal : rows;
  return {
    hits: rows.slice(0, most).map(({ is_equal: _, ...hit }) => hit),
    more: rows.length > most,
    meant: others.length === 0 ? only?.id : undefined,
  };
}

/** A search of one noun for clients of the specification. */
export const searchCall = <Row extends z.ZodType>(path: `/api/${string}`, hit: Row, summary: string) =>
  endpoint(`GET ${path}`, {
    may: 'work',
    summary: `${summary}; the best fifty, 204 when there is none`,
    query: z.object({ q: text(200) }),
    replies: { 200: z.array(hit), 204: z.null() },
  });
export type SearchCall<Row extends z.ZodType> = ReturnType<typeof searchCall<Row>>;
