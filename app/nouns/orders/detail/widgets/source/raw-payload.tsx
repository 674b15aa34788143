import { lazily } from '../../../../../ui/lazily.tsx';
import type { PayloadProps } from './opened-payload.tsx';

const OpenedPayload = lazily(() => import('./opened-payload.tsx'));

/** The channel's payload in a dialog, fetched when it first opens. */
export function RawPayload(props: PayloadProps) {
  return <OpenedPayload {...props} />;
}
