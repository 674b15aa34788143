import { IconAlertTriangleFilled, IconExclamationCircleFilled, IconInfoCircleFilled } from '@tabler/icons-react';
import classes from './notice.module.css';

type Props = { tone?: 'info' | 'warning' | 'danger'; children: React.ReactNode; actions?: React.ReactNode };

const icons = { info: IconInfoCircleFilled, warning: IconAlertTriangleFilled, danger: IconExclamationCircleFilled };

/** One sentence about this page or record, with the button that mends it. */
export function Notice({ tone = 'info', children, actions }: Props) {
  const Icon = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone}>
      <Icon size={17} aria-hidden />
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
