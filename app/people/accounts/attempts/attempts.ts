import type { Columns } from '../../../../platform/columns.ts';
import type { Directory } from '../people/directory.ts';

export type Allowance = { allowed: boolean; retryAfter: number | null };

/** Counts an attempt under `key`, at most `max` in `window` seconds; all web processes share the count. */
export async function attempt(directory: Directory, key: string, { window, max }: { window: number; max: number }): Promise<Allowance> {
  const [row] = await directory.query<Columns<'sign_in_attempts', 'count'> & { wait: number }>(statement, [key, window]);
  if (!row || row.count <= max) return { allowed: true, retryAfter: null };
  return { allowed: false, retryAfter: row.wait };
}

const statement = `
  insert into sign_in_attempts as a (key, count, until) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (key) do update set
    count = case when a.until <= now() then 1 else a.count + 1 end,
    until = case when a.until <= now() then excluded.until else a.until end
  returning count, ceil(extract(epoch from until - now()))::int as wait`;

/** Takes one attempt back under each of these keys: it came to nothing. */
export async function giveBack(directory: Directory, keys: readonly string[]): Promise<void> {
  await directory.query('update sign_in_attempts set count = count - 1 where key = any($1) and count > 0', [keys]);
}

/** Clears the attempts under `key` after a success, and all expired ones. */
export async function forgetAttempts(directory: Directory, key: string): Promise<void> {
  await directory.query('delete from sign_in_attempts where key = $1 or until < now()', [key]);
}
