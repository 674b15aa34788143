import { BusyButton } from '../../../../../ui/buttons/busy-button.tsx';
import { countedWords } from '../../../../../ui/words/counted-words.ts';
import type { Order } from '../../../detail/widgets/order.ts';
import classes from '../edit.module.css';
import { isDialogOpen, meansSave, useWindowKeys } from '../keys.ts';
import { countChanges, type EditSession, useSession } from '../session.ts';
import { useSave } from './use-save.ts';

type Props = { order: Order; session: EditSession; onSaved: () => void };

/** The Save button; Ctrl/⌘ with Enter or S saves from anywhere on the page. */
export function SaveChanges({ order, session, onSaved }: Props) {
  const busy = useSession(session, (state) => state.busy);
  const changes = useSession(session, (state) => countChanges(state, order));
  const saveAll = useSave(order, session);
  const save = async () => {
    if (await saveAll()) onSaved();
  };
  useWindowKeys((event) => {
    if (!meansSave(event)) return;
    event.preventDefault();
    if (!isDialogOpen()) save();
  });
  return (
    <>
      <span className={`soft ${classes.state}`}>
        <span role="status">{busy && 'Saving order...'}</span>
        {!busy && changes > 0 && countedWords(changes, 'change')}
      </span>
      <BusyButton
        onClick={save}
        busy={busy}
        disabled={!order.editable}
        title="Save Changes (Ctrl S)"
        aria-keyshortcuts="Control+Enter Control+S"
      >
        Save Changes
      </BusyButton>
    </>
  );
}
