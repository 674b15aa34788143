import { useRevalidator } from 'react-router';
import { CallError, call } from '../../../../../../platform/call.ts';
import { useSignedIn } from '../../../../../people/accounts/sessions/use-signed-in.ts';
import { undoRun } from '../../../../../shared/runs/working/report-outcome.ts';
import { showAlert, showFailure } from '../../../../../ui/alerts/alerts.ts';
import { showUndoable } from '../../../../../ui/alerts/undoable.ts';
import { drawn } from '../../../../../ui/hooks/drawn.ts';
import { fieldMessages, responseText } from '../../../../../ui/words/error-message.ts';
import { saveOrderCall } from '../../../../order-flow/contract/orders.ts';
import { editingEnded, type Order } from '../../../detail/widgets/order.ts';
import { changedFields, storedFields } from '../rules/fields.ts';
import { lineItemsOf, noEdits } from '../rules/lines.ts';
import { type EditSession, type EditState, type Faults, newRequestId, obstacles } from '../session.ts';
import { focusFirstFault } from './focus-first-fault.ts';

/** Saves fields and lines in one call. Returns whether it succeeded. On a failure the input stays, and edit mode with it. */
export function useSave(order: Order, session: EditSession): () => Promise<boolean> {
  const { revalidate } = useRevalidator();
  const userId = useSignedIn()?.userId;
  return async () => {
    if (session.get().busy || isStopped(session, order)) return false;
    const from = document.activeElement;
    const at = window.location.pathname;
    session.set({ busy: true, faults: {} });
    // The button is drawn busy before the fields are locked, which takes longer: those of a country are 250.
    await drawn();
    session.set({ isLocked: true });
    const state = session.get();
    try {
      const { success, revision, runId } = await call(saveOrderCall, {
        body: { order: bodyOf(state, order), request_id: state.requestId, userId },
      });
      if (!success) {
        showAlert('danger', 'There was an error updating the order');
        focusFirstFault(from);
        return false;
      }
      await revalidate();
      session.set({ requestId: newRequestId(), fields: {}, lines: noEdits, saved: [...state.saved, revision] });
      if (runId === null) showAlert('success', orderSaved);
      else showUndoable({ text: orderSaved, what: 'edit', at, undo: () => undoRun(runId).then(revalidate) });
      return true;
    } catch (error) {
      // Others were first: the reload shows what they did, and each field that both changed then asks which one to keep.
      if (error instanceof CallError && error.status === 409) await revalidate();
      session.set({ faults: faultsOf(error) });
      showFailure(error, responseText(error));
      focusFirstFault(from);
      return false;
    } finally {
      session.set({ busy: false, isLocked: false });
    }
  };
}

const orderSaved = 'Order successfully saved';

const bodyOf = ({ fields, lines }: EditState, order: Order) => {
  const lineItems = lineItemsOf(lines, order.lines);
  return {
    id: order.id,
    revision: order.revision,
    ...changedFields(fields, storedFields(order)),
    ...(lineItems.length > 0 && { lineItems }),
  };
};

function isStopped(session: EditSession, order: Order): boolean {
  const ended = editingEnded(order);
  if (ended) showAlert('danger', `${ended}.`);
  if (ended) return true;
  const { faults, undecided } = obstacles(session.get(), order);
  const isFaulty = Object.keys(faults).length > 0;
  session.set({ faults });
  if (undecided > 0) showAlert('warning', 'What you changed was also changed elsewhere. Choose theirs or yours, then save again.');
  if (isFaulty || undecided > 0) focusFirstFault(document.activeElement);
  return isFaulty || undecided > 0;
}

/** A 422 names `order.city`; the field is `city`. Messages about lines are shown below the lines. */
function faultsOf(error: unknown): Faults {
  const faults: Record<string, string> = {};
  for (const [path, [message]] of Object.entries(fieldMessages(error))) {
    const place = path.replace(/^order\./, '').replace(/^lineItems.*/, 'lines');
    if (message) faults[place] = message;
  }
  return faults;
}
