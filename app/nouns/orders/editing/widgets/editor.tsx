import type { Order } from '../../detail/widgets/order.ts';
import { EditFacts } from './facts/edit-facts.tsx';
import { EditGuard } from './guard.tsx';
import { EditLines } from './lines/edit-lines.tsx';
import { SaveChanges } from './save/save-changes.tsx';
import { countChanges, type EditSession, openSession } from './session.ts';

/** Edit mode needs dialogs sooner or later: load them with it, so that no key press is lost when one opens. */
import('../../../../ui/dialog/open-dialog.tsx').catch(() => undefined);

/** Leaves edit mode, after a confirmation when something would be lost. */
function askToLeave(order: Order, session: EditSession, end: () => void): void {
  const state = session.get();
  if (state.busy) return;
  if (countChanges(state, order) > 0) session.set({ isLeaving: true });
  else end();
}

/** What the order page needs in edit mode only. */
export { askToLeave, EditFacts, EditGuard, EditLines, openSession, SaveChanges };
