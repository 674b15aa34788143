import classes from './changes.module.css';
import type { Order } from './order.ts';

type Changed = NonNullable<Order['events'][number]['changes']>;

/** What was changed, from what to what. The revision is our own count and tells a person nothing. */
export function Changes({ changes }: { changes: Changed }) {
  const shown = Object.entries(changes).filter(([field]) => field !== 'revision');
  if (shown.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {shown.map(([field, { from, to }]) => (
        <li key={field}>
          {field.replaceAll('_', ' ')}: <del>{inWords(from)}</del> <ins>{inWords(to)}</ins>
        </li>
      ))}
    </ul>
  );
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
