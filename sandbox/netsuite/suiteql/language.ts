import { tables } from '../tables.ts';

/** SuiteQL as far as this stand-in knows it, rewritten for SQLite. Everything else is refused by name. */
export class UnknownSuiteQl extends Error {}

const keywords = new Set(
  `SELECT DISTINCT FROM WHERE AND OR NOT IN IS NULL LIKE BETWEEN EXISTS JOIN LEFT INNER OUTER ON AS ORDER BY GROUP HAVING ASC DESC
   CASE WHEN THEN ELSE END`.split(/\s+/),
);
const functions = new Set('ABS COALESCE COUNT LOWER MAX MIN NULLIF NVL ROUND SUM TO_CHAR TO_DATE TO_TIMESTAMP UPPER'.split(' '));
const dateColumns = new Set(
  Object.values(tables).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, type]) => (type === 'date' || type === 'time' ? [name] : [])),
  ),
);

type Token = { kind: 'text' | 'number' | 'word' | 'sign'; text: string };
const token = /\s+|'(?:[^']|'')*'|\d+(?:\.\d+)?|[A-Za-z_][A-Za-z0-9_]*|<>|<=|>=|\|\||[-=<>+*/(),.]/y;

/**
 * Rewrites a query. Rows that its ORDER BY leaves equal, and all without one, come in another order each time: NetSuite promises
 * none either, and what relies on luck must not work here.
 */
export function rewrite(query: string): string {
  const tokens = tokensOf(query);
  if (tokens[0]?.text.toUpperCase() !== 'SELECT') throw new UnknownSuiteQl('Only SELECT is supported.');
  refuseDatesAsText(tokens);
  const sql = tokens.map((each, at) => written(each, tokens[at + 1])).join(' ');
  return `${sql} ${isOrdered(tokens) ? ',' : 'ORDER BY'} random()`;
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < query.length) {
    const at = token.lastIndex;
    const found = token.exec(query)?.[0];
    if (found === undefined) throw new UnknownSuiteQl(`Invalid or unsupported syntax near: ${query.slice(at, at + 20)}`);
    if (/^\s/.test(found)) continue;
    const kind = /^'/.test(found) ? 'text' : /^\d/.test(found) ? 'number' : /^\w/.test(found) ? 'word' : 'sign';
    tokens.push({ kind, text: found });
  }
  return tokens;
}

function written({ kind, text }: Token, next: Token | undefined): string {
  if (kind !== 'word') return text;
  const upper = text.toUpperCase();
  if (keywords.has(upper)) return upper;
  if (next?.text !== '(') return `"${text.toLowerCase()}"`;
  if (!functions.has(upper)) throw new UnknownSuiteQl(`Invalid or unsupported search: function ${upper} is not supported.`);
  return upper;
}

/** In SuiteQL a date that is compared with plain text is read by the format of whoever is signed in. */
function refuseDatesAsText(tokens: Token[]) {
  for (const [at, { kind, text }] of tokens.entries()) {
    const [sign, value] = [tokens[at + 1], tokens[at + 2]];
    if (kind === 'word' && dateColumns.has(text.toLowerCase()) && /^(<>|<=|>=|=|<|>)$/.test(sign?.text ?? '') && value?.kind === 'text')
      throw new UnknownSuiteQl(`The date ${text} is compared with text: its format depends on the user's preferences.`);
  }
}

function isOrdered(tokens: Token[]): boolean {
  let depth = 0;
  let ordered = false;
  for (const { text } of tokens) {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0 && text.toUpperCase() === 'ORDER') ordered = true;
  }
  return ordered;
}
