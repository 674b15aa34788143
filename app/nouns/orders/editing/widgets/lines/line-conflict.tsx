import { Text } from '@mantine/core';
import type { Order } from '../../../detail/widgets/order.ts';

import { Conflict } from '../conflict.tsx';
import classes from '../edit.module.css';
import { keepMyLine, type LineState, type LinesDraft, takeTheirLine } from '../rules/lines.ts';
import type { News } from '../rules/news.ts';
import type { EditSession } from '../session.ts';

type Props = {
  state: LineState;
  order: Order;
  session: EditSession;
  news: News | undefined;
  onChange: (lines: LinesDraft) => void;
};

/** Below a line that someone else changed: asks whose change to keep, or just tells about it. */
export function LineConflict({ state, order, session, news, onChange }: Props) {
  const { line, theirs, isChanged } = state;
  if (theirs === undefined && (isChanged || !news)) return null;
  const canStand = theirs !== null || line.product_id !== null;
  return (
    <tr className={classes.told}>
      <td colSpan={7}>
        {theirs === undefined ? (
          <Text size="xs" c="var(--blue)" mt={4} role="status">
            {news?.was ? `Changed by ${news.who}; it was ${news.was}.` : `Added by ${news?.who}.`}
          </Text>
        ) : (
          <Conflict
            label={`Qty of ${line.sku || line.name}`}
            who={news?.who ?? 'Someone else'}
            did={theirs === null ? 'has removed this line' : `has changed this to ${theirs.toLocaleString('en-US')}`}
            onTheirs={() => onChange(takeTheirLine(session.get().lines, line))}
            onMine={canStand ? () => onChange(keepMyLine(session.get().lines, order.lines, state)) : undefined}
          />
        )}
      </td>
    </tr>
  );
}
