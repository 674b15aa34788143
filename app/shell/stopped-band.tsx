import { IconPlayerPause } from '@tabler/icons-react';
import { href, Link } from 'react-router';
import type { Stopped } from '../connections/sending.ts';
import classes from './acting-as-band.module.css';

/** The band that says on every page that nothing is sent for this account, why, and what happens next. */
export function StoppedBand({ stopped, mayDecide }: { stopped: Stopped | null; mayDecide: boolean }) {
  return (
    <div role="status">
      {stopped && (
        <div className={classes.band}>
          <IconPlayerPause size={16} stroke={1.8} aria-hidden />
          <p>
            {stopped.sentence} {stopped.why === 'copy' && mayDecide && <Link to={href('/settings/super/accounts')}>Decide</Link>}
          </p>
        </div>
      )}
    </div>
  );
}
