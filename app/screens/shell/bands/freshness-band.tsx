import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { href, useRevalidator } from 'react-router';
import { useLiveState } from '../../../ui/live/connection.ts';
import { useFreshness } from '../../../ui/live/freshness.ts';
import { isTouched } from '../../../ui/live/touched.ts';
import { useWhenNoDialog } from '../../../ui/live/use-when-no-dialog.ts';
import classes from './acting-as-band.module.css';

/** The band that says that the page is out of date, why, and what to do. It disappears when the page is up to date again. */
export function FreshnessBand() {
  const freshness = useFreshness();
  const live = useLiveState();
  const isOffline = live === 'offline';
  useSignInAgain(freshness === 'signed_out', live === 'lost');
  return (
    <div role="status">
      {(isOffline || freshness !== 'fresh') && (
        <div className={classes.band}>
          <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
          {isOffline ? (
            <p>You are offline. This page may be out of date; it updates when the connection is back. Nothing that you typed is lost.</p>
          ) : freshness === 'signed_out' ? (
            <SignedOut />
          ) : freshness === 'other_session' ? (
            <OtherSession />
          ) : (
            <p>Crossdock cannot be reached. This page may be out of date; it updates when the connection is back.</p>
          )}
        </div>
      )}
    </div>
  );
}

/**
 * A page that nobody is signed in for leads to sign-in, and back here after it; where something was begun it stays, and goes on once
 * they have signed in elsewhere. Events that do not come any longer may mean that: then the page is read again to know.
 */
function useSignInAgain(isSignedOut: boolean, isLost: boolean): void {
  const { revalidate } = useRevalidator();
  const read = useEffectEvent(useWhenNoDialog(revalidate, 1_000));
  useEffect(() => {
    if (isLost) read();
  }, [isLost]);
  useEffect(() => {
    if (!isSignedOut) return;
    if (!isTouched()) {
      const { pathname, search } = window.location;
      return window.location.assign(`${href('/sign-in')}?next=${encodeURIComponent(pathname + search)}`);
    }
    const look = () => void revalidate();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [isSignedOut, revalidate]);
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

function OtherSession() {
  return (
    <p>
      In another tab you went on as somebody else or in another account. Nothing is saved from this page:{' '}
      <a href={window.location.href}>load it again</a>.
    </p>
  );
}
