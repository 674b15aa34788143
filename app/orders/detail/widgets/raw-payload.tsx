import { lazily } from '../../../ui/lazily.tsx';
import type { PayloadProps } from './opened-payload.tsx';

const OpenedPayload = lazily(() => import('./opened-payload.tsx'));

/** What the channel sent, in a dialog. Fetched when first asked for. */
export function RawPayload(props: PayloadProps) {
  return <OpenedPayload {...props} />;
}
