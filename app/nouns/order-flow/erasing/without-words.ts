/** Shorter words are in words of others. */
const shortest = 4;
/** Shorter ones count only where they stand alone: Rose, and not Rosenheim. */
const longEnough = 6;

/** `found` gets what is taken out, as it was written. */
export type WithoutWords = (text: string, found?: Set<string>) => string;

/**
 * Takes words that name buyers out of texts, whatever their case, also where they were written for an address, a page, JSON or CSV. A
 * number counts only as a whole. How long it takes does not grow with the number of words.
 */
export function withoutWords(words: readonly string[]): WithoutWords {
  const spelled = new Set(words.filter(isSearched).flatMap(spellings).map(fold));
  const byStart = Map.groupBy(
    [...spelled].sort((a, b) => b.length - a.length),
    (word) => word.slice(0, shortest),
  );
  return (text, taken) => {
    const folded = fold(text);
    let [kept, from] = ['', 0];
    for (let at = 0; at + shortest <= text.length; ) {
      const found = byStart
        .get(folded.slice(at, at + shortest))
        ?.find((word) => folded.startsWith(word, at) && standsAlone(folded, at, word));
      if (!found) {
        at += 1;
        continue;
      }
      taken?.add(text.slice(at, at + found.length));
      kept += `${text.slice(from, at)}erased`;
      at += found.length;
      from = at;
    }
    return from === 0 ? text : kept + text.slice(from);
  };
}

/** Whether a word names somebody. */
export const isSearched = (word: string): boolean => word.trim().length >= shortest && fold(word) !== 'erased';

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

function standsAlone(text: string, at: number, word: string): boolean {
  const isNumber = fold(word) === word.toUpperCase();
  if (!isNumber && word.length >= longEnough) return true;
  const joins = isNumber ? isDigit : isLetterOrDigit;
  return !joins(text.charAt(at - 1)) && !joins(text.charAt(at + word.length));
}

const isDigit = (letter: string) => letter >= '0' && letter <= '9';
/** Letters without cases pass for none: where those are written, words are not set apart anyway. */
const isLetterOrDigit = (letter: string) => isDigit(letter) || letter.toLowerCase() !== letter.toUpperCase();

/** The same in JSON as text, whose numbers and keys stay as they are, and the code of a sentence, by which it is worded. */
export function jsonWithout(json: string, without: WithoutWords, found?: Set<string>): string {
  let [kept, from, key] = ['', 0, ''];
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at)) {
    const end = endOfText(json, at);
    const text = json.slice(at, end);
    if (isKey(json, end)) key = text;
    else if (key !== '"code"') {
      const was = JSON.parse(text) as string;
      const left = without(was, found);
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
