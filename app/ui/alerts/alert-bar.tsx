import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconExclamationCircleFilled, IconInfoCircleFilled } from '@tabler/icons-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { begunLater } from '../live/begun-later.ts';
import { usePress } from '../use-press.ts';
import classes from './alert-bar.module.css';
import { type AlertAction as AlertAct, type AlertLink, dismissAlert, leaveAlerts, type Alert as ShownAlert, useAlerts } from './alerts.ts';

const looks = {
  info: { icon: IconInfoCircleFilled, color: 'var(--blue)' },
  success: { icon: IconCircleCheckFilled, color: 'var(--green)' },
  warning: { icon: IconAlertTriangleFilled, color: 'var(--amber)' },
  danger: { icon: IconExclamationCircleFilled, color: 'var(--red)' },
};

/**
 * The fixed bar that says what came of an action. Reads out politely; what failed, at once. Waits while it is pointed at or has the focus,
 * and until the page is there that it goes to.
 */
export function AlertBar() {
  const alerts = useAlerts();
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const waiting = useNavigation().state !== 'idle' || isPointedAt || hasFocus;
  useLeave();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with an alert that goes, what has the focus in it goes without a word.
  useEffect(() => setFocus(Boolean(document.activeElement?.closest('[data-messages]'))), [alerts]);
  return (
    <section
      ref={room}
      className={classes.bar}
      aria-label="Messages"
      data-messages
      aria-live="polite"
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} waiting={waiting} />
      ))}
    </section>
  );
}

const room = begunLater(
  () => import('./alert-room.ts'),
  ({ makeRoom }, bar) => makeRoom(bar),
);

/** What is said about a page goes with it. */
function useLeave(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== pathname) leaveAlerts();
    last.current = pathname;
  }, [pathname]);
}

function AlertRow({ alert, waiting }: { alert: ShownAlert; waiting: boolean }) {
  useCountdown(alert, waiting);
  const { icon: Icon, color } = looks[alert.level];
  return (
    <Alert
      role={alert.level === 'danger' ? 'alert' : 'note'}
      variant="light"
      color={color}
      icon={<Icon size={18} aria-hidden />}
      className={classes.alert}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => dismissAlert(alert.id)}
    >
      <p className={classes.text}>
        {alert.text}
        {[alert.beside ?? []].flat().map((beside) => (
          <Fragment key={beside.label}>
            {' '}
            <AlertAction alertId={alert.id} beside={beside} />
          </Fragment>
        ))}
      </p>
    </Alert>
  );
}

type AlertActionProps = { alertId: number; beside: AlertLink | AlertAct };

/** Stays as long as its alert: a button would go from under whoever waits on it. What is pressed too late says why it is refused. */
function AlertAction({ alertId, beside }: AlertActionProps) {
  const { busy, press } = usePress(async () => {
    if ('to' in beside) return;
    await beside.run();
    dismissAlert(alertId);
  });
  if ('to' in beside) return <Link to={beside.to}>{beside.label}</Link>;
  return (
    <button type="button" className={classes.action} onClick={press} aria-disabled={busy} aria-busy={busy}>
      {beside.label}
    </button>
  );
}

/** Counts what is left to show, and stands still while waiting. */
function useCountdown({ id, ms }: ShownAlert, waiting: boolean): void {
  const left = useRef(ms);
  useEffect(() => {
    if (waiting) return;
    const since = performance.now();
    const timer = setTimeout(() => dismissAlert(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [id, waiting]);
}
