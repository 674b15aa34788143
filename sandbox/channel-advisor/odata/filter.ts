import { Misunderstood } from './misunderstood.ts';

export type Row = { [field: string]: unknown };
export type Test = (row: Row) => boolean;

type Literal = { value: string | number | boolean | null | Date };
type Token = { text: string; literal?: Literal };

/**
 * Reads a `$filter`: comparisons of fields with literals, `and`, `or`, `not` and brackets. A field that the entity does not have,
 * a function or a comparison of different types is refused, as the real API refuses it.
 */
export function parseFilter(text: string, fields: readonly string[]): Test {
  const tokens = tokensOf(text);
  const test = readOr(tokens, fields);
  if (tokens.length > 0) throw new Misunderstood(`Syntax error at '${tokens[0]?.text}' in '${text}'.`);
  return test;
}

const pattern =
  /\s*(?:(?<bracket>[(),])|(?<text>'(?:[^']|'')*')|(?<date>\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?)|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_][A-Za-z0-9_]*))/y;
const constants: Record<string, Literal> = { true: { value: true }, false: { value: false }, null: { value: null } };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.trimEnd().length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(text)?.groups;
    if (!groups) throw new Misunderstood(`Syntax error at position ${at} in '${text}'.`);
    tokens.push(tokenOf(groups));
  }
  return tokens;
}

function tokenOf({ bracket, text, date, number, word = '' }: Record<string, string | undefined>): Token {
  if (bracket) return { text: bracket };
  if (text) return { text, literal: { value: text.slice(1, -1).replaceAll("''", "'") } };
  if (date) return { text: date, literal: { value: new Date(date) } };
  if (number) return { text: number, literal: { value: Number(number) } };
  const constant = constants[word];
  return constant ? { text: word, literal: constant } : { text: word };
}

function readOr(tokens: Token[], fields: readonly string[]): Test {
  const left = readAnd(tokens, fields);
  if (tokens[0]?.text !== 'or') return left;
  tokens.shift();
  const right = readOr(tokens, fields);
  return (row) => left(row) || right(row);
}

function readAnd(tokens: Token[], fields: readonly string[]): Test {
  const left = readOne(tokens, fields);
  if (tokens[0]?.text !== 'and') return left;
  tokens.shift();
  const right = readAnd(tokens, fields);
  return (row) => left(row) && right(row);
}

function readOne(tokens: Token[], fields: readonly string[]): Test {
  const first = tokens.shift();
  if (first?.text === 'not') {
    const test = readOne(tokens, fields);
    return (row) => !test(row);
  }
  if (first?.text !== '(') return readComparison(first, tokens, fields);
  const test = readOr(tokens, fields);
  if (tokens.shift()?.text !== ')') throw new Misunderstood('A bracket is not closed.');
  return test;
}

const comparisons: Record<string, (difference: number) => boolean> = {
  eq: (difference) => difference === 0,
  ne: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
};

function readComparison(field: Token | undefined, tokens: Token[], fields: readonly string[]): Test {
  const name = field?.text ?? '';
  if (!fields.includes(name)) throw new Misunderstood(`Could not find a property named '${name}'.`);
  const operator = tokens.shift()?.text ?? '';
  const compares = comparisons[operator];
  const literal = tokens.shift()?.literal;
  if (!compares || !literal) throw new Misunderstood(`The comparison of '${name}' is not understood.`);
  return (row) => compares(difference(name, row[name], literal.value));
}

/** NaN where nothing is greater than nothing: only `ne` is true of it. */
function difference(name: string, value: unknown, literal: Literal['value']): number {
  if (value === null || literal === null) return value === literal ? 0 : Number.NaN;
  if (literal instanceof Date) return Date.parse(String(value)) - literal.getTime();
  if (typeof value !== typeof literal) throw new Misunderstood(`A binary operator with incompatible types was detected at '${name}'.`);
  if (typeof value === 'number') return value - Number(literal);
  return String(value) === String(literal) ? 0 : String(value) < String(literal) ? -1 : 1;
}
