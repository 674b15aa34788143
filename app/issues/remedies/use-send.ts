import { useRef, useState } from 'react';
import { errorMessage } from '../../ui/error-message.ts';

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
