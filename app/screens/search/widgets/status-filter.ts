import type { Hit, HitColumn } from '../../../shared/noun/search.ts';
import type { Option } from '../../../ui/list/declaration.ts';
import { type Status, statuses } from '../../../ui/status/statuses.ts';

/** The status that a hit's row shows, if it shows one. */
export function statusOf(columns: readonly HitColumn[], hit: Hit) {
  for (const { value } of columns) {
    const cell = value(hit);
    if (cell && typeof cell === 'object' && 'status' in cell) return cell;
  }
  return null;
}

/** The statuses among what was found, each with how many have it, most first; `chosen` also once none has it any more. */
export function statusesOf(columns: readonly HitColumn[], hits: readonly Hit[], chosen: string | null): Option[] {
  const cells = hits.flatMap((hit) => statusOf(columns, hit) ?? []);
  const options = [...Map.groupBy(cells, ({ status }) => status)]
    .map(([status, those]) => ({ value: status, label: those[0]?.label ?? statuses[status].label, count: those.length }))
    .sort((a, b) => b.count - a.count);
  if (!isStatus(chosen) || cells.length === 0 || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: statuses[chosen].label, count: 0 }];
}

/** The address may say anything, `constructor` too. */
const isStatus = (value: string | null): value is Status => value !== null && Object.hasOwn(statuses, value);
