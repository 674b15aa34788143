import type { IssueType } from '../../../../shared/issues/issue.ts';
import { ItemPicture } from '../../../../ui/picture/item-picture.tsx';
import { StatusIcon } from '../../../../ui/status/status-icon.tsx';
import { CauseRemedy, CauseWords, Waiting } from './cause-parts.tsx';
import classes from './cause-row.module.css';
import type { SteadyCause } from './steady.ts';

/** One cause: its sentence, connection, number of waiting orders, and remedy. */
export function CauseRow({ type, cause }: { type: IssueType; cause: SteadyCause }) {
  const { connection_name, image_url, isGone } = cause;
  return (
    <li className={classes.cause} data-row data-gone={isGone || undefined}>
      {image_url ? <ItemPicture address={image_url} /> : <StatusIcon status={isGone ? 'fulfilled' : 'error'} />}
      <p className={classes.what}>
        <CauseWords type={type} cause={cause} />
      </p>
      <p className={classes.where}>{connection_name}</p>
      <div className={classes.orders}>
        <Waiting type={type} cause={cause} />
      </div>
      <div className={classes.remedy}>
        <CauseRemedy type={type} cause={cause} />
      </div>
    </li>
  );
}
