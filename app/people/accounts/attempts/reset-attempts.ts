import type { Directory } from '../people/directory.ts';
import { attempt, giveBack } from './attempts.ts';
import { allowGuess } from './guesses.ts';

/** A link works for an hour: whose mail is left out has links that work for half of that at least. */
const [halfAnHour, mostMails] = [30 * 60, 3];

const keyOf = (email: string, knownBrowser: string | null) => `reset|${email.toLowerCase()}${knownBrowser ? `|${knownBrowser}` : ''}`;

/**
 * Whether a link to choose a new password is mailed to an address, whoever asks: three in half an hour. A browser that its person used
 * before is counted apart, so that nobody else uses up what it may. @throws Refusal 429 for such a browser alone: it asks too often itself
 */
export async function allowResetMail(directory: Directory, email: string, knownBrowser: string | null): Promise<boolean> {
  const key = keyOf(email, knownBrowser);
  if (knownBrowser) await allowGuess(directory, key, 5);
  return knownBrowser !== null || (await attempt(directory, key, { window: halfAnHour, max: mostMails })).allowed;
}

/** For a mail that no server took: there is no link of it. */
export const forgetResetMail = (directory: Directory, email: string, knownBrowser: string | null): Promise<void> =>
  giveBack(directory, [keyOf(email, knownBrowser)]);

/** Once somebody's links have ended, the next that is asked for is mailed, also from a browser that is counted apart. */
export async function forgetResetMails({ query }: Pick<Directory, 'query'>, userId: number | string): Promise<void> {
  await query(
    `delete from sign_in_attempts a using users u where u.id = $1 and starts_with(a.key || '|', 'reset|' || lower(u.email) || '|')`,
    [userId],
  );
}
