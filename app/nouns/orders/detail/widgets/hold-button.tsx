import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { showUndoable } from '../../../../ui/alerts/undoable.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { WithQuestion } from '../../../../ui/dialog/with-question.tsx';
import { useClock } from '../../../../ui/time/clock.tsx';
import { dayAt } from '../../../../ui/time/day.ts';
import { actOnOrderCall } from '../../../order-flow/contract/orders.ts';
import type { HoldTerms } from '../../../order-flow/values/hold-terms.ts';
import { HoldFields } from '../../widgets/hold-fields.tsx';
import classes from './hold-button.module.css';
import { heldUntilDecided, isHeldUntilDecided, type Order } from './order.ts';

/** Puts the order on hold, with a reason and until a day, or ends its hold; each can be undone at once. */
export function HoldButton({ order }: { order: Order }) {
  const { id, on_hold, hold_reason, hold_until, warehouse_without_hold, units_shipped, events } = order;
  const { timezone } = useClock();
  const { revalidate } = useRevalidator();
  /** `undo` may take a hold back by its run. */
  const act = async (
    action: 'hold' | 'unhold',
    body: HoldTerms & { seen?: string },
    undo?: (runId: number | undefined) => Promise<void>,
  ) => {
    // Whoever has gone on by the time of the reply is not offered it beside what is open then.
    const at = window.location.pathname;
    try {
      const { message, runId, staysOnHold } = await call(actOnOrderCall, { params: { id, action }, body });
      if (staysOnHold) showAlert('warning', message);
      else if (undo) showUndoable({ text: message, what: action, at, undo: () => undo(runId) });
      else showAlert('success', message);
    } finally {
      // A refusal means that others changed the order: reload to show it.
      await revalidate();
    }
  };
  /** Not the end of another hold, which a colleague gave meanwhile. */
  const undoHold = async (runId: number | undefined) => {
    if (runId !== undefined) await undoRun(runId, revalidate);
  };
  const now = { reason: hold_reason ?? undefined, until: hold_until ? dayAt(new Date(hold_until), timezone) : undefined };
  const end = () => act('unhold', { seen: `${events.at(-1)?.id ?? 0}` }, () => act('hold', now));
  if (on_hold && isHeldUntilDecided(order)) return <EndLater end={end} />;
  if (on_hold)
    return (
      <SubmitButton variant="default" className={classes.button} run={end}>
        Unhold
      </SubmitButton>
    );
  if (warehouse_without_hold !== null && units_shipped === 0)
    return (
      <SubmitButton variant="default" className={classes.button} reason={`${warehouse_without_hold} cannot hold an order that it has.`}>
        Hold
      </SubmitButton>
    );
  return <HoldNow where={heldWhere(order)} hold={(terms) => act('hold', terms, undoHold)} />;
}

/** Asks for the terms of a hold. What is asked goes with the button, so that it does not come back by itself once a hold has ended. */
function HoldNow({ where, hold }: { where: string; hold: (terms: HoldTerms) => Promise<void> }) {
  const [terms, setTerms] = useState<HoldTerms | null>(null);
  return (
    <>
      <Button variant="default" className={classes.button} aria-haspopup="dialog" onClick={() => setTerms({})}>
        Hold
      </Button>
      {terms && (
        <ConfirmDialog
          title="Hold this order?"
          text={
            <>
              {where}
              <HoldFields onChange={setTerms} />
            </>
          }
          verb="Hold"
          run={() => hold(terms)}
          onClose={() => setTerms(null)}
        />
      )}
    </>
  );
}

/** The end of a hold that waits at the warehouse, which is said before. */
const EndLater = ({ end }: { end: () => Promise<void> }) => (
  <WithQuestion
    button={(ask) => (
      <Button variant="default" className={classes.button} aria-haspopup="dialog" onClick={ask}>
        Unhold
      </Button>
    )}
    title="End the hold of this order?"
    text={heldUntilDecided}
    verb="Unhold"
    run={end}
  />
);

function heldWhere({ warehouse_order_id, warehouse_gone, units_shipped }: Order): string {
  if (units_shipped > 0) return 'The second parcel is not sent to the warehouse until the hold ends.';
  if (warehouse_order_id === null) return 'It is not sent to the warehouse until the hold ends.';
  if (warehouse_gone === null) return 'The warehouse is asked to hold it.';
  return `${warehouse_gone} is disconnected: it will be asked to hold it once it is connected again.`;
}
