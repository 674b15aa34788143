import { useState } from 'react';
import { errorMessage } from '../../../ui/words/error-message.ts';

/** A call of a page outside the shell: shows a refusal on the page and keeps what was typed. */
export function useEntranceCall<Input extends unknown[]>(work: (...input: Input) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (...input: Input) => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await work(...input);
    } catch (error) {
      setRefusal(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { refusal, busy, send };
}
