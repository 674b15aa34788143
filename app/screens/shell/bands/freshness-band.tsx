import { IconPlugConnectedX } from '@tabler/icons-react';
import { href } from 'react-router';
import { useLiveState } from '../../../ui/live/connection.ts';
import { useFreshness } from '../../../ui/live/freshness.ts';
import classes from './acting-as-band.module.css';

/** The band that says that the page is out of date, why, and what to do. It disappears when the page is up to date again. */
export function FreshnessBand() {
  const freshness = useFreshness();
  const isOffline = useLiveState() === 'offline';
  return (
    <div role="status">
      {(isOffline || freshness !== 'fresh') && (
        <div className={classes.band}>
          <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
          {isOffline ? (
            <p>You are offline. This page may be out of date; it updates when the connection is back. Nothing that you typed is lost.</p>
          ) : freshness === 'signed_out' ? (
            <SignedOut />
          ) : (
            <p>Crossdock cannot be reached. This page may be out of date; it updates when the connection is back.</p>
          )}
        </div>
      )}
    </div>
  );
}

function SignedOut() {
  return (
    <p>
      You are signed out. Nothing here is lost:{' '}
      <a href={href('/sign-in')} target="_blank" rel="noreferrer">
        sign in again
      </a>{' '}
      in a new tab, then go on here.
    </p>
  );
}
