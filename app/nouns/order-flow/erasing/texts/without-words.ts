/** Texts are looked up by so many letters. */
const shortest = 4;
/** Of a name, of a street with its number, and of digits in a phone number: shorter ones are in texts about anything. */
const [shortestName, shortestStreet, fewestDigits] = [5, 8, 7];

/** A text without some words. */
export type WithoutWords = (text: string) => string;

/**
 * Takes words that name buyers out of texts, whatever their case, also where they were written for an address, a page, JSON or CSV. They
 * count only where they stand alone. How long it takes does not grow with the number of words. `isJoining`: which letters beside a word
 * make another word of it.
 */
export function withoutWords(words: readonly string[], isJoining = isLetterOrDigit): WithoutWords {
  const spelled = new Set(words.filter(isSearched).flatMap(spellings).map(fold));
  const byStart = Map.groupBy(
    [...spelled].sort((a, b) => b.length - a.length),
    (word) => word.slice(0, shortest),
  );
  return (text) => {
    const folded = fold(text);
    let [kept, from] = ['', 0];
    for (let at = 0; at + shortest <= text.length; ) {
      const found = byStart
        .get(folded.slice(at, at + shortest))
        ?.find((word) => folded.startsWith(word, at) && standsAlone(folded, at, word, isJoining));
      if (!found) {
        at += 1;
        continue;
      }
      kept += `${text.slice(from, at)}erased`;
      at += found.length;
      from = at;
    }
    return from === 0 ? text : kept + text.slice(from);
  };
}

/** The same, of texts that are such a word and nothing else; a street may be that of a warehouse. */
export const withoutWhole =
  (without: WithoutWords): WithoutWords =>
  (text) =>
    !isStreet(text) && without(text) === 'erased' ? 'erased' : text;

/**
 * Whether a text names somebody wherever it is read: an e-mail address, a phone number, a full name or a street with its number. A single
 * word (Office, Parker) is in texts about anything, and a short number in SKUs and dates: those stay, rather than damage another text.
 */
export function isSearched(text: string): boolean {
  const word = text.trim();
  if (isNumber(word)) return Array.from(word).filter(isDigit).length >= fewestDigits;
  if (word.includes('@')) return word.length >= shortestName;
  if (isUnspaced(word)) return word.length >= shortest;
  const pieces = word.split(' ').filter((piece) => Array.from(piece).some((letter) => isLetterOrDigit(letter) || isForeign(letter)));
  return pieces.length > 1 && word.length >= (isStreet(word) ? shortestStreet : shortestName);
}

/** A letter of a script that may have no cases. */
const isForeign = (letter: string) => letter >= '\u0300';
const isNumber = (word: string) =>
  Array.from(word).some(isDigit) && !Array.from(word).some((letter) => isForeign(letter) || (isLetterOrDigit(letter) && !isDigit(letter)));
const isStreet = (word: string) => !isNumber(word) && !word.includes('@') && Array.from(word).some(isDigit);
/** Chinese and Japanese names and streets are written without a space. */
const isUnspaced = (word: string) => Array.from(word).some((letter) => letter >= '\u3040' && letter <= '\u9fff');

function spellings(whole: string): string[] {
  const word = whole.toWellFormed().trim();
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const inAddress = encodeURIComponent(word);
  const inPage = word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    ...[word, inJson(word), inJson(inJson(word)), inAscii(inJson(word)), word.replaceAll('"', '""')],
    ...[inAddress, inAddress.replaceAll('%20', '+')],
    ...[inPage, inPage.replaceAll('"', '&quot;'), inPage.replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
  ];
}

/** As JSON that was written in ASCII alone. */
const inAscii = (text: string) =>
  Array.from({ length: text.length }, (_, at) => {
    const code = text.charCodeAt(at);
    return code < 128 ? text.charAt(at) : `\\u${code.toString(16).padStart(4, '0')}`;
  }).join('');

/** In lower case, as long as before. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const folded = text.charAt(at).toLowerCase();
    return folded.length === 1 ? folded : text.charAt(at);
  }).join('');
}

/** A hyphen joins digits, as in MUG-1204, and e-mail addresses, as a dot before one does. */
function standsAlone(text: string, at: number, word: string, isJoining: (letter: string) => boolean): boolean {
  const isEmail = word.includes('@') || word.includes('%40');
  const [before, after] = [text.charAt(at - 1), text.charAt(at + word.length)];
  const joins = (letter: string, edge: string) => isJoining(edge) && (isJoining(letter) || (letter === '-' && (isEmail || isDigit(edge))));
  if (joins(before, word.charAt(0)) && !isEscaped(text, at)) return false;
  if (isEmail && (before === '.' || before === '_')) return false;
  return !joins(after, word.slice(-1));
}

/** Whether what is before a place is written by letters and is none: a line break in JSON, a space in an address. */
function isEscaped(text: string, at: number): boolean {
  const isHex = (from: number) => Array.from(text.slice(from, at)).every((letter) => isDigit(letter) || (letter >= 'a' && letter <= 'f'));
  if (text.charAt(at - 2) === '\\') return 'nrtbf'.includes(text.charAt(at - 1));
  return (text.charAt(at - 3) === '%' && isHex(at - 2)) || (text.startsWith('\\u', at - 6) && isHex(at - 4));
}

const isDigit = (letter: string) => letter >= '0' && letter <= '9';
/** Letters without cases pass for none: where those are written, words are not set apart anyway. */
export const isLetterOrDigit = (letter: string): boolean => isDigit(letter) || letter.toLowerCase() !== letter.toUpperCase();

/** The same in JSON as text, whose numbers and keys stay as they are, and the code of a sentence, by which it is worded. */
export function jsonWithout(json: string, without: WithoutWords): string {
  let [kept, from, key] = ['', 0, ''];
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at)) {
    const end = endOfText(json, at);
    const text = json.slice(at, end);
    if (isKey(json, end)) key = text;
    else if (key !== '"code"') {
      const was = JSON.parse(text) as string;
      const left = without(was);
      if (left !== was) {
        kept += json.slice(from, at) + JSON.stringify(left);
        from = end;
      }
    }
    at = end;
  }
  return from === 0 ? json : kept + json.slice(from);
}

function endOfText(json: string, at: number): number {
  let end = at + 1;
  while (end < json.length && json.charAt(end) !== '"') end += json.charAt(end) === '\\' ? 2 : 1;
  return end + 1;
}

function isKey(json: string, end: number): boolean {
  let at = end;
  while (json.charAt(at) === ' ') at += 1;
  return json.charAt(at) === ':';
}
