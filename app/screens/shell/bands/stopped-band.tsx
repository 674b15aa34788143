import { IconClockPause, IconPlayerPause } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { href, Link } from 'react-router';
import type { Stopped } from '../../../shared/connections/sending.ts';
import classes from './acting-as-band.module.css';

/** A restart is over before anybody has to know of it, unless it lasts longer. */
const quietMs = 4_000;

/** The band that says on every page that nothing is sent for this account, why, and what happens next. */
export function StoppedBand({ stopped, mayDecide }: { stopped: Stopped | null; mayDecide: boolean }) {
  const starting = stopped?.why === 'starting';
  const lasts = useLasting(starting);
  const Icon = starting ? IconClockPause : IconPlayerPause;
  return (
    <div role="status">
      {stopped && (!starting || lasts) && (
        <div className={classes.band} data-quiet={starting || undefined}>
          <Icon size={16} stroke={1.8} aria-hidden />
          <p>
            {stopped.sentence} {stopped.why === 'copy' && mayDecide && <Link to={href('/settings/super/accounts')}>Decide</Link>}
          </p>
        </div>
      )}
    </div>
  );
}

function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLasts(true), quietMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is]);
  return lasts;
}
