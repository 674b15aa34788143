import { IconAlertCircleFilled, IconCircleCheck } from '@tabler/icons-react';
import type { List } from '../../../../ui/list/declaration.ts';
import { ExactTime } from '../../../../ui/time/relative-time.tsx';
import { actionWords, type LogEntry, resultWords, tookWords } from './log-entry.ts';
import classes from './log-list.module.css';

/** The log as a list; a row opens its exchange and keeps the filter. */
export const logList = (entity: number): List<LogEntry> => ({
  noun: { one: 'entry', many: 'entries' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => (entity === 0 ? `?open=${id}` : `?entity=${entity}&open=${id}`),
  rowName: ({ action }) => actionWords(action),
  columns: [
    { key: 'action', title: 'Action', cell: (entry) => <Action entry={entry} />, card: 'title', width: 200 },
    { key: 'result', title: 'Result', cell: (entry) => <Result entry={entry} />, card: 'text' },
    { key: 'edited_by', title: 'Edited by', cell: ({ edited_by }) => edited_by, width: 110 },
    {
      key: 'date',
      title: 'Date',
      cell: ({ at }) => <ExactTime at={at} seconds />,
      width: 190,
      align: 'right',
      card: 'meta',
    },
  ],
});

function Action({ entry: { action, subject } }: { entry: LogEntry }) {
  return (
    <>
      {actionWords(action)} {subject && <span className="mono faint">{subject}</span>}
    </>
  );
}

function Result({ entry: { result, status, took_ms } }: { entry: LogEntry }) {
  const { ok, sentence } = resultWords(result);
  const Icon = ok ? IconCircleCheck : IconAlertCircleFilled;
  return (
    <span className={classes.result} data-failed={ok ? undefined : true}>
      <Icon size={15} stroke={1.8} aria-hidden />
      <span className={classes.sentence} title={sentence}>
        {sentence}
      </span>
      <span className="faint">
        {status !== null && `${status} · `}
        {tookWords(took_ms)}
      </span>
    </span>
  );
}
