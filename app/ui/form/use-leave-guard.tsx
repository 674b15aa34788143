import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';

type Guard = {
  isUnsaved: boolean;
  /** The person wants to leave without going to another page, as by Esc. */
  isLeaving: boolean;
  text?: string;
  onStay: () => void;
  onLeave: () => void;
};

/**
 * Nobody loses what they typed without having been asked: not by Esc, nor by a link or Back, nor by closing the window. Render
 * `dialog`; `asks` is true while it is open.
 */
export function useLeaveGuard({ isUnsaved, isLeaving, text = 'What you typed is not saved.', onStay, onLeave }: Guard) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname);
  const isBlocked = blocker.state === 'blocked';
  const hasLeft = useRef(false);
  useBeforeUnload(isUnsaved);
  const leave = async () => {
    hasLeft.current = true;
    if (isBlocked) blocker.proceed();
    onLeave();
  };
  const close = () => {
    if (isBlocked && !hasLeft.current) blocker.reset();
    hasLeft.current = false;
    onStay();
  };
  const asks = isLeaving || isBlocked;
  // A key for each attempt: one that comes while the dialog of the one before fades away is asked about anew.
  const dialog = asks && (
    <ConfirmDialog
      key={blocker.location?.key ?? 'leaving'}
      title="Discard changes?"
      text={text}
      verb="Discard"
      back="Keep editing"
      danger
      run={leave}
      onClose={close}
    />
  );
  return { asks, dialog };
}

/** The browser asks in its own words. */
function useBeforeUnload(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
