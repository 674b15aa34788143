import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { CodesToKeep } from '../../two-factor/codes-to-keep.tsx';

/** New recovery codes, in a dialog that is left by keeping them. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Your recovery codes" bare mayClose={() => false} onClose={onClose}>
      {(close) => <CodesToKeep codes={codes} onKept={close} />}
    </Dialog>
  );
}
