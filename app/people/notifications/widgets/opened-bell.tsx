import { Group, Popover, UnstyledButton } from '@mantine/core';
import { href, Link } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showError } from '../../../ui/alerts/alerts.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { WholeNumbers } from '../../../ui/text/whole-numbers.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { listNotificationsCall, type Notification, readNotificationsCall } from '../contract.ts';
import classes from './bell.module.css';

type Props = { button: React.ReactNode; unread: number; onClose: () => void };

/** The panel below the bell. It reads again whenever the number of unread ones changes. */
export default function OpenedBell({ button, unread, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['notifications', unread],
    queryFn: () => call(listNotificationsCall, {}),
    placeholderData: (before) => before,
  });
  const read = async (ids?: number[]) => {
    await call(readNotificationsCall, { body: ids ? { ids } : {} }).catch(showError);
    await refetch();
  };
  return (
    <Popover
      opened
      width="min(400px, calc(100vw - 24px))"
      position="bottom-end"
      trapFocus
      returnFocus
      onChange={(isOpen) => !isOpen && onClose()}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Notifications">
        <Group justify="space-between" mb={4}>
          <strong>Notifications</strong>
          {unread > 0 && (
            <UnstyledButton fz="xs" c="var(--accent-text)" onClick={() => read()}>
              Mark all as read
            </UnstyledButton>
          )}
        </Group>
        {error && <p role="alert">{errorMessage(error)}</p>}
        {data ? (
          <Entries entries={data.data} onFollow={(id) => void read([id]).then(onClose)} />
        ) : (
          !error && <Skeleton rows={3} label="Loading notifications" />
        )}
        <Link to={href('/settings/notifications')} onClick={onClose} className="soft">
          Choose your notifications
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}

function Entries({ entries, onFollow }: { entries: Notification[]; onFollow: (id: number) => void }) {
  if (entries.length === 0) return <p className="soft">Nothing yet. What needs you is listed here.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard.
    <ul className={classes.list} tabIndex={0} aria-label="What you were told of">
      {entries.map(({ id, sentence, path, at, read }) => (
        <li key={id}>
          <Link to={path} className={classes.entry} data-unread={!read || undefined} onClick={() => onFollow(id)}>
            <span className={classes.dot} role="img" aria-label={read ? 'Read' : 'Unread'} />
            <span className={classes.sentence}>
              <WholeNumbers text={sentence} />
            </span>
            <RelativeTime at={at} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
