/** A condition of RQL (https://3w.extensiv.com/Rels/rql) on a record as it is rendered. Null: it cannot be parsed. */
export function condition(rql: string): ((record: unknown) => boolean) | null {
  const parts = split(rql, ',').map((alternative) => split(alternative, ';').map(predicate));
  if (parts.length === 0 || parts.some((all) => all.length === 0 || all.includes(null))) return null;
  return (record) => parts.some((all) => all.every((fits) => fits?.(record)));
}

type Fits = (record: unknown) => boolean;

function predicate(text: string): Fits | null {
  if (/^\(.*\)$/.test(text)) return condition(text.slice(1, -1));
  const [, name = '', operator = '', written = ''] = /^([\w.]+)(==|!=|=(?:gt|ge|lt|le|in|out|hv)=)(.*)$/i.exec(text) ?? [];
  if (operator === '=in=') {
    const among = split(written.slice(1, -1), ',').map(decoded);
    return (record) => among.includes(String(valueAt(record, name)));
  }
  const value = decoded(written.replace(/^\*|\*$/g, ''));
  if (operator === '==' && /^\*|\*$/.test(written)) return (record) => textOf(valueAt(record, name)).includes(textOf(value));
  const compare = comparisons[operator.toLowerCase()];
  return compare ? (record) => compare(order(valueAt(record, name), value)) : null;
}

const comparisons: Record<string, (difference: number) => boolean> = {
  '==': (difference) => difference === 0,
  '=gt=': (difference) => difference > 0,
  '=ge=': (difference) => difference >= 0,
  '=lt=': (difference) => difference < 0,
  '=le=': (difference) => difference <= 0,
};
const textOf = (value: unknown) => String(value ?? '').toLowerCase();

/** By the type that the model has: numbers as numbers, everything else as text without its case. */
export function order(found: unknown, than: unknown): number {
  if (typeof found === 'number') return found - Number(than);
  return textOf(found) === textOf(than) ? 0 : textOf(found) < textOf(than) ? -1 : 1;
}

/** Names are the model's, of any case, with dots between. */
export function valueAt(record: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((value, part) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return entries.find(([each]) => textOf(each) === textOf(part))?.[1];
  }, record);
}

/** Values are decoded once more than the query is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function split(text: string, sign: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === sign && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.filter((part) => part !== '');
}
