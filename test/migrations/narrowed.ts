import type { Rule, SeenColumn, Snapshot } from './snapshot.ts';

/**
 * What a schema no longer lets a build do that was written for the one before: a sentence each. While processes are replaced one after the
 * other, both builds use the new schema.
 */
export function narrowed(before: Snapshot, after: Snapshot): string[] {
  const has = { table: new Set(after.tables), other: new Set(after.others) };
  return [
    ...before.tables.filter((name) => !has.table.has(name)).map((name) => `The table ${name} is gone.`),
    ...Object.entries(before.columns).flatMap(([name, column]) => narrowedColumn(name, column, after)),
    ...Object.entries(after.columns).flatMap(([name, { required, filled }]) =>
      before.tables.includes(tableOf(name)) && !before.columns[name] && required && !filled
        ? [`The column ${name} is new, must not be null and has no default.`]
        : [],
    ),
    ...newRules(before, after).map(({ table, text }) => `The table ${table} has a new rule: ${text}.`),
    ...before.others.filter((name) => !has.other.has(name) && isOfWhatStays(name, after)).map((name) => `There is no longer a ${name}.`),
  ];
}

function narrowedColumn(name: string, { type, required }: SeenColumn, after: Snapshot): string[] {
  const now = after.columns[name];
  if (!after.tables.includes(tableOf(name))) return [];
  if (!now) return [`The column ${name} is gone.`];
  return [
    ...(type === now.type || isWider(type, now.type) ? [] : [`The column ${name} was ${type} and is ${now.type}.`]),
    ...(now.required && !required ? [`The column ${name} may no longer be null.`] : []),
  ];
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'));

const integers = ['smallint', 'integer', 'bigint'];

/** Whatever was written is written still, and read as the same kind of value. */
function isWider(was: string, is: string): boolean {
  if (is === 'text') return was.startsWith('character varying');
  if (is === 'numeric') return was.startsWith('numeric(');
  return integers.includes(was) && integers.indexOf(is) > integers.indexOf(was);
}

/** Rules about columns that there were. One that lists more values than before, and is the same otherwise, forbids nothing. */
function newRules(before: Snapshot, after: Snapshot): Rule[] {
  return after.rules.filter(({ table, text, columns }) => {
    if (!before.tables.includes(table) || columns.some((column) => !before.columns[`${table}.${column}`])) return false;
    const [frame, values] = splitList(text);
    return !before.rules.some((rule) => {
      const [itsFrame, itsValues] = splitList(rule.text);
      return rule.table === table && frame === itsFrame && itsValues.every((value) => values.includes(value));
    });
  });
}

/** A rule without the list of values in it, and these. */
function splitList(text: string): [string, string[]] {
  const [start, end] = [text.indexOf('ARRAY['), text.indexOf('])')];
  if (start === -1 || end < start) return [text, []];
  return [text.slice(0, start) + text.slice(end), text.slice(start + 'ARRAY['.length, end).split(', ')];
}

/** What goes with a table or a column is told with it. */
function isOfWhatStays(name: string, after: Snapshot): boolean {
  const [, about] = /^(?:grant of \w+ on|trigger \S+ of) ([\w.]+)/.exec(name) ?? [];
  if (about === undefined) return true;
  return after.tables.includes(about) || about in after.columns || after.others.some((other) => other.startsWith(`function ${about}`));
}
