import { Button, Group } from '@mantine/core';
import { BusyButton } from '../../../../ui/buttons/busy-button.tsx';
import { DataTable } from '../../../../ui/list/data-table.tsx';
import { logList } from './log-list.tsx';
import classes from './log-viewer.module.css';
import { useLogs } from './use-logs.ts';

type Props = { connectionId: number; entity: number; from: number };

/** The exchanges with an outside system; `from` is the newest one of when the page was opened. */
export function LogViewer({ connectionId, entity, from }: Props) {
  const { log, entries = [], newer, showNewer } = useLogs(connectionId, entity, from);
  if (log.isPending)
    return (
      <Group mih={88} c="dimmed" role="status">
        {texts.loading}
      </Group>
    );
  if (log.isError && entries.length === 0)
    return (
      <Group mih={88} gap={12} c="dimmed" role="alert">
        {texts.failed}
        <Button size="xs" variant="default" onClick={() => log.refetch()}>
          Try again
        </Button>
      </Group>
    );
  return (
    <div className={classes.viewer}>
      <div className={classes.newer}>
        Newest first
        <span aria-live="polite">
          {newer && (
            <Button size="compact-xs" variant="default" onClick={showNewer}>
              {newer} new
            </Button>
          )}
        </span>
      </div>
      {entries.length === 0 ? (
        <Group mih={88} c="dimmed">
          {texts.none}
        </Group>
      ) : (
        <DataTable list={logList(entity)} rows={entries} label="Log" />
      )}
      {log.hasNextPage && (
        <Group justify="center" gap={12} py={12}>
          <BusyButton size="xs" variant="default" onClick={() => log.fetchNextPage()} busy={log.isFetchingNextPage}>
            Show older
          </BusyButton>
          {log.isFetchNextPageError && (
            <span role="alert" className="lacking">
              {texts.failed}
            </span>
          )}
        </Group>
      )}
    </div>
  );
}

const texts = {
  loading: 'Loading logs... Please wait',
  none: 'There are no logs available',
  failed: 'There was an error loading logs',
};
