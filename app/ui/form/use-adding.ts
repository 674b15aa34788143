import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from '../../../platform/call.ts';
import { showAlert, showError } from '../alerts/alerts.ts';
import { fieldMessages } from '../words/error-message.ts';

type Means<Reply> = { onDone?: (reply: Reply) => void; onError?: (error: unknown) => void };

/**
 * A new row as it is typed above its table: `change` it, and `add` it by a call. Then the fields are empty and the page is read again;
 * what is refused stays as it was typed, with `wrong` beside its fields, and the page is read again where somebody else changed a row.
 */
export function useAdding<Fields extends Record<string, string>, Reply extends { message: string }>(
  empty: Fields,
  send: (typed: Fields) => Promise<Reply>,
  { onDone = ({ message }) => showAlert('success', message), onError = showError }: Means<Reply> = {},
) {
  const [typed, setTyped] = useState(empty);
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const { revalidate } = useRevalidator();
  const change = (part: Partial<Fields>) => {
    setTyped({ ...typed, ...part });
    setWrong({});
  };
  const add = async () => {
    try {
      onDone(await send(typed));
      setTyped(empty);
      await revalidate();
    } catch (error) {
      setWrong(fieldMessages(error));
      onError(error);
      if (error instanceof CallError && error.code === 'changed_meanwhile') await revalidate();
    }
  };
  return { typed, change, wrong, add };
}
