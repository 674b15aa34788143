import type { Directory } from '../people/directory.ts';
import { longestSessionSeconds } from './cookie.ts';

/** Ends all sessions of this person but the one with this token. Returns how many. */
export async function endSessionsBut(directory: Directory, userId: number, token: string): Promise<number> {
  return (await directory.query('delete from sessions where user_id = $1 and token <> $2 returning id', [userId, token])).length;
}

/** A session in use may be extended a minute after it was: see openUses. */
const slack = '5 minutes';

/** Deletes sessions that have expired, with the address and browser of who had them; what they ended is recorded by session_ended. */
export async function endExpiredSessions({ query }: Pick<Directory, 'query'>): Promise<void> {
  await query(
    `delete from sessions
     where least(expires_at, created_at + make_interval(secs => $1)) < now() - $2::interval`,
    [longestSessionSeconds, slack],
  );
}
