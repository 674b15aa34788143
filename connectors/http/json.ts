/**
 * Parses JSON without losing digits: a whole number too large for a double becomes a string of its digits.
 * @throws SyntaxError as JSON.parse does.
 */
export function parseJson(text: string): unknown {
  // The reviver is slow, and only a run of 16 digits can hold such a number.
  return /\d{16}/.test(text) ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(text);
}

/** The JSON in the bytes of a webhook, or null when it is none. */
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

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  const lossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '');
  return lossy ? context.source : value;
}
