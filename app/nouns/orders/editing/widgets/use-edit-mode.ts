import { startTransition, useEffect, useRef, useState } from 'react';
import { ahead, drawn } from '../../../../ui/hooks/drawn.ts';
import { idle } from '../../../../ui/hooks/idle.ts';
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
    // That it opens is drawn before its fields, which take longer.
    const isDrawn = drawn();
    try {
      const [parts] = await Promise.all([load(), isDrawn]);
      startTransition(() => {
        setEditor({ parts, session: parts.openSession(order) });
        setOpening(false);
      });
    } catch {
      setOpening(false);
      showNotFetched();
    }
    opening.current = false;
  };
  useEditRequest(order, editor !== null, enter);
  useEffect(() => {
    // Whoever edits by a key has pointed at no button before: what comes late would move the page by itself.
    if (order.editable) void idle().then(prefetch);
  }, [order.editable]);
  return {
    editor,
    isOpening,
    enter,
    leave: () => editor?.parts.askToLeave(order, editor.session, end),
    end,
    prefetch,
  };
}
