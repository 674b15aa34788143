/** Far above what any call takes. */
const deepest = 32;
const mostValues = 50_000;

const [quote, backslash, comma, list, endOfList, object, endOfObject] = [...'"\\,[]{}'].map((mark) => mark.charCodeAt(0));

/**
 * Whether a JSON text is as flat and as short as a call's may be. Found out before it is parsed, because a megabyte of brackets keeps
 * the parser and the schemas busy, and with them every other request.
 */
export function hasModestShape(text: string, values = mostValues): boolean {
  let depth = 0;
  let found = 1;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === quote) at = endOfText(text, at);
    else if (mark === list || mark === object) depth += 1;
    else if (mark === endOfList || mark === endOfObject) depth -= 1;
    else if (mark === comma) found += 1;
    if (depth > deepest || found > values) return false;
  }
  return true;
}

/** Where the text that begins here ends: brackets and commas in it mean nothing. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
