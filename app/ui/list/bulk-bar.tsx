import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import classes from './bulk-bar.module.css';
import type { BulkAction, List } from './declaration.ts';
import type { Selection } from './selection.ts';
import { writeCount } from './write-count.ts';

/** How long after the click the dialog opens, in ms. */
const dialogAfter = 200;

type Props<Row> = {
  actions: readonly BulkAction[];
  selection: Selection;
  list: Pick<List<Row>, 'noun'>;
  total: number | { atLeast: number } | undefined;
  /** Whether all rows of this page are selected. */
  allHere: boolean;
};

/** The number of selected rows, the link to select all that match, and the bulk actions. */
export function BulkBar<Row>({ actions, selection, list: { noun }, total, allHere }: Props<Row>) {
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const done = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (action: BulkAction) => {
    done.current = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(setAsked, dialogAfter, action);
  };
  const { ids, everything } = selection;
  if (ids.length === 0) return null;
  const count = everything && total !== undefined ? writeCount(total, noun) : writeCount(ids.length, noun);
  const isMore = total !== undefined && (typeof total !== 'number' || total > ids.length) && allHere;
  return (
    <section className={classes.bar} aria-label="Selected rows">
      <strong aria-live="polite">{count} selected</strong>
      {isMore && !everything && (
        <button type="button" className={classes.all} onClick={selection.chooseEverything}>
          Select all {writeCount(total, noun)} that match
        </button>
      )}
      <span className={classes.actions}>
        {actions.map((action) => (
          <Button key={action.label} size="xs" variant="default" onClick={() => ask(action)}>
            {action.label}
          </Button>
        ))}
        <button type="button" className={classes.all} onClick={selection.clear}>
          Deselect
        </button>
      </span>
      {asked && (
        <ConfirmDialog
          {...asked.confirm(count)}
          verb={asked.label}
          danger={asked.danger ?? false}
          onClose={() => {
            setAsked(null);
            if (done.current) selection.clear();
          }}
          run={async () => {
            await asked.run(everything ? 'everything' : { ids });
            done.current = true;
          }}
        />
      )}
    </section>
  );
}
