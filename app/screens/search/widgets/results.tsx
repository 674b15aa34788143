import { nouns, type SearchedName } from '../../../base/nouns.ts';
import { allHits } from '../../../entities/hits.ts';
import type { Hit, HitValue } from '../../../shared/noun/search.ts';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { Due } from '../../../ui/time/relative-time.tsx';
import classes from './results.module.css';
import { ShortDate } from './short-date.tsx';

/** The table of what was found of a noun, by its declaration. */
export function Results({ name, hits }: { name: SearchedName; hits: readonly Hit[] }) {
  const { columns, line } = allHits[name];
  const { title, pathOf } = nouns[name];
  const list = {
    noun: nouns[name],
    rowKey: ({ id }: Hit) => id,
    rowHref: ({ id }: Hit) => pathOf(id),
    rowName: (hit: Hit) => line(hit).number,
    columns: columns.map(({ value, ...column }) => ({ ...column, cell: (hit: Hit) => <Cell value={value(hit)} /> })),
  };
  return <DataTable list={list} rows={hits} label={`${title} found`} />;
}

function Cell({ value }: { value: HitValue }) {
  if (value === null || typeof value === 'string') return value || '–';
  if ('status' in value) return <StatusBadge {...value} />;
  if ('at' in value) return <ShortDate at={value.at} />;
  if ('due' in value) return <Due at={value.due} />;
  if ('picture' in value) return <ItemPicture address={value.picture} name={value.name} />;
  if ('count' in value)
    return (
      <>
        {value.count.toLocaleString('en-US')}
        <OnCard> {value.unit}</OnCard>
      </>
    );
  return (
    <span className="mono">
      {value.number} {value.source && <span className={classes.source}>{value.source}</span>}
    </span>
  );
}
