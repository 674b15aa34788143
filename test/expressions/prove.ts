import { createRequire } from 'node:module';

type Recheck = Pick<typeof import('recheck'), 'checkSync'>;

// The part of recheck that is plain JavaScript; its main file starts Java or a binary.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as Recheck;

/**
 * Whether the time of a regular expression grows with the length of its text and no faster, proved from the expression itself: `linear`,
 * or the reason why not. One that cannot be decided in `timeout` ms counts as not linear: write it more simply.
 */
export function prove(pattern: string, flags: string, timeout = 60_000): string {
  const proof = checkSync(pattern, flags, { checker: 'automaton', timeout });
  if (proof.status === 'safe') return 'linear';
  return proof.status === 'vulnerable' ? proof.complexity.summary : `unknown: ${proof.error.kind}`;
}
