import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';

type Sending = {
  busy: boolean;
  /** The failure, shown in the panel, which keeps the choice. */
  failure: string | null;
  send: (work: () => Promise<void>) => Promise<void>;
};

/** Submits a panel once, however often it is clicked. */
export function useSend(): Sending {
  const running = useRef(false);
  const [state, setState] = useState<Omit<Sending, 'send'>>({ busy: false, failure: null });
  const send: Sending['send'] = async (work) => {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, failure: null });
    try {
      await work();
      setState({ busy: false, failure: null });
    } catch (error) {
      setState({ busy: false, failure: errorMessage(error) });
    } finally {
      running.current = false;
    }
  };
  return { ...state, send };
}

/** After this time the panel has faded and focus is back at its button, if that is still there. */
const fadedMs = 250;

/** Says what a panel did: its message, or as it shows it itself. */
export type Mended = (done: { message: string } | (() => void)) => Promise<void>;

/** Closes the panel, shows what it did, and reloads the page. If the row with the button is gone, focus moves to the page. */
export function useMended(close: () => void): Mended {
  const { revalidate } = useRevalidator();
  return async (done) => {
    close();
    if (typeof done === 'function') done();
    else showAlert('success', done.message);
    await revalidate();
    setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    }, fadedMs);
  };
}
