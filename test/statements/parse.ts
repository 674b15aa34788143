import { createRequire } from 'node:module';
import type { Template } from './templates.ts';

/** A part of the tree of a statement, as PostgreSQL's own parser makes it: an object of its kind, with its fields. */
export type Tree = { [field: string]: unknown };
/** `text`: with what may stand in its gaps: a value `$1`, a table, a query, or nothing. `isPlain`: values alone stand there. */
export type Parsed = { text: string; tree: Tree; isPlain: boolean };

type Parser = { loadModule: () => Promise<void>; parseSync: (text: string) => { stmts?: { stmt: Tree }[] } };
const parser = createRequire(import.meta.url)('libpg-query') as Parser;
await parser.loadModule();

const statement = /^\s*\(*\s*(select|insert|update|delete|with|merge|values|copy|set\s+local|savepoint|release|rollback)\b/i;

/** What a part of a statement may be, the likeliest first: conditions, values, tables, queries with names, what a conflict does. */
const completions = [
  (text: string) => `select where ${text}`,
  (text: string) => `select ${text}`,
  (text: string) => `select from ${text}`,
  (text: string) => `with ${text} select`,
  (text: string) => `select where true ${text}`,
  (text: string) => `select from gap ${text}`,
  (text: string) => `select 1 ${text}`,
  (text: string) => `insert into gap values (1) ${text}`,
  (text: string) => `insert into gap values (1) on conflict (id) ${text}`,
];

/** A template as PostgreSQL reads it, or undefined where no filling of its gaps makes it a statement or a part of one. */
export function parse({ parts }: Pick<Template, 'parts'>): Parsed | undefined {
  if (statement.test(parts[0] ?? '')) return fill(parts, (text) => text);
  for (const complete of completions) {
    const parsed = fill(parts, complete);
    if (parsed) return parsed;
  }
  return undefined;
}

/** What may stand in a gap, the likeliest first. */
const fillings = [
  (n: number) => `$${n}`,
  (n: number) => `gap_${n}`,
  () => 'select 1',
  () => '',
  () => 'and true',
  () => 'from gap',
  () => 'gap = 1',
  () => 'gap where true',
  () => '(1)',
  () => 'from gap where true',
  () => 'gap as (select 1)',
  () => 'do nothing',
];
const mostTries = 1_000;

/** Tries the fillings of the gap that the parser stumbles at, one gap after the other. */
function fill(parts: string[], complete: (text: string) => string): Parsed | undefined {
  const chosen = parts.slice(1).map(() => 0);
  for (let tries = 0; tries < mostTries; tries++) {
    const { text, gaps } = put(parts, chosen, complete);
    const result = attempt(text);
    if (typeof result === 'object') return { text, tree: result, isPlain: chosen.every((choice) => choice === 0) };
    // The parser says where it stumbled: in a gap, or just behind one.
    const at = gaps.findLastIndex((start) => start <= result);
    const next = chosen.findLastIndex((choice, gap) => gap <= at && choice < fillings.length - 1);
    if (next < 0) return undefined;
    chosen[next] = (chosen[next] ?? 0) + 1;
    for (let gap = next + 1; gap < chosen.length; gap++) if (gap <= at) chosen[gap] = 0;
  }
  return undefined;
}

function put(parts: string[], chosen: number[], complete: (text: string) => string): { text: string; gaps: number[] } {
  const mark = (gap: number) => `\u{F0000}${gap}\u{F0001}`;
  const whole = complete(parts.map((part, at) => (at === 0 ? part : mark(at - 1) + part)).join(''));
  const gaps: number[] = [];
  let text = '';
  for (const piece of whole.split(/(\u{F0000}\d+\u{F0001})/u)) {
    const [, gap] = /^\u{F0000}(\d+)\u{F0001}$/u.exec(piece) ?? [];
    if (gap === undefined) text += piece;
    else {
      gaps.push(text.length);
      text += ` ${fillings[chosen[Number(gap)] ?? 0]?.(Number(gap) + 1)} `;
    }
  }
  return { text, gaps };
}

/** The tree of a statement, or the place at which it is none. */
function attempt(text: string): Tree | number {
  try {
    return parser.parseSync(text).stmts?.[0]?.stmt ?? {};
  } catch (error) {
    return ((error as { sqlDetails?: { cursorPosition?: number } }).sqlDetails?.cursorPosition ?? text.length) - 1;
  }
}
