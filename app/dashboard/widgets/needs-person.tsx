import { Link } from 'react-router';
import type { IssueType } from '../../orders/issues/issue.ts';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import { issueHeadline } from '../issue-words.ts';
import { type Cause, CauseRow } from './cause-row.tsx';
import classes from './needs-person.module.css';

export type IssueGroup = { type: IssueType; orders: number; causes: Cause[]; more_causes: number };

/** One row an issue type, oldest first; below it its causes, those that hold up most orders first, each with its remedy. */
export function NeedsPerson({ groups }: { groups: readonly IssueGroup[] }) {
  return (
    <ul className={classes.groups}>
      {groups.map((group) => (
        <Group key={group.type} group={group} />
      ))}
    </ul>
  );
}

function Group({ group: { type, orders, causes, more_causes } }: { group: IssueGroup }) {
  const list = `/orders?view=attention&issue=${type}`;
  const oldest = causes.map(({ opened_at }) => opened_at).toSorted()[0];
  const ofOrders = causes.some(({ order_id }) => order_id !== null);
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        <h2>{issueHeadline(type, { causes: causes.length + more_causes, issues: orders })}</h2>
        {ofOrders && <Link to={list}>{orders === 1 ? '1 order waits' : `${orders.toLocaleString('en-US')} orders wait`}</Link>}
        {oldest && (
          <span className={classes.oldest}>
            oldest <RelativeTime at={oldest} />
          </span>
        )}
      </div>
      <ul>
        {causes.map((cause) => (
          <CauseRow key={`${cause.connection_id} ${cause.subject}`} type={type} cause={cause} />
        ))}
      </ul>
      {more_causes > 0 && (
        <Link to={list} className={classes.more}>
          {more_causes.toLocaleString('en-US')} more
        </Link>
      )}
    </li>
  );
}
