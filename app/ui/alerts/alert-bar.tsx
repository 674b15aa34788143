import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconExclamationCircleFilled,
  IconInfoCircleFilled,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import classes from './alert-bar.module.css';
import { type Alert, dismissAlert, useAlerts } from './alerts.ts';

const icons = {
  info: IconInfoCircleFilled,
  success: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  danger: IconExclamationCircleFilled,
};

/** The fixed bar that says what came of an action. Reads out politely; what failed, at once. Waits while it is pointed at. */
export function AlertBar() {
  const alerts = useAlerts();
  const [waiting, setWaiting] = useState(false);
  return (
    <section
      className={classes.bar}
      aria-label="Messages"
      aria-live="polite"
      onMouseEnter={() => setWaiting(true)}
      onMouseLeave={() => setWaiting(false)}
      onFocus={() => setWaiting(true)}
      onBlur={() => setWaiting(false)}
    >
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} waiting={waiting} />
      ))}
    </section>
  );
}

function AlertRow({ alert, waiting }: { alert: Alert; waiting: boolean }) {
  useCountdown(alert, waiting);
  const Icon = icons[alert.level];
  return (
    <div className={classes.alert} data-level={alert.level} role={alert.level === 'danger' ? 'alert' : undefined}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <p className={classes.text}>
        {alert.text} {alert.link && <Link to={alert.link.to}>{alert.link.label}</Link>}
      </p>
      <button type="button" className={classes.close} aria-label="Dismiss" onClick={() => dismissAlert(alert.id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}

/** Counts what is left to show, and stands still while waiting. */
function useCountdown({ id, ms }: Alert, waiting: boolean): void {
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
