/**
 * How a credential looks, where its vendor publishes that: data, not an expression, so that it is a hint for who types it, and is checked
 * in the form and on the server before anything is asked of the vendor.
 */
export type Looks = {
  /** What it begins with: one of these. */
  begins?: readonly string[];
  /** What comes after that. */
  of?: keyof typeof characters;
  /** In characters, with its beginning: so many, or from so many to so many. */
  length?: number | readonly [least: number, most: number];
};

const characters = {
  digits: /^[0-9]*$/,
  'hexadecimal digits': /^[0-9a-f]*$/i,
  'letters and digits': /^[0-9a-z]*$/i,
  'letters, digits, - and _': /^[0-9a-z_-]*$/i,
} as const;

/** What is wrong with how a text looks, as a sentence under its field; null where nothing is. Empty is another matter. */
export function misfitOf({ begins = [], of, length }: Looks, text: string): string | null {
  if (text === '') return null;
  const beginning = begins.find((each) => text.startsWith(each));
  if (begins.length > 0 && beginning === undefined) return `Must begin with ${begins.join(' or ')}`;
  const after = beginning ? ` after ${beginning}` : '';
  if (of && !characters[of].test(text.slice(beginning?.length ?? 0))) return `Must have only ${of}${after}`;
  const [least, most] = lengthsOf(length);
  if (text.length >= least && text.length <= most) return null;
  return `Must have ${lengthInWords(least, most)}, and has ${text.length}`;
}

/** The same as a hint: `Begins with ck_, then hexadecimal digits; 43 characters.` */
export function hintOf({ begins = [], of, length }: Looks): string {
  const beginning = begins.length > 0 ? `begins with ${begins.join(' or ')}` : null;
  const rest = of && (beginning ? `then ${of}` : of);
  const parts = [[beginning, rest].filter(Boolean).join(', '), length === undefined ? '' : lengthInWords(...lengthsOf(length))];
  const hint = parts.filter(Boolean).join('; ');
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;
}

const samples = {
  digits: '1234567890',
  'hexadecimal digits': '0123456789abcdef',
  'letters and digits': 'a1b2c3d4',
  'letters, digits, - and _': 'a1-b2_c3',
};

/** A text that looks so, to be shown while nothing is entered. */
export function exampleOf({ begins: [beginning = ''] = [], of = 'letters and digits', length }: Looks): string {
  const [least, most] = lengthsOf(length);
  const size = Number.isFinite(most) ? most : Math.max(least, beginning.length + 8);
  return `${beginning}${samples[of].repeat(Math.ceil(size / samples[of].length))}`.slice(0, size);
}

const lengthsOf = (length: Looks['length']): readonly [number, number] =>
  length === undefined ? [0, Number.POSITIVE_INFINITY] : typeof length === 'number' ? [length, length] : length;

const lengthInWords = (least: number, most: number) => (least === most ? `${least} characters` : `${least} to ${most} characters`);
