import type { Order } from '../../detail/widgets/order.ts';
import { EditFacts } from './facts/edit-facts.tsx';
import { EditGuard } from './guard.tsx';
import { EditLines } from './lines/edit-lines.tsx';
import { SaveChanges } from './save/save-changes.tsx';
import { countChanges, type EditSession, openSession } from './session.ts';

/** An edit asks in dialogs sooner or later: what draws them comes along, so that no key is lost when one opens. */
import('../../../ui/dialog/open-dialog.tsx').catch(() => undefined);

/** Leaves edit mode, at once where nothing would be lost; otherwise it is asked first. */
function askToLeave(order: Order, session: EditSession, end: () => void): void {
  const state = session.get();
  if (state.busy) return;
  if (countChanges(state, order) > 0) session.set({ isLeaving: true });
  else end();
}

/** All that an order's page needs besides, while its order is edited. */
export { askToLeave, EditFacts, EditGuard, EditLines, openSession, SaveChanges };
