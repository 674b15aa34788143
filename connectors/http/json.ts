/**
 * Parses JSON without losing digits: a whole number too large for a double becomes a string of its digits. What is no
 * text, and no database keeps, becomes the sign for it: NUL, and one half of a pair of surrogates alone.
 * @throws SyntaxError as JSON.parse does.
 */
export function parseJson(text: string): unknown {
  // The reviver is slow, and only a run of 16 digits, or these escapes, can hold what it is for.
  return /\d{16}|\\u(?:0000|[dD][89a-fA-F])/.test(text)
    ? JSON.parse(text, repair as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
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

function repair(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  const lossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '');
  return lossy ? context.source : value;
}
