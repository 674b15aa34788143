import { parseFilter, type Test } from './filter.ts';
import { Misunderstood } from './misunderstood.ts';

/** An entity as the API describes it: what can be filtered and selected, and what can be expanded. */
export type EntityType = { set: string; fields: readonly string[]; navigations: Record<string, Navigation> };
export type Navigation = { type: () => EntityType; rows: (row: never, root: never) => readonly object[] };

export type Query = {
  filter: Test;
  select: readonly string[] | null;
  expand: Record<string, Query>;
  orderBy: { field: string; descending: boolean } | null;
  top: number;
  skip: number;
};

export const everything: Query = {
  filter: () => true,
  select: null,
  expand: {},
  orderBy: null,
  top: Number.POSITIVE_INFINITY,
  skip: 0,
};

/** Reads the `$` options of a query; `own` are the names that the route itself reads. What nobody knows is refused. */
export function parseQuery(options: Record<string, string>, type: EntityType, own: string[] = []): Query {
  const query = { ...everything };
  for (const [name, text] of Object.entries(options)) {
    const read = readers[name];
    if (read) Object.assign(query, read(text, type));
    else if (!own.includes(name)) throw new Misunderstood(`The query parameter '${name}' is not supported.`);
  }
  return query;
}

const readers: Record<string, (text: string, type: EntityType) => Partial<Query>> = {
  $filter: (text, type) => ({ filter: parseFilter(text, type.fields) }),
  $select: (text, type) => ({ select: text.split(',').map((name) => checkName(name.trim(), type.fields)) }),
  $expand: (text, type) => ({ expand: Object.fromEntries(splitAt(text, ',').map((part) => readExpand(part.trim(), type))) }),
  $orderby: (text, type) => {
    const [field = '', direction = 'asc', ...rest] = text.trim().split(/\s+/);
    if (rest.length > 0 || !['asc', 'desc'].includes(direction)) throw new Misunderstood(`'${text}' is no order.`);
    return { orderBy: { field: checkName(field, type.fields), descending: direction === 'desc' } };
  },
  $top: (text) => ({ top: count(text) }),
  $skip: (text) => ({ skip: count(text) }),
};

function readExpand(text: string, type: EntityType): [string, Query] {
  const { name = '', inner } = /^(?<name>\w+)(?:\((?<inner>.*)\))?$/s.exec(text)?.groups ?? {};
  const navigation = type.navigations[name];
  if (!navigation) throw new Misunderstood(`Could not find a property named '${name || text}'.`);
  const options = splitAt(inner ?? '', ';').map((option) => {
    const at = option.indexOf('=');
    return [option.slice(0, at).trim(), option.slice(at + 1)];
  });
  return [name, parseQuery(Object.fromEntries(options), navigation.type())];
}

/** Splits at a sign that stands outside of all brackets. */
function splitAt(text: string, sign: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === sign && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.filter((part) => part !== '');
}

function checkName(name: string, names: readonly string[]): string {
  if (!names.includes(name)) throw new Misunderstood(`Could not find a property named '${name}'.`);
  return name;
}

function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new Misunderstood(`'${text}' is no count.`);
  return Number(text);
}
