import { Button } from '@mantine/core';
import { FormButtons } from '../buttons/form-buttons.tsx';
import classes from './dialog-buttons.module.css';

type Props = {
  onCancel: () => void;
  /** The way out, where Cancel could mean something else here. */
  back?: React.ReactNode;
  /** False while something runs that must not be left. */
  leavable?: boolean;
  /** True where staying is the safer choice: the way out then has the focus. */
  focused?: boolean;
  /** The button that does it. */
  children: React.ReactNode;
};

/** The end of a dialog, or of a form that can be left: the way out, then the button that does it. */
export function DialogButtons({ onCancel, back = 'Cancel', leavable = true, focused = false, children }: Props) {
  return (
    <FormButtons>
      <Button variant="default" onClick={onCancel} disabled={!leavable} data-autofocus={focused || undefined}>
        {back}
      </Button>
      {children}
    </FormButtons>
  );
}

/** Keeps the buttons of a dialog in reach, however long it is: they are the last of its body. */
export const DialogEnd = ({ children }: { children: React.ReactNode }) => <div className={classes.end}>{children}</div>;
