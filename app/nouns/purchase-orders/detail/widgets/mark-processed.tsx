import { useState } from 'react';
import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';

type Props = {
  /** How many of what. */
  goods: string;
  /** What it counts as from then on. */
  text: string;
  mark: () => Promise<void>;
};

/** Marks what a person has entered at the source by hand: it could be booked twice if that were undone, so it asks first. */
export function MarkProcessed({ goods, text, mark }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Mark as processed
      </RowButton>
      {isOpen && (
        <ConfirmDialog
          title={`Mark ${goods} as processed?`}
          text={`${text} This cannot be undone.`}
          verb="Mark as processed"
          onClose={() => setOpen(false)}
          run={mark}
        />
      )}
    </>
  );
}
