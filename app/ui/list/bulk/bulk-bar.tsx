import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { lazily } from '../../lazily.tsx';
import { Menu } from '../../menu/menu.tsx';
import type { Bulk, List } from '../declaration.ts';
import { writeCount } from '../write-count.ts';
import classes from './bulk-bar.module.css';
import type { Selection } from './selection.ts';

/** Fetched at the click, rather than with the list. */
const loadDialog = () => import('./bulk-dialog.tsx');
const BulkDialog = lazily(loadDialog);

/** How long after the click the dialog opens, in ms. */
const dialogAfter = 200;

type Props<Row> = {
  bulk: Bulk;
  selection: Selection;
  list: Pick<List<Row>, 'noun'>;
  total: number | { atLeast: number } | undefined;
  /** Whether all rows of this page are selected. */
  allHere: boolean;
};

/** The number of selected rows, the link to select all that match, and the bulk actions: for as long as there are any. */
export function BulkBar<Row>({ bulk, selection, list: { noun }, total, allHere }: Props<Row>) {
  const [open, setOpen] = useState<Bulk['actions'][number] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const openSoon = (action: Bulk['actions'][number]) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setOpen, dialogAfter, action);
    // Where it cannot be fetched, the dialog says so when it is to open.
    if (!('dialog' in action)) loadDialog().catch(() => undefined);
  };
  const close = (isDone: boolean) => {
    setOpen(null);
    if (isDone) selection.clear();
  };
  const { ids, everything } = selection;
  const count = everything && total !== undefined ? writeCount(total, noun) : writeCount(ids.length, noun);
  const isMore = total !== undefined && (typeof total !== 'number' || total > ids.length) && allHere;
  const others = behindMenu(bulk.actions);
  return (
    <section className={classes.bar} aria-label="Selected rows">
      <strong aria-live="polite">{count} selected</strong>
      {isMore && bulk.prepare && !everything && (
        <Button size="xs" variant="subtle" onClick={selection.chooseEverything}>
          Select all {writeCount(total, noun)} that match
        </Button>
      )}
      <span className={classes.actions}>
        {bulk.actions.map((action) => (
          <Button
            key={action.label}
            size="xs"
            variant="default"
            className={others.includes(action) ? classes.behind : undefined}
            onClick={() => openSoon(action)}
          >
            {action.label}
          </Button>
        ))}
        {others.length > 0 && (
          <span className={classes.more}>
            <Menu
              button={{ className: classes.opens, children: 'More' }}
              entries={others.map((action) => ({
                ...{ key: action.label, label: action.label, danger: 'danger' in action && action.danger === true },
                onChoose: () => openSoon(action),
              }))}
            />
          </span>
        )}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          Deselect
        </Button>
      </span>
      {open && 'dialog' in open && open.dialog(ids, close)}
      {open && !('dialog' in open) && (
        <BulkDialog
          key={open.label}
          action={open}
          prepare={everything && bulk.prepare ? bulk.prepare : null}
          ids={ids}
          noun={noun}
          onClose={close}
        />
      )}
    </section>
  );
}

/** What a phone has in a menu: all but the two that are marked as main ones, or else the first two. */
function behindMenu(actions: Bulk['actions']): Bulk['actions'] {
  if (actions.length <= 3) return [];
  const beside = [...actions.filter(({ main }) => main), ...actions].slice(0, 2);
  return actions.filter((action) => !beside.includes(action));
}
