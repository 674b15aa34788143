import { CloseButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconExclamationCircleFilled, IconInfoCircleFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { showError } from '../../ui/alerts/alerts.ts';
import { useClock } from '../../ui/time/clock.tsx';
import { dismissPortalMessageCall, type ShownMessage } from './contract.ts';
import { dueAt } from './message.ts';
import classes from './message-bars.module.css';

const icons = {
  success: IconCircleCheckFilled,
  info: IconInfoCircleFilled,
  warning: IconAlertTriangleFilled,
  danger: IconExclamationCircleFilled,
};

/** A bar for each message that is due; it appears and goes with its time, and for good when the person dismisses it. */
export function MessageBars({ messages }: { messages: readonly ShownMessage[] }) {
  const { now } = useClock();
  const [dismissed, setDismissed] = useState<number[]>([]);
  const due = dueAt(messages, now).filter(({ id }) => !dismissed.includes(id));
  const dismiss = (id: number) => {
    setDismissed((ids) => [...ids, id]);
    call(dismissPortalMessageCall, { params: { id } }).catch((error: unknown) => {
      setDismissed((ids) => ids.filter((each) => each !== id));
      showError(error);
    });
  };
  return (
    <div role="status">
      {due.map(({ id, body, level }) => {
        const Icon = icons[level];
        return (
          <div key={id} className={classes.bar} data-level={level}>
            <Icon size={16} aria-hidden />
            <p>{body}</p>
            <CloseButton size="sm" c="inherit" aria-label="Dismiss this message" onClick={() => dismiss(id)} />
          </div>
        );
      })}
    </div>
  );
}
