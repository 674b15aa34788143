import type { Reply } from '../../../../platform/endpoint.ts';
import type { historicalOrdersCall } from '../contract.ts';

/** A day's column: one part per series, in order, from the axis upwards. */
export type Column = { date: string; total: number; parts: number[] };
export type ChartShape = { series: { name: string; label: string; total: number }[]; columns: Column[]; total: number };
export type OrderHistory = Reply<typeof historicalOrdersCall>;

/** The number of series with their own colour and pattern. */
const mostSeries = 6;

/** The history as stacked columns; beyond six connectors the smallest are combined. */
export function chartShape({ orders, connectors }: OrderHistory): ChartShape {
  const totalOf = (names: string[]) => orders.reduce((sum, { counts }) => sum + names.reduce((of, name) => of + (counts[name] ?? 0), 0), 0);
  const largest = connectors.toSorted((a, b) => totalOf([b.name]) - totalOf([a.name]));
  const own = new Set((connectors.length > mostSeries ? largest.slice(0, mostSeries - 1) : largest).map(({ name }) => name));
  const groups = connectors.filter(({ name }) => own.has(name)).map(({ name, label }) => ({ name, label, names: [name] }));
  const rest = connectors.filter(({ name }) => !own.has(name)).map(({ name }) => name);
  if (rest.length > 0) groups.push({ name: 'others', label: `${rest.length} others`, names: rest });
  const columns = orders.map(({ date, counts }) => {
    const parts = groups.map(({ names }) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0));
    return { date, parts, total: parts.reduce((sum, part) => sum + part, 0) };
  });
  return {
    series: groups.map(({ name, label, names }) => ({ name, label, total: totalOf(names) })),
    columns,
    total: columns.reduce((sum, { total }) => sum + total, 0),
  };
}
