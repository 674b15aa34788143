import type { EventLine } from '../../../../order-flow/contract/detail.ts';
import { editableColumns, labelOf } from '../../../../order-flow/values/fields.ts';
import type { Order } from '../order.ts';
import classes from './changes.module.css';

type Changed = NonNullable<Order['events'][number]['changes']>;
type Line = EventLine | null;
const amounts = new Set(['shipping_cost', 'tax_cost', 'total_cost']);

/** The changes of a history entry, from and to. The revision is left out: it means nothing to a person. */
export function Changes({ changes, faint = false }: { changes: Changed; faint?: boolean }) {
  const entries = Object.entries(changes)
    .filter(([field]) => field !== 'revision')
    .sort(([a], [b]) => placeOf(a) - placeOf(b));
  if (entries.length === 0) return null;
  return (
    <ul className={classes.changes} data-faint={faint || undefined}>
      {entries.map(([field, { from, to }]) => (
        <li key={field}>
          {field.startsWith('line:') ? <ChangedLine from={from as Line} to={to as Line} /> : <ChangedField {...{ field, from, to }} />}
        </li>
      ))}
    </ul>
  );
}

/** Fields in the order of the page, then lines. */
function placeOf(field: string): number {
  const place = (editableColumns as readonly string[]).indexOf(field);
  return place < 0 ? editableColumns.length : place;
}

function ChangedField({ field, from, to }: { field: string; from: unknown; to: unknown }) {
  return (
    <>
      {labelOf(field)}: <del>{inWords(field, from)}</del> <ins>{inWords(field, to)}</ins>
    </>
  );
}

function ChangedLine({ from, to }: { from: Line; to: Line }) {
  const line = to ?? from;
  const item = (
    <span className="mono" title={line?.name}>
      {line?.sku || line?.name}
    </span>
  );
  if (!from || !to) {
    return (
      <>
        {to ? 'Added' : 'Removed'} {line?.quantity.toLocaleString('en-US')} × {item}
      </>
    );
  }
  return (
    <>
      Qty of {item}: <del>{from.quantity.toLocaleString('en-US')}</del> <ins>{to.quantity.toLocaleString('en-US')}</ins>
    </>
  );
}

/** Amounts are written with two places at least, as everywhere; which currency they are in is plain from the page. */
function inWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return field === 'warehouse_code' ? 'as the mapping says' : 'empty';
  if (field === 'source_status') return String(value).replaceAll('_', ' ');
  if (amounts.has(field)) return String(value).replace(/(\.\d\d)0+$/, '$1');
  return String(value);
}
