import type { ButtonProps } from '@mantine/core';
import { useHydrated } from '../hooks/use-hydrated.ts';
import { usePress } from '../use-press.ts';
import { BusyButton } from './busy-button.tsx';

type Props = ButtonProps & {
  'data-autofocus'?: true | undefined;
  children: React.ReactNode;
  /** The work of a click. The button shows a spinner and ignores clicks until it ends; a failure goes to the alert bar. */
  run?: () => Promise<unknown> | unknown;
  /** True while a request of this form runs, when the form itself does the work. */
  busy?: boolean;
  /** Why the button is disabled: shown beside it, and read with it. */
  reason?: string | false | undefined;
};

/** The second click of a double click means no button that has taken the place of the first, as Undo takes that of Apply. */
const isFirst = ({ detail }: React.MouseEvent) => detail < 2;

/** A button for work that takes time. Without `run` it submits its form. */
export function SubmitButton({ run, busy = false, reason, disabled, children, ...button }: Props) {
  const { busy: running, press } = usePress(() => run?.());
  const hydrated = useHydrated();
  return (
    <>
      {reason && <span style={{ fontSize: 'var(--size-small)', color: 'var(--text-soft)' }}>{reason}</span>}
      <BusyButton
        {...button}
        type={run || !hydrated ? 'button' : 'submit'}
        onClick={run && ((event) => isFirst(event) && press())}
        busy={running || busy}
        disabled={disabled || Boolean(reason)}
      >
        {children}
      </BusyButton>
    </>
  );
}
