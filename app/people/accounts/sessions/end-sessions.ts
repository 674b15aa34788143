import type { Directory } from '../people/directory.ts';

/** Ends all sessions of this person but the one with this token. Returns how many. */
export async function endSessionsBut(directory: Directory, userId: number, token: string): Promise<number> {
  return (await directory.query('delete from sessions where user_id = $1 and token <> $2 returning id', [userId, token])).length;
}
