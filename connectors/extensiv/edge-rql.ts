import { at, type Raw } from './sample.ts';

/** Whether a record meets conditions of RQL, as far as the tests use it. */
export function matches(record: Raw, rql: string): boolean {
  return split(rql, ';').every((part) => {
    const either = /^\((.*)\)$/.exec(part)?.[1];
    return either === undefined ? meets(record, part) : split(either, ',').some((each) => meets(record, each));
  });
}

function meets(record: Raw, condition: string): boolean {
  const [, name = '', operator = '', value = ''] = /^([\w.]+)(==|=gt=|=ge=|=le=|=in=)(.*)$/.exec(condition) ?? [];
  const found = at(record, name);
  const literal = decodeURIComponent(value);
  if (operator === '==' && /^\*.+\*$/.test(value)) return String(found).includes(decodeURIComponent(value.slice(1, -1)));
  if (operator === '==') return String(found).toLowerCase() === literal.toLowerCase();
  if (operator === '=in=') return value.slice(1, -1).split(',').includes(String(found));
  const [left, right] = typeof found === 'number' ? [found, Number(literal)] : [String(found), literal];
  return operator === '=gt=' ? left > right : operator === '=ge=' ? left >= right : operator === '=le=' ? left <= right : false;
}

/** At the signs that are in no parentheses. */
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
