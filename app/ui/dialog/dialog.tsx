import { lazily } from '../lazily.tsx';
import type { DialogProps } from './open-dialog.tsx';

const OpenDialog = lazily(() => import('./open-dialog.tsx'));

/**
 * A dialog, for as long as it is rendered. Focus goes in and comes back; Esc and the ground beside it close it. Fetched when first needed.
 */
export function Dialog(props: DialogProps) {
  return <OpenDialog {...props} />;
}
