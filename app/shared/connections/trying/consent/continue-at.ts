import { call } from '../../../../../platform/call.ts';
import type { Input } from '../../../../../platform/endpoint.ts';
import { beginConsentCall } from './contract.ts';

/**
 * Takes the person to the vendor's page, where they agree. Ends only if they come back by the browser's own Back: until then what began
 * it is busy. `onLeaving` runs before the browser leaves.
 */
export async function continueAt(body: Input<typeof beginConsentCall>['body'], onLeaving?: () => void): Promise<void> {
  const { address } = await call(beginConsentCall, { body });
  onLeaving?.();
  const isBack = new Promise((resume) => window.addEventListener('pageshow', resume, { once: true }));
  window.location.assign(address);
  await isBack;
}
