/**
 * Parses JSON without losing digits: a whole number too large for a double becomes a string of its digits. NUL and
 * unpaired surrogates, which PostgreSQL cannot store, become U+FFFD.
 * @throws SyntaxError as JSON.parse does.
 */
export function parseJson(text: string): unknown {
  // The reviver is slow, so it runs only on text with 16 digits in a row or one of these escapes.
  return /\d{16}|\\u(?:0000|[dD][89a-fA-F])/.test(text)
    ? JSON.parse(text, repair as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

/** Parses the body of a webhook; null when it is not JSON. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

/** Writes JSON in which an id of digits alone is a number again, whatever its size. */
export function numericId(id: string): unknown {
  return /^-?(0|[1-9]\d*)$/.test(id) ? JSON.rawJSON(id) : id;
}

// TypeScript's library does not have the third argument and rawJSON yet; every engine since Node 22 has.
declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

function repair(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  const lossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '');
  return lossy ? context.source : value;
}
