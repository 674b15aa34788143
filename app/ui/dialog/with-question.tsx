import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Props = Omit<React.ComponentProps<typeof ConfirmDialog>, 'onClose'> & {
  /** What opens the question. */
  button: (ask: () => void) => React.ReactNode;
};

/** A button that asks before it does something. */
export function WithQuestion({ button, ...question }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {button(() => setAsking(true))}
      {isAsking && <ConfirmDialog {...question} onClose={() => setAsking(false)} />}
    </>
  );
}
