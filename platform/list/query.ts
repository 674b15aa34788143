import { z } from 'zod';
import { text } from '../endpoint.ts';
import type { SignedIn } from '../signed-in.ts';

/** How many rows a page of a list may have; the second is the usual one. */
export const pageSizes = [25, 50, 100] as const;
const usualSize = 50;
const lastPage = 100_000;

export type SortDirection = 'ASC' | 'DESC';

/**
 * What a list may be asked, alike in its page's address and in its call's query: `search`, its own filters, a sort and a
 * page. The first sort is the usual one. Give filters as optional fields. What the list does not know is refused: a misspelt filter
 * would otherwise show everything.
 */
export function listQuery<const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape = Record<never, never>>({
  sorts,
  direction = 'ASC',
  filters,
}: {
  sorts: Sorts;
  direction?: SortDirection;
  filters?: Filters;
}) {
  return z.strictObject({
    search: text()
      .transform((words) => words.trim().slice(0, 200))
      .default(''),
    orderBy: z.enum(sorts).default(sorts[0] as Sorts[number]),
    orderDir: z.enum(['ASC', 'DESC']).default(direction),
    page: z.coerce.number().int().min(1).max(lastPage).default(1),
    perPage: z.coerce
      .number()
      .refine((size) => pageSizes.some((known) => known === size), `Must be one of ${pageSizes.join(', ')}`)
      .meta({ enum: [...pageSizes] })
      .default(usualSize),
    ...(filters as Filters),
  });
}

/** What every list is asked, its filters apart. */
export type ListQuery<Sort extends string = string> = {
  search: string;
  orderBy: Sort;
  orderDir: SortDirection;
  page: number;
  perPage: number;
};

/** Within the range of both JavaScript and PostgreSQL dates. */
export const isUsual = (day: string) => day >= '1970' && day < '3000';
export const unusual = 'Must be between 1970 and 2999';

/** A day that a list is narrowed by. Empty means no limit. */
export const dayFilter = z.iso.date().refine(isUsual, unusual).or(z.literal('')).optional();

/** The reply of a call that lists: one page, and where the others are. */
export const paginated = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    current_page: z.number(),
    last_page: z.number(),
    prev_page_url: z.string().nullable(),
    next_page_url: z.string().nullable(),
    total: z.number(),
    per_page: z.number(),
    /** False where counting stopped at `total`. */
    total_is_exact: z.boolean(),
    /** How many rows were searched, where that was not all of them. */
    scanned: z.number().nullable(),
  });
export type Paginated<Row> = Omit<z.output<ReturnType<typeof paginated>>, 'data'> & { data: Row[] };

/** Whose lists they are: a session, with its account's usual page. */
type Reader = Pick<SignedIn, 'pageSize'>;

/** For the filter of an empty address, which is the same for all accounts. */
export const anybody: Reader = { pageSize: usualSize };

/**
 * What a page's address asks of the call that lists. What it cannot mean is left out, so that an old link still shows something;
 * the page says what that was. A page has as many rows as the reader's account usually has, unless the address says how many.
 */
export function readAddress<Query extends z.ZodObject>(
  { query }: { query?: Query },
  address: URLSearchParams,
  { pageSize }: Reader,
): z.output<Query> {
  if (!query) throw new TypeError('This call takes no query.');
  const pairs = [...address].filter(([key, value]) => value !== '' && Object.hasOwn(query.shape, key));
  const usual = Object.hasOwn(query.shape, 'perPage') ? { perPage: String(pageSize) } : {};
  const entries = { ...usual, ...Object.fromEntries(pairs) };
  const read = query.safeParse(entries);
  if (read.success) return read.data;
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  return query.parse({ ...usual, ...Object.fromEntries(pairs.filter(([key]) => !wrong.has(key))) });
}
