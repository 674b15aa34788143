import { lazily } from '../lazily.tsx';

export type DialogProps = {
  title: string;
  /** In px. */
  size?: number;
  /** False while something runs that must not be left. */
  closable?: boolean;
  /** Asked before Esc, the cross or a press beside it closes it. */
  mayClose?: () => boolean;
  /** Without the cross, where buttons say how to leave. */
  bare?: boolean;
  /** Called when it is gone: stop rendering it then. Focus is back where it came from. */
  onClose: () => void;
  /** `close` starts the leaving. */
  children: React.ReactNode | ((close: () => void) => React.ReactNode);
};

const OpenDialog = lazily(() => import('./open-dialog.tsx'));

/** A dialog, for as long as it is rendered. Focus goes in and comes back; Esc and the ground beside it close it. Fetched when first needed. */
export function Dialog(props: DialogProps) {
  return <OpenDialog {...props} />;
}
