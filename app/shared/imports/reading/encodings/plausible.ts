/** What no text of an encoding has: bytes that are none of it, its controls beyond ASCII, and characters without a meaning. */
const fault = /[\ufffd\u0080-\u009f\p{Co}\p{Cn}]/u;

/** How many characters beyond ASCII a text has, and how many of them are faults. */
export function countFaults(text: string): { foreign: number; faults: number } {
  let [foreign, faults] = [0, 0];
  for (const char of text) {
    if (char < '\u0080') continue;
    foreign += 1;
    if (fault.test(char)) faults += 1;
  }
  return { foreign, faults };
}

/** So much of a word is looked at. */
const mostOfWord = 100;

/** The words with letters beyond ASCII. */
export const foreignWords = (text: string): string[] =>
  text.split(/[\s,;|"()/\\:]+/).flatMap((word) => (/[^\0-\u007f]/.test(word) ? word.slice(0, mostOfWord) : []));

/** Whether nobody would write this word with letters beyond ASCII so. */
export const isOdd = (word: string): boolean => odd.some((pattern) => pattern.test(word)) || isMixed(word) || isAllMarked(word);

const odd = [
  // A sign between letters, or one that stands before letters in no language.
  /\p{L}[\p{S}\p{No}¡§«¶»¿]\p{L}/u,
  /[¤¦¨¯´¸¬¹²³]\p{L}/u,
  /[¤¦¯¬─-▟]/u,
  // A capital letter with a mark behind a small one, or between digits.
  /\p{Ll}(?![A-Z])\p{Lu}/u,
  /\d(?![A-Z])\p{Lu}\d/u,
  // Before a price: a sign of money, read as a letter.
  /^[\u00c0-\u024f\u0400-\u040f]\d/u,
  // A Korean word has no Chinese characters.
  /\p{Script=Hangul}\p{Script=Han}|\p{Script=Han}\p{Script=Hangul}/u,
];

const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Hebrew}/u, /\p{Script=Arabic}/u];
/** A single letter of the Far East within a word of Latin ones; several are common there, as in USBケーブル. */
const lonely =
  /\p{Ll}[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]\p{Ll}|^\p{Lu}[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]\p{Ll}/u;

const isMixed = (word: string) => scripts.filter((script) => script.test(word)).length > 1 || lonely.test(word);

/** A long word of Latin letters that all have marks: another alphabet, read as that. */
const isAllMarked = (word: string) => /^[\u00aa-\u024f]{4,}$/u.test(word);
