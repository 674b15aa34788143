import { DataTable } from '../../ui/list/data-table.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { logList } from './log-list.tsx';
import classes from './log-viewer.module.css';
import { useLogs } from './use-logs.ts';

/** The exchanges with an outside system. */
export function LogViewer({ connectionId, entity }: { connectionId: number; entity: number }) {
  const { shown, entries = [], newer, showNewer } = useLogs(connectionId, entity);
  if (shown.isPending)
    return (
      <p className={classes.said} role="status">
        {texts.loading}
      </p>
    );
  if (shown.isError && entries.length === 0)
    return (
      <div className={classes.said} role="alert">
        <p>{texts.failed}</p>
        <RowButton onClick={() => shown.refetch()}>Try again</RowButton>
      </div>
    );
  return (
    <div className={classes.viewer}>
      <div className={classes.newer} aria-live="polite">
        {newer && <RowButton onClick={showNewer}>{newer} new</RowButton>}
      </div>
      {entries.length === 0 ? (
        <p className={classes.said}>{texts.none}</p>
      ) : (
        <DataTable list={logList(entity)} rows={entries} label="Log" />
      )}
      {shown.hasNextPage && (
        <div className={classes.older}>
          <RowButton onClick={() => shown.fetchNextPage()} disabled={shown.isFetchingNextPage}>
            {shown.isFetchingNextPage ? 'Loading…' : 'Show older'}
          </RowButton>
          {shown.isFetchNextPageError && <span role="alert">{texts.failed}</span>}
        </div>
      )}
    </div>
  );
}

const texts = {
  loading: 'Loading logs... Please wait',
  none: 'There are no logs available',
  failed: 'There was an error loading logs',
};
