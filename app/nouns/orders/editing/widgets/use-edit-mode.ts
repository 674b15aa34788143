import { useRef, useState } from 'react';
import { ahead } from '../../../../ui/hooks/drawn.ts';
import { showNotFetched } from '../../../../ui/lazily.tsx';
import type { Order } from '../../detail/widgets/order.ts';
import { useEditRequest } from './edit-request.ts';
import type { EditSession } from './session.ts';

const load = () => import('./editor.tsx');
const prefetch = ahead(load);
/** The editor component and its session. */
export type Editor = { parts: Awaited<ReturnType<typeof load>>; session: EditSession };
export type EditMode = {
  editor: Editor | null;
  isOpening: boolean;
  enter: () => Promise<void>;
  /** Leaves edit mode, after a confirmation when something would be lost. */
  leave: () => void;
  /** Leaves edit mode at once. */
  end: () => void;
  /** Prefetches the editor's code when somebody is about to edit. */
  prefetch: () => void;
};

/** Whether this order is in edit mode. The editor's code is fetched when first needed. */
export function useEditMode(order: Order): EditMode {
  const [editor, setEditor] = useState<Editor | null>(null);
  const [isOpening, setOpening] = useState(false);
  const opening = useRef(false);
  const end = () => setEditor(null);
  const enter = async () => {
    if (opening.current) return;
    opening.current = true;
    setOpening(true);
    try {
      const parts = await load();
      setEditor({ parts, session: parts.openSession(order) });
    } catch {
      showNotFetched();
    } finally {
      opening.current = false;
      setOpening(false);
    }
  };
  useEditRequest(order, editor !== null, enter);
  return {
    editor,
    isOpening,
    enter,
    leave: () => editor?.parts.askToLeave(order, editor.session, end),
    end,
    prefetch,
  };
}
