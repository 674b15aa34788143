import { invalid } from '../../../../platform/http/refusal.ts';
import { longest, shortest } from './password-length.ts';

/** Somebody's own words are the first that others guess. */
type Person = { name: string; email: string };

/**
 * Refuses a password that is easily guessed: short, among the 49,000 most common ones, or made of the person's or the product's name.
 * `field` is the call's. @throws Invalid
 */
export async function requireGoodPassword(field: string, password: string, person: Person | null): Promise<void> {
  const sentence = await weakness(password, person);
  if (sentence) throw invalid({ [field]: [sentence] });
}

async function weakness(password: string, person: Person | null): Promise<string | null> {
  if (password.length < shortest) return `The password is too short: use at least ${shortest} characters.`;
  if (password.length > longest) return `The password is too long: use at most ${longest} characters.`;
  const small = password.toLowerCase();
  if ((await commonPasswords()).has(small)) return 'This password is among the most common ones. Choose one that nobody else has.';
  const word = ownWords(person).find((each) => consistsOf(small, each));
  return word ? `A password made of “${word}” is easily guessed. Choose another one.` : null;
}

/** Of three letters or more: shorter ones are in too many good passwords. */
const ownWords = (person: Person | null) =>
  ['crossdock', ...(person ? `${person.name} ${person.email}`.toLowerCase().split(/[^\p{L}\p{N}]+/u) : [])].filter(
    (word) => word.length > 2,
  );

/** Whether hardly anything is left of the password without this word: as in `crossdock2026!`. */
const consistsOf = (password: string, word: string) => password.includes(word) && password.replaceAll(word, '').length < shortest;

let common: Promise<Set<string>> | undefined;

/** Loaded with the first new password. */
const commonPasswords = () => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map(String)));
  return common;
};
