import { Button, type ButtonProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { showError } from './alerts/alerts.ts';
import { useHydrated } from './use-hydrated.ts';

type Props = ButtonProps & {
  children: React.ReactNode;
  /** What a press does. The button spins and takes no second press until it ends; a failure goes to the alert bar. */
  run?: () => Promise<unknown> | unknown;
  /** True while a request of this form runs, when the form itself does the work. */
  busy?: boolean;
  /** Why it cannot be pressed: shown beside it, and read with it. */
  reason?: string | false | undefined;
};

/** A button for anything that takes time. Without `run` it submits its form. */
export function SubmitButton({ run, busy = false, reason, disabled, children, ...button }: Props) {
  const [running, setRunning] = useState(false);
  const guard = useRef(false);
  const hydrated = useHydrated();
  const press = async () => {
    if (guard.current) return;
    guard.current = true;
    setRunning(true);
    try {
      await run?.();
    } catch (error) {
      showError(error);
    } finally {
      guard.current = false;
      setRunning(false);
    }
  };
  return (
    <>
      <Button
        {...button}
        type={run || !hydrated ? 'button' : 'submit'}
        onClick={run && press}
        loading={running || busy}
        disabled={disabled || Boolean(reason)}
      >
        {children}
      </Button>
      {reason && <span style={{ fontSize: 'var(--size-small)', color: 'var(--text-soft)' }}>{reason}</span>}
    </>
  );
}
