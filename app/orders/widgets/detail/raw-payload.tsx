import { lazy, Suspense } from 'react';
import type { PayloadProps } from './opened-payload.tsx';

const OpenedPayload = lazy(() => import('./opened-payload.tsx'));

/** What the channel sent, in a dialog. Fetched when first asked for. */
export function RawPayload(props: PayloadProps) {
  return (
    <Suspense>
      <OpenedPayload {...props} />
    </Suspense>
  );
}
