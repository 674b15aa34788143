import { useSearchParams } from 'react-router';
import { nouns, type SearchedName } from '../../../base/nouns.ts';
import { allHits } from '../../../entities/hits.ts';
import { IssueNote } from '../../../shared/issues/remedy/issue-note.tsx';
import type { Hit, HitValue, Waiting } from '../../../shared/noun/search.ts';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { FilterBar } from '../../../ui/list/filter/filter-bar.tsx';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { Due } from '../../../ui/time/relative-time.tsx';
import classes from './results.module.css';
import { ShortDate } from './short-date.tsx';
import { statusesOf, statusOf } from './status-filter.ts';

type Props = { name: SearchedName; hits: readonly Hit[]; waiting: readonly Waiting[]; more: boolean };

/** The table of what was found of a noun, by its declaration: all of it, or of one status; what waits for a person with its remedy. */
export function Results({ name, hits, waiting, more }: Props) {
  const [params] = useSearchParams();
  const { columns, line } = allHits[name];
  const { title, pathOf } = nouns[name];
  const waits = new Map(waiting.map((each) => [each.id, each]));
  const options = statusesOf(columns, hits, params.get('status'));
  const chosen = options.find(({ value }) => value === params.get('status'));
  const rows = chosen ? hits.filter((hit) => statusOf(columns, hit)?.status === chosen.value) : hits;
  const list = {
    noun: nouns[name],
    rowKey: ({ id }: Hit) => id,
    rowHref: ({ id }: Hit) => pathOf(id),
    rowName: (hit: Hit) => line(hit).number,
    rowNote: ({ id }: Hit) => noteOf(waits.get(id)),
    columns: columns.map(({ value, ...column }) => ({ ...column, cell: (hit: Hit) => <Cell value={value(hit)} /> })),
  };
  return (
    <>
      {(options.length > 1 || chosen) && (
        <FilterBar filters={[{ kind: 'choice', key: 'status', label: 'Status', options }]}>
          {more && <span className="soft">Statuses of the {hits.length} shown</span>}
        </FilterBar>
      )}
      <DataTable list={list} rows={rows} label={`${title} found`} />
      <p className={classes.none} role="status">
        {rows.length === 0 && `None of them has the status ${chosen?.label} now.`}
      </p>
    </>
  );
}

function noteOf(waiting: Waiting | undefined) {
  if (!waiting) return null;
  const { id: _, ...note } = waiting;
  return <IssueNote {...note} />;
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
