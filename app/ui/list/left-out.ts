import type { DaysFilter, Filter } from './declaration.ts';

/** Parameters of a list's address that are no filters: how it is shown, and what is open on it. */
const others = new Set(['search', 'page', 'after', 'columns', 'saved', 'open']);

/**
 * What a list left out of its address because it cannot mean it, each as a person reads it: `Status lost`. `query` is what the list
 * read from the address.
 */
export function leftOut(params: URLSearchParams, query: object, filters: readonly Filter[]): string[] {
  const backwards = filters.filter((filter) => filter.kind === 'days').find((filter) => isBackwards(filter, params));
  const days = backwards ? [backwards.key, backwards.endKey] : [];
  return [
    ...(backwards
      ? [`${backwards.label} from ${params.get(backwards.key)} to ${params.get(backwards.endKey)}, which ends before it starts`]
      : []),
    ...[...params]
      .filter(([key, value]) => value !== '' && !others.has(key) && !days.includes(key) && !isRead(key, value, query))
      .map(([key, value]) => `${labelOf(key, filters)} ${value}`),
  ];
}

/** An address without filters says `view=all`, on lists without views too. */
function isRead(key: string, value: string, query: object): boolean {
  const read: unknown = Object.hasOwn(query, key) ? Reflect.get(query, key) : undefined;
  return read === undefined ? key === 'view' && value === 'all' : String(read) === value.trim();
}

const isBackwards = ({ key, endKey }: DaysFilter, params: URLSearchParams) => {
  const [start, end] = [Date.parse(params.get(key) ?? ''), Date.parse(params.get(endKey) ?? '')];
  return start > end;
};

function labelOf(key: string, filters: readonly Filter[]): string {
  const filter = filters.find((each) => each.key === key || (each.kind === 'days' && each.endKey === key));
  return filter?.label ?? usual.get(key) ?? key;
}

const usual = new Map([
  ['orderBy', 'sorted by'],
  ['orderDir', 'order'],
  ['perPage', 'rows a page'],
  ['view', 'tab'],
]);
