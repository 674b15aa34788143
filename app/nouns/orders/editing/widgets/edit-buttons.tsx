import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { BusyButton } from '../../../../ui/buttons/busy-button.tsx';
import { useShortcut } from '../../../../ui/words/shortcut.ts';
import { editingEnded, type Order } from '../../detail/widgets/order.ts';
import type { EditMode } from './use-edit-mode.ts';

/** Starts and ends edit mode, and saves; says why when the order can no longer be edited. */
export function EditButtons({ order, mode }: { order: Order; mode: EditMode }) {
  const { editor, isOpening, enter, leave, prefetch } = mode;
  const toggle = () => {
    if (editor) leave();
    else if (order.editable && !isOpening) enter();
  };
  useShortcut('e', (event) => {
    event.preventDefault();
    toggle();
  });
  const button = useFocusAfter(editor !== null);
  const ended = editingEnded(order);
  return (
    <>
      {ended && <span className="soft">{ended}</span>}
      {(order.editable || editor) && (
        <>
          {/* Before them, so that neither moves when it appears. */}
          {editor && (
            <Button variant="default" title="Discard (Esc)" onClick={leave}>
              Discard
            </Button>
          )}
          <BusyButton
            ref={button}
            variant="default"
            leftSection={<IconPencil size={15} stroke={1.8} aria-hidden />}
            busy={isOpening}
            aria-pressed={editor !== null}
            aria-keyshortcuts="e"
            title={editor ? 'Leave edit mode (Esc)' : 'Edit Order (e)'}
            onClick={toggle}
            onPointerEnter={prefetch}
            onFocus={prefetch}
          >
            Edit Order
          </BusyButton>
          {editor ? (
            <editor.parts.SaveChanges order={order} session={editor.session} onSaved={mode.end} />
          ) : (
            <Button disabled>Save Changes</Button>
          )}
        </>
      )}
    </>
  );
}

/** When edit mode ends, the focused field disappears: focus returns to the Edit button, or to the page when that is gone too. */
function useFocusAfter(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(isEditing);
  useEffect(() => {
    if (was.current && !isEditing && document.activeElement === document.body)
      (button.current ?? document.getElementById('main'))?.focus({ preventScroll: true });
    was.current = isEditing;
  }, [isEditing]);
  return button;
}
