import { useState } from 'react';
import { errorMessage } from '../../words/error-message.ts';

export type Choice = { id: string; name: string };
export type ListChoices = (() => Promise<Choice[]>) | undefined;

/** The choices of a field, fetched on request; null before. */
export function useChoices(list: ListChoices) {
  const [choices, setChoices] = useState<Choice[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fetchList = async () => {
    setBusy(true);
    setTrouble(null);
    try {
      setChoices(list ? await list() : []);
    } catch (caught) {
      setTrouble(errorMessage(caught));
    } finally {
      setBusy(false);
    }
  };
  return { choices, trouble, busy, fetchList };
}

/** A name, with the id where that is another. */
export const choiceLabel = ({ id, name }: Choice) => (name === id ? id : `${name} (${id})`);
